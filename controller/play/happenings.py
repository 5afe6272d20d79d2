"""Everything that can happen at a table: one frozen value a kind, with its reader and its writer.

`read` and `write` are inverse: what this version does not know of an event it keeps as `more`. A
fact with a default may be left unsaid. docs/architecture.md prints the table of kinds from here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_type_hints

from controller.play.event import Event
from controller.play.facts import Facts

Text = Annotated[str, Facts.text]
TextOrNull = Annotated[str | None, Facts.text_or_none]
Texts = Annotated[tuple[str, ...], Facts.texts]
Number = Annotated[int, Facts.number]
NumberOrNull = Annotated[int | None, Facts.number_or_none]
Numbers = Annotated[tuple[int, ...], Facts.numbers]
Flag = Annotated[bool, Facts.flag]
Seconds = Annotated[float, Facts.seconds]
Spans = Annotated[tuple[float, ...], Facts.spans]
Rolls = Annotated[tuple[tuple[int, ...], ...], Facts.rolls]
Object = Annotated[Mapping[str, Any], Facts.mapping]
Anything = Annotated[Any, Facts.anything]


@dataclass(frozen=True, kw_only=True)
class Happening:
    """One thing that happened at a table; `more` are facts that this version does not know."""

    kind: ClassVar[str] = ""
    #: Who sent the command that brought it about, by his key's role: `seat 0`, `table` ...
    sent_by: Text | None = None
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class GameOpened(Happening):
    """A game begins."""

    kind = "game.opened"
    game: Text
    players: Texts
    seats: Annotated[Numbers, "player of each side"]
    position: Text
    options: Object | None = None
    house: Annotated[
        Object | None, "takebacks, confirm, hints, tournament, illegal, dice, clock ..."
    ] = None
    match: Annotated[
        Object | None, "in matches: `length`, `score`, `number`, `crawford`, `first`"
    ] = None
    clock_left: Annotated[
        Spans | None,
        "the seconds that each player has left, in later games of a match whose time is for all"
        " of it",
    ] = None
    clock_starts: Annotated[
        Text | None,
        "`first act`, in games with a clock; without it, in older records, time ran once the board"
        " was ready",
    ] = None
    origin: Annotated[
        Object | None,
        "where a position that was set up came from: `position` as it was given, or `game` and"
        " `ply` of the record",
    ] = None
    lot: Annotated[Flag | None, "true: the board drew by lot who begins"] = None
    played_by: Annotated[
        Texts | None,
        "who plays for each player: `hands`, `engine:4` (a level); unsaid: hands play for all",
    ] = None
    by: Annotated[Text | None, "`imported`: it was played elsewhere, and no table takes it up"] = (
        None
    )


@dataclass(frozen=True, kw_only=True)
class BoardReady(Happening):
    """The pieces stand as the game begins."""

    kind = "board.ready"
    left_out: Annotated[Texts | None, "sensors the players vouched for"] = None


@dataclass(frozen=True, kw_only=True)
class TurnCalled(Happening):
    """Somebody without hands at this board says the turn that hands are to carry out; it is made
    when the board shows it."""

    kind = "turn.called"
    ply: Number
    side: Number
    turn: Annotated[Text, "as it is spoken of before it is made"]
    by: Annotated[Text, "who plays for this side: `engine:4`"]


@dataclass(frozen=True, kw_only=True)
class TurnMade(Happening):
    """A turn was made."""

    kind = "turn.made"
    ply: Number
    side: Number
    turn: Text
    position: Annotated[Text, "after it"]
    by: Annotated[Text, "`hands`, `button`, `answer`, `declared`, `engine`, `pass`, `imported`"]
    seconds: Annotated[
        Seconds | None,
        "of the mover's own thinking: no pause, no time without power, not the answer to a raise",
    ] = None
    dice: Annotated[Numbers | None, "where there are dice; none if several rolls explain it"] = None
    inferred: Annotated[Flag | None, "true: nobody said what was rolled"] = None
    rolls: Annotated[Rolls | None, "then: all that explain it"] = None
    opening: Annotated[
        Rolls | None, "then: the rolls that made this side begin, if that takes one of its own"
    ] = None


@dataclass(frozen=True, kw_only=True)
class TurnRevised(Happening):
    """Hands changed the turn before it was sealed."""

    kind = "turn.revised"
    ply: Number
    old: Annotated[Text, "the turn in whose place it comes"]
    turn: Text
    position: Annotated[Text, "after it"]
    side: Number | None = None
    by: Text | None = None
    seconds: Seconds | None = None
    dice: Numbers | None = None
    inferred: Flag | None = None
    rolls: Rolls | None = None
    opening: Annotated[Rolls | None, "as of a turn made"] = None


@dataclass(frozen=True, kw_only=True)
class TurnWithdrawn(Happening):
    """Hands took the turn back before it was sealed."""

    kind = "turn.withdrawn"
    ply: Number
    turn: Text


@dataclass(frozen=True, kw_only=True)
class TurnCondoned(Happening):
    """A turn against the rules that stays."""

    kind = "turn.condoned"
    ply: Number
    position: Annotated[Text, "after it"]
    side: Number | None = None
    turn: Text | None = None
    before: Annotated[Text | None, "the position it was made from"] = None
    accepted: Annotated[Number | None, "the side that let it stand"] = None
    by: Text | None = None
    dice: Numbers | None = None
    seconds: Seconds | None = None


@dataclass(frozen=True, kw_only=True)
class TurnSealed(Happening):
    """The turn can no longer be changed by hand."""

    kind = "turn.sealed"
    ply: Number
    by: Annotated[
        Text,
        "`touch`, `roll`, `button`, `dice`, `clock`, `command`, `call`, `condoned`, `end`",
    ]


@dataclass(frozen=True, kw_only=True)
class TurnsTakenBack(Happening):
    """Turns do not count any more."""

    kind = "turn.takeback"
    to: Annotated[Number, "ply kept"]
    turns: Annotated[Texts, "taken back"]
    by: Annotated[
        Text | None, "`hands`, `command`, `answer`, `director`, who then says `who` and `why`"
    ] = None
    who: Text | None = None
    why: Text | None = None


@dataclass(frozen=True, kw_only=True)
class AttemptWrong(Happening):
    """No legal turn explains the board."""

    kind = "attempt.wrong"
    cells: Annotated[Object, "{cell: {`seen`: [lo, hi], `wanted`: n}}"]


@dataclass(frozen=True, kw_only=True)
class AttemptRighted(Happening):
    """What was wrong is put right."""

    kind = "attempt.righted"


@dataclass(frozen=True, kw_only=True)
class QuestionAsked(Happening):
    """The board asks what its sensors cannot tell."""

    kind = "question.asked"
    question: Annotated[Number, "its number"]
    options: Annotated[Texts, "the answers it takes"]
    about: Annotated[Text | None, "`turn`, `takeback`, `resignation`"] = None


@dataclass(frozen=True, kw_only=True)
class QuestionAnswered(Happening):
    """What was asked is settled."""

    kind = "question.answered"
    question: Number
    choice: Annotated[TextOrNull, "null: the hands settled it"]
    by: Text | None = None


@dataclass(frozen=True, kw_only=True)
class SensorLeftOut(Happening):
    """This sensor is not believed any more."""

    kind = "sensor.left_out"
    cell: Text
    why: Text | None = None


@dataclass(frozen=True, kw_only=True)
class SensorRestored(Happening):
    """This sensor is believed again."""

    kind = "sensor.restored"
    cell: Text
    why: Text | None = None


@dataclass(frozen=True, kw_only=True)
class PieceMissing(Happening):
    """Fewer pieces are on the board than the game has."""

    kind = "piece.missing"
    found: Number
    total: Number


@dataclass(frozen=True, kw_only=True)
class PieceFound(Happening):
    """All pieces are there again."""

    kind = "piece.found"
    found: Number
    total: Number


@dataclass(frozen=True, kw_only=True)
class HintsSet(Happening):
    """How much the lights tell."""

    kind = "hints.set"
    level: Annotated[Text, "`off`, `legal`, `full`"]


@dataclass(frozen=True, kw_only=True)
class HintsUnlocked(Happening):
    """Hints may be set in tournament mode."""

    kind = "hints.unlocked"
    by: Annotated[Text | None, "`director`, `hub`; in older records any text"] = None
    who: Annotated[Text | None, "the name that was given"] = None


#: By whom a game is paused while the program itself does not run.
STANDSTILL = "standstill"


@dataclass(frozen=True, kw_only=True)
class GamePaused(Happening):
    """The game rests, and its clocks."""

    kind = "game.paused"
    by: Annotated[
        Text | None,
        "as `sent_by`; `standstill` where the program itself did not run; in older records any"
        " text",
    ] = None
    who: Text | None = None
    why: Text | None = None
    director: Annotated[Flag | None, "true where one stopped it"] = None


@dataclass(frozen=True, kw_only=True)
class GameResumed(Happening):
    """The game goes on."""

    kind = "game.resumed"
    by: Text | None = None
    who: Text | None = None
    why: Text | None = None


@dataclass(frozen=True, kw_only=True)
class DirectorRuled(Happening):
    """A director set something within the game."""

    kind = "director.ruled"
    what: Annotated[Text, "`position`, `dice`, `score`, `cube`"]
    value: Annotated[
        Anything,
        "a text; the dice, none for void; the score before this game; what the cube shows and"
        " whose it is, null: both",
    ]
    position: Annotated[Text, "after it"]
    by: Text
    why: Text
    who: Text | None = None


@dataclass(frozen=True, kw_only=True)
class DirectorClock(Happening):
    """A director set the clocks."""

    kind = "director.clock"
    left: Annotated[Spans, "seconds of each side"]
    by: Text
    why: Text
    who: Text | None = None


@dataclass(frozen=True, kw_only=True)
class ClockStarted(Happening):
    """The first act of a game with a clock or a limit for turns; no time runs before it, nor before
    the opening roll is decided (T4)."""

    kind = "clock.started"
    side: Number
    by: Annotated[Text, "`hands`, `button`, `dice`"]


@dataclass(frozen=True, kw_only=True)
class ClockFlag(Happening):
    """The time of this side is up."""

    kind = "clock.flag"
    side: Number


@dataclass(frozen=True, kw_only=True)
class GameOver(Happening):
    """The game has ended."""

    kind = "game.over"
    winner: Annotated[NumberOrNull, "side or null"]
    scores: Numbers
    reason: Annotated[
        Text,
        "`played`, `dropped`, `resigned`, `time`, `abandoned`, `annulled` with `by` and `why`",
    ]
    level: Annotated[Number | None, "in nardy: 1 plain, 2 mars, 3 koks or home mars"] = None
    cube: Annotated[Number | None, "in nardy: what it showed"] = None
    shared: Annotated[Numbers | None, "the sides that share the win, where several do"] = None
    by: Text | None = None
    who: Text | None = None
    why: Text | None = None


@dataclass(frozen=True, kw_only=True)
class ChanceCommitted(Happening):
    """The board promises its dice before the game; again, with a new seed, where an end was taken
    back."""

    kind = "chance.committed"
    commitment: Annotated[Text, "the hash of the seed from which it rolls"]


@dataclass(frozen=True, kw_only=True)
class ChanceSealed(Happening):
    """A player binds the number that he will add to the board's dice, without showing it yet."""

    kind = "chance.sealed"
    side: Number
    seal: Annotated[Text, "SHA-256 of the number, as hexadecimal digits"]


