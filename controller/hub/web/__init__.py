"""The pages of a hall, and the endpoints behind them."""

from controller.hub.web.app import make_hub_app

__all__ = ["make_hub_app"]
