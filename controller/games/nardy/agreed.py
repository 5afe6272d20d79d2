"""What a position says about the agreements at its table: an ID carries some of the options."""

from __future__ import annotations

from typing import Any

from controller.games.nardy.options import NardyOptions, ShortOptions
from controller.games.nardy.position import Stakes


def options_in(options: NardyOptions, stakes: Stakes) -> dict[str, Any]:
    """The options that these stakes settle otherwise than `options` do.

    The length of the match is always one of them; in a single game so are Jacoby (S12) and beavers
    (S11), neither of which is played in a match (S14).
    """
    single = not stakes.length
    said: dict[str, Any] = {"match_length": stakes.length}
    if stakes.crawford:
        said["crawford"] = True
    if isinstance(options, ShortOptions):
        said["jacoby"] = single and stakes.jacoby
        said["beaver"] = single and stakes.beaver
        said["auto_doubles"] = options.auto_doubles if single else 0
    return {name: value for name, value in said.items() if getattr(options, name) != value}
