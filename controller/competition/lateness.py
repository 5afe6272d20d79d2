"""Lateness and breaks (T10): what the event's rules say of who comes late, and who rests."""

from __future__ import annotations

from controller.competition.entering import find
from controller.competition.facts import Fact, open_meeting
from controller.competition.penalties import penalty
from controller.competition.values import CompetitionError, Tournament
from controller.games.told import Told


def late(it: Tournament, *, round: int, board: int, player: str, minutes: int) -> Fact:
    """A player is so many minutes late; the newest word counts."""
    found = open_meeting(it, round, board)
    if not it.rules.lateness:
        raise CompetitionError(
            Told("{id} has no rules of lateness: create it with `lateness`", id=it.id)
        )
    who = find(it, player)
    if who.number not in found.players:
        names = " and ".join(it.name(each) for each in found.players)
        raise CompetitionError(
            Told("{name!r} does not sit there; {names} do", name=who.name, names=names)
        )
    points, lost = penalty(it.rules.lateness, it.rules.length, minutes)
    return "late", {
        "round": round,
        "board": board,
        "player": who.number,
        "minutes": minutes,
        "points": 0 if lost else points,
        "lost": lost,
    }


def rest(it: Tournament, *, round: int, board: int, why: str = "") -> Fact:
    """A break between two games, by agreement with the director, as often as the rules have it."""
    found, allowed = open_meeting(it, round, board), it.rules.breaks
    if not allowed:
        raise CompetitionError(
            Told("{id} has no rules of breaks: create it with `breaks`", id=it.id)
        )
    if found.breaks >= allowed["number"]:
        raise CompetitionError(
            Told(
                "board {round}.{board} has had its breaks: {n}",
                round=round,
                board=board,
                n=found.breaks,
            )
        )
    return "rested", {"round": round, "board": board, "minutes": allowed["minutes"], "why": why}
