"""The mistakes and troubles that a user is told in one line."""

from controller.daemon.keys import KeyFileError
from controller.daemon.listen import PortError
from controller.games.game import RulesError
from controller.record.errors import RecordError
from controller.settings.config import ConfigError
from controller.table.commands import CommandError
from hardware.errors import HardwareError


class UsageError(ValueError):
    """A command line that cannot be carried out."""


TROUBLES: tuple[type[Exception], ...] = (
    UsageError,
    ConfigError,
    RulesError,
    RecordError,
    CommandError,
    KeyFileError,
    PortError,
    HardwareError,
)
