"""The table's page and the doors behind it: watching for everybody, commands for the key."""

from controller.web.app import make_app, make_error_app
from controller.web.feed import Bell, Records, TableFeed
from controller.web.server import make_server

__all__ = ["Bell", "Records", "TableFeed", "make_app", "make_error_app", "make_server"]