@dataclass(frozen=True, kw_only=True)
class ChanceAdded(Happening):
    """Somebody added a number to the board's dice, after its promise and before its first roll."""

    kind = "chance.added"
    number: Annotated[Text, "any text"]
    by: Annotated[Text, "`player`, or `button`: when a button of the board was pressed"]
    side: Annotated[Number | None, "whose it is; a button of the board is nobody's"] = None


@dataclass(frozen=True, kw_only=True)
class ChanceBound(Happening):
    """The board's seed and all that was added are one from here on: the rolls come from both."""

    kind = "chance.bound"
    digest: Annotated[Text, "of all that was added"]


@dataclass(frozen=True, kw_only=True)
class DiceRolled(Happening):
    """Dice were rolled, or a token was drawn."""

    kind = "dice.rolled"
    number: Annotated[Number, "of the draw"]
    dice: Numbers
    side: Annotated[NumberOrNull, "null: an opening roll, one die each"]
    by: Annotated[Text, "`board`, `entered`"]
    early: Annotated[Flag | None, "true: it was thrown too early and stands (T8)"] = None


@dataclass(frozen=True, kw_only=True)
class DiceEarly(Happening):
    """Somebody rolled before the other had ended his turn (T8); a second one of the same dice says
    that the roll, which was to stand, is void after all."""

    kind = "dice.early"
    dice: Numbers
    side: Annotated[Number, "who rolled"]
    stands: Annotated[Flag, "it counts once the turn has ended; false: it is rolled again"]
    why: Text | None = None


