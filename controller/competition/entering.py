"""Players come, go and are named rightly."""

from __future__ import annotations

from controller.competition.commands import BOTH, tidy
from controller.competition.facts import Fact
from controller.competition.values import CompetitionError, Player, Tournament
from controller.games.told import Term, Told

MOST_PLAYERS = 5000


def find(it: Tournament, name: str) -> Player:
    """The player of this name."""
    wanted = tidy(name).casefold()
    for player in it.players.values():
        if player.name.casefold() == wanted:
            return player
    raise CompetitionError(Told("there is no player {name!r} in {id}", name=tidy(name), id=it.id))


def _is_new(it: Tournament, name: str, but: int = 0) -> None:
    wanted = tidy(name).casefold()
    if wanted == BOTH:
        raise CompetitionError(
            Told("nobody can be called {name!r}: a forfeit says it of two", name=tidy(name))
        )
    for player in it.players.values():
        if player.name.casefold() == wanted and player.number != but:
            raise CompetitionError(
                Told("{name} is in {id} already; names must differ", name=player.name, id=it.id)
            )


def enter(it: Tournament, *, player: str, rating: int | None = None) -> Fact:
    away = [each for each in it.players.values() if not each.active]
    back = next((each for each in away if each.name.casefold() == tidy(player).casefold()), None)
    fixed = it.rounds and it.rules.format != "swiss"
    if back and (not fixed or back.number in it.order):
        return "returned", {"player": back.number}
    _is_new(it, player, back.number if back else 0)
    if fixed:
        raise CompetitionError(
            Told(
                "{player} comes too late: a {format} is fixed with its first round",
                player=tidy(player),
                format=Term("format", it.rules.format),
            )
        )
    if len(it.players) >= MOST_PLAYERS:
        raise CompetitionError(
            Told(
                "{id} has {most_players} players, and more are not taken",
                id=it.id,
                most_players=MOST_PLAYERS,
            )
        )
    return "entered", {
        "player": len(it.players) + 1,
        "name": tidy(player),
        "rating": rating,
        "since": len(it.rounds) + 1,
    }


def withdraw(it: Tournament, *, player: str, why: str = "") -> Fact:
    found = find(it, player)
    if not found.active:
        raise CompetitionError(
            Told("{name} has withdrawn from {id} already", name=found.name, id=it.id)
        )
    return "withdrew", {"player": found.number, "why": why}


def excuse(it: Tournament, *, player: str, round: int | None = None, back: bool = False) -> Fact:
    """Somebody sits a round out, the next if none is named, for half of the points (T12)."""
    found, number = find(it, player), round or len(it.rounds) + 1
    if it.rules.format != "swiss":
        raise CompetitionError(
            Told(
                "half-point byes are for swiss, not {format}",
                format=Term("format", it.rules.format),
            )
        )
    if not len(it.rounds) < number <= (it.rules.rounds or 0):
        raise CompetitionError(
            Told(
                "round {number} cannot be sat out any more; rounds {first} to {last} can",
                number=number,
                first=len(it.rounds) + 1,
                last=it.rules.rounds,
            )
        )
    if (number in found.excused) is not back:
        told = {"name": found.name, "number": number}
        raise CompetitionError(
            Told("{name} plays round {number} anyway", **told)
            if back
            else Told("{name} sits round {number} out already", **told)
        )
    return "excused", {"player": found.number, "round": number, "back": back}


def rename(it: Tournament, *, player: str, name: str, why: str = "") -> Fact:
    found = find(it, player)
    _is_new(it, name, found.number)
    return "renamed", {"player": found.number, "name": tidy(name), "was": found.name, "why": why}
