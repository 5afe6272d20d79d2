"""Opening a game: the rules, the players and the one who begins, all checked first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from controller.games.catalogue import AnyGame, kind_of, make_game
from controller.games.game import Cell, RulesError
from controller.games.told import Told, told_by
from controller.play.seats import usual_name
from controller.play.steps import INFERRED
from controller.table.board_dice import promise
from controller.table.commands import CommandError
from controller.table.house_rules import HouseRules, read_house_rules
from controller.table.reserve import carried
from controller.table.seats import read_seats
from controller.table.secret import Secret
from controller.table.state import FIRST_ACT, State

if TYPE_CHECKING:
    from controller.table.table import Table


def new_game(
    table: Table,
    *,
    game: str | None = None,
    options: Mapping[str, Any] | None = None,
    players: list[str] | None = None,
    begin: str = "first",
    position: str | None = None,
    house: Mapping[str, Any] | None = None,
    sheet: str | None = None,
    seats: list[str] | None = None,
    origin: Mapping[str, Any] | None = None,
) -> None:
    """Begin a game; one that is under way is abandoned, on record.

    `origin` says where a position that it begins from was taken from.
    """
    name = game or table.game
    own = table.options if name == table.game else {}
    given = {**table.usual.get(name, {}), **(own if options is None else options)}
    agreed = {**given, **_carried(name, given, position)}
    if options is not None and not origin:
        _check_carried(given, agreed)
    rules, house_rules = _rules(name, agreed), _house(table, house or {})
    _check_board(table, rules.cells)
    _check_dice(rules, house_rules)
    played_by = read_seats(table.seats if seats is None else seats, rules, house_rules)
    names = _names(players, rules.sides, played_by)
    start = _start(table, rules, position, begin)
    secret = _hidden(table, rules, sheet, start)
    _abandon(table)
    table.secret = secret
    table.game = name
    table.options = given
    match = rules.stakes.match_in(start) if rules.stakes else None
    told: dict[str, Any] = {"origin": dict(origin)} if origin else {}
    if played_by:
        told["played_by"] = list(played_by)
    if begin == "lot":
        told["lot"] = True
    if match:
        told["match"] = {**match, "number": 1, "first": 0}
    _open(table, rules, agreed, names=names, start=start, house=house_rules, **told)


def next_game(table: Table) -> None:
    """The next game of the match, with the score as it stands."""
    state = table.state
    assert state.match is not None  # or the command would not be possible
    rules, names = state.rules, list(state.players)
    assert rules.stakes is not None  # nor could there be a match
    match = _again(state) or rules.stakes.following(state.position, state.match)
    if match is None:
        raise CommandError(Told("the match is over: begin a new one"))
    # The match is named by the record's number of its first game.
    match = {**match, "first": state.match.get("first") or table.games}
    start = rules.stakes.begin(match)
    _check_score(rules, start)
    told: dict[str, Any] = {"match": match}
    if played_by := state.line.opening.played_by:
        told["played_by"] = list(played_by)
    if left := carried(state):
        told["clock_left"] = list(left)
    _open(table, rules, state.options, names=names, start=start, house=state.house, **told)


def _check_score(rules: AnyGame, start: Any) -> None:
    """Single games go on for ever, but not every score can be written down."""
    try:
        rules.write_position(start)
    except RulesError as mistake:
        raise CommandError(
            Told("no new game: {reason}; begin a new evening instead", reason=told_by(mistake))
        ) from None


def _again(state: State) -> dict[str, Any] | None:
    """A game that was annulled is played again at the same score."""
    if state.match is None or state.result is None or state.result.reason != "annulled":
        return None
    return {**state.match, "number": state.match["number"] + 1}


def _open(
    table: Table,
    rules: AnyGame,
    options: Iterable[str],
    *,
    names: list[str],
    start: Any,
    house: HouseRules,
    **told: Any,
) -> None:
    """The game begins; `options` names those of the rules that the record tells."""
    table.emit(
        "game.opened",
        game=rules.name,
        options={key: getattr(rules.options, key) for key in options},
        players=names,
        seats=list(range(len(names))),
        position=rules.write_position(start),
        house=house.told(told.get("match", {}).get("length", 0)),
        **_when_time_runs(rules, house, start),
        **told,
    )
    if table.secret:
        table.emit("secret.sealed", seal=table.secret.seal)
    promise(table)
    table.follow(playing=False)


def _when_time_runs(rules: AnyGame, house: HouseRules, start: Any) -> dict[str, str]:
    """Time runs from the first act at the board; games of older records say nothing of it, and
    there it ran from the moment the board was ready."""
    timed = house.clock_settings() or rules.turn_limit(start) is not None
    return {"clock_starts": FIRST_ACT} if timed else {}


def infers(rules: AnyGame, house: HouseRules) -> bool:
    """Whether nobody says what was rolled in this game, and the play tells it."""
    return rules.chance is not None and rules.chance.shows_dice and house.dice == INFERRED


def _check_dice(rules: AnyGame, house: HouseRules) -> None:
    if rules.chance is not None and house.dice == INFERRED and not infers(rules, house):
        title = kind_of(rules.name).titles["en"]
        raise CommandError(
            Told(
                "no new game: what is rolled in {game} cannot be inferred from the play; the "
                "house rule dice may be board or entered",
                game=Told(title),
            )
        )


def _hidden(table: Table, rules: AnyGame, sheet: str | None, start: Any) -> Secret | None:
    try:
        return table.hiding.hide(rules, sheet, start)
    except RulesError as mistake:
        raise CommandError(Told("no new game: {reason}", reason=told_by(mistake))) from None


def _rules(name: str, options: Mapping[str, Any]) -> AnyGame:
    try:
        return make_game(name, options)
    except RulesError as mistake:
        raise CommandError(Told("no new game: {reason}", reason=told_by(mistake))) from None


def _house(table: Table, given: Mapping[str, Any]) -> HouseRules:
    """The rules of the house; who leaves a tournament game for another one does not leave its."""
    held = table.state.under_way and table.state.house.tournament
    usual = _held(table) if held else table.house
    try:
        return read_house_rules({**usual.plain(), **given})
    except RulesError as mistake:
        raise CommandError(Told("no new game: {reason}", reason=told_by(mistake))) from None


def _held(table: Table) -> HouseRules:
    """The house rules of the game that is left; one without a match had none for matches."""
    state, own = table.state, table.house
    if state.length and state.clock:
        return state.house
    return replace(state.house, clock_scope=own.clock_scope, flag=own.flag)


def _carried(name: str, given: Mapping[str, Any], position: str | None) -> Mapping[str, Any]:
    """The options that the position itself carries: its match, not the table's, is played."""
    if position is None:
        return {}
    rules = _rules(name, given)
    return rules.stakes.options_in(_position(rules, position)) if rules.stakes else {}