@dataclass(frozen=True, kw_only=True)
class DiceNamed(Happening):
    """Somebody said which of the rolls that explain a turn it was."""

    kind = "dice.named"
    ply: Number
    dice: Numbers


@dataclass(frozen=True, kw_only=True)
class DiceVoid(Happening):
    """The roll does not count (N3)."""

    kind = "dice.void"
    dice: Annotated[Numbers, "none: nobody had entered it"]
    side: Annotated[NumberOrNull, "null: an opening roll"]
    why: Text | None = None
    floor: Annotated[Flag | None, "true: a die is on the floor, and the clocks stand (T5)"] = None


@dataclass(frozen=True, kw_only=True)
class DecisionMade(Happening):
    """Something was said instead of moved."""

    kind = "decision.made"
    side: Number
    decision: Annotated[Text, "`double`, `take`, `resign 2` ..."]


@dataclass(frozen=True, kw_only=True)
class ChanceRevealed(Happening):
    """The seed is shown after the game, so that anybody can repeat the rolls."""

    kind = "chance.revealed"
    seed: Text


@dataclass(frozen=True, kw_only=True)
class SeedLost(Happening):
    """The file with the promised seed was lost over a restart; people roll from then on."""

    kind = "seed.lost"
    commitment: Text


@dataclass(frozen=True, kw_only=True)
class SecretSealed(Happening):
    """What lies hidden beneath the board is bound at the start."""

    kind = "secret.sealed"
    seal: Text


@dataclass(frozen=True, kw_only=True)
class SecretRevealed(Happening):
    """What lay hidden is shown at the end; the facts are the game's own (Kakuzu: `code`, `sheet`,
    `salt`)."""

    kind = "secret.revealed"


@dataclass(frozen=True, kw_only=True)
class TurnHurry(Happening):
    """The time for this turn runs short."""

    kind = "turn.hurry"
    side: Number
    left: Seconds


@dataclass(frozen=True, kw_only=True)
class DaemonStarted(Happening):
    """Lunka was started; the time without power is on nobody's clock."""

    kind = "daemon.started"
    version: Text
    profile: Text | None = None


@dataclass(frozen=True, kw_only=True)
class GameSigned(Happening):
    """The table vouches for a game that has ended, and with it for everything before (record.md);
    it may stand among the events of a later game."""

    kind = "game.signed"
    number: Annotated[Number, "of the game"]
    seq: Annotated[Number, "of the event that ended it"]
    hash: Annotated[Text, "of that event"]
    key: Annotated[Text, "the table's public key"]
    signature: Text


@dataclass(frozen=True, kw_only=True)
class RecordAnchored(Happening):
    """The hub vouches for what it had received of this record by then."""

    kind = "record.anchored"
    table: Annotated[Text, "as the hub calls it"]
    record: Annotated[Text, "the record's name"]
    seq: Annotated[Number, "of the last event that it had"]
    hash: Annotated[Text, "of that event"]
    at: Annotated[Seconds, "when, by the hub's clock"]
    key: Annotated[Text, "the hub's public key"]
    signature: Text