def _check_carried(given: Mapping[str, Any], agreed: Mapping[str, Any]) -> None:
    """Whoever says both options and a position must not say two things."""
    for key, value in given.items():
        if agreed[key] != value:
            raise CommandError(
                Told(
                    "no new game: the options say {key} = {value}, but the position has {key} = "
                    "{agreed}; leave the option out or change one of the two",
                    key=key,
                    value=value,
                    agreed=agreed[key],
                )
            )


def _start(table: Table, rules: AnyGame, position: str | None, begin: str) -> Any:
    """Where the game begins: the position that was given, or the start."""
    if position is None:
        return _begun(table, rules, begin)
    if begin != "first":
        raise CommandError(
            Told(
                "no new game: begin {begin!r} goes with the start; a position says itself who "
                "moves",
                begin=begin,
            )
        )
    return _position(rules, position)


def _position(rules: AnyGame, text: str) -> Any:
    try:
        position = rules.read_position(text)
    except RulesError as mistake:
        raise CommandError(Told("no new game: {reason}", reason=told_by(mistake))) from None
    if rules.outcome(position).over:
        raise CommandError(
            Told("no new game: in position {text!r} the game is over", text=text[:80])
        )
    return position


def _check_board(table: Table, cells: Iterable[Cell]) -> None:
    lacking = ", ".join(cell for cell in cells if cell not in table.cells)
    if lacking:
        there = ", ".join(table.cells)
        raise CommandError(
            Told(
                "no new game: this board has no {lacking}; it has {there}",
                lacking=lacking,
                there=there,
            )
        )


def _names(
    players: list[str] | None, sides: tuple[str, ...], played_by: Sequence[str]
) -> list[str]:
    usual = map(usual_name, played_by, sides) if played_by else sides
    names = players if players is not None else list(usual)
    if len(names) != len(sides):
        raise CommandError(
            Told(
                "no new game: {wanted} players are needed, not {given}",
                wanted=len(sides),
                given=len(names),
            )
        )
    return names


def _begun(table: Table, rules: AnyGame, begin: str) -> Any:
    """The start, with the side that was named, the first, or the one drawn by lot to begin."""
    words = [side.lower() for side in rules.sides]
    if begin not in ("first", "lot", *words):
        raise CommandError(
            Told(
                "no new game: begin {begin!r} is not {words}, first or lot",
                begin=begin,
                words=tuple(words),
            )
        )
    if begin == "first":
        return rules.open()
    sides = {word: side for side, word in enumerate(words)}
    try:
        return rules.begin(table.lot(len(words)) if begin == "lot" else sides[begin])
    except RulesError as mistake:
        raise CommandError(Told("no new game: {reason}", reason=told_by(mistake))) from None


def _abandon(table: Table) -> None:
    state = table.state
    if state.under_way:
        table.end(None, state.rules.outcome(state.position).scores, "abandoned")