#: The fact that an event of any kind may tell.
_ANY_KIND = "sent_by"
#: Every kind of event that a table gives, by its name.
KINDS: dict[str, type[Happening]] = {each.kind: each for each in Happening.__subclasses__()}

H = TypeVar("H", bound=Happening)


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a kind: its name, how it is read, whether it may be left unsaid, and words."""

    name: str
    read: Callable[[Facts, str], Any]
    optional: bool
    words: str


def facts_of(kind: type[Happening]) -> tuple[Fact, ...]:
    """The facts that a kind of event tells."""
    return _facts_of(kind.kind)


@cache
def _facts_of(name: str) -> tuple[Fact, ...]:
    kind = KINDS[name]
    hints = get_type_hints(kind, include_extras=True)
    own = (each for each in fields(kind) if each.name != "more")
    return tuple(_fact(each.name, hints[each.name], each.default is not MISSING) for each in own)


def _fact(name: str, hint: Any, optional: bool) -> Fact:
    notes = [*_notes(hint)]
    read = next(note for note in notes if callable(note))
    return Fact(name, read, optional, next((note for note in notes if isinstance(note, str)), ""))


def _notes(hint: Any) -> Iterator[Any]:
    """What the annotations of a hint say, the outermost first."""
    yield from getattr(hint, "__metadata__", ())
    if hasattr(hint, "__metadata__"):
        yield from _notes(hint.__origin__)
    else:
        for part in get_args(hint):
            yield from _notes(part)


def read(kind: type[H], data: Mapping[str, Any]) -> H:
    """The event of this kind that these facts tell; `BrokenError` where they tell none."""
    told, known = Facts(data), {}
    for fact in _facts_of(kind.kind):
        if not fact.optional or data.get(fact.name) is not None:
            known[fact.name] = fact.read(told, fact.name)
    if len(known) == len(data):
        return kind(**known)
    return kind(**known, more={key: data[key] for key in data if key not in known})


def read_event(event: Event) -> Happening | None:
    """What an event tells; None: it is of a kind that this version does not know."""
    kind = KINDS.get(event.kind)
    return read(kind, event.data) if kind else None


def write(happening: Happening) -> dict[str, Any]:
    """The facts as plain JSON; what is left unsaid stays so."""
    own = {fact: getattr(happening, fact.name) for fact in facts_of(type(happening))}
    said = {
        fact.name: _plain(value)
        for fact, value in own.items()
        if not (fact.optional and value is None)
    }
    return {**said, **happening.more}


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def kinds_in_words() -> Iterator[str]:
    """The table of kinds for the documentation, line by line."""
    yield "| kind | what happened | data |"
    yield "|---|---|---|"
    for name, kind in KINDS.items():
        own = (fact for fact in facts_of(kind) if fact.name != _ANY_KIND)
        data = ", ".join(map(_in_words, own))
        what = " ".join((kind.__doc__ or "").split())
        yield f"| `{name}` | {what} | {data} |"


def _in_words(fact: Fact) -> str:
    """A fact that may be left unsaid has a question mark."""
    name = f"`{fact.name}`{'?' if fact.optional else ''}"
    return f"{name} ({fact.words})" if fact.words else name
