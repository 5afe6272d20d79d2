"""A match that a file of another program tells, written down by our rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from controller.games.game import IllegalError, InvalidError
from controller.games.nardy import Position, Short, State
from controller.games.nardy.notation import PASS
from controller.games.nardy.options import LONGEST_MATCH
from controller.games.nardy.stakes import LEVELS
from controller.games.told import Told
from controller.play.steps import CONDONE, INFERRED
from controller.record.checker_moves import turn_of
from controller.record.score import Score, ScoredGame, Setup, Word, at_place
from controller.record.transcriber import Transcriber
from controller.table.commands import LONGEST_NAME, is_name


def transcribe(score: Score, *, at: float = 0.0) -> Transcriber:
    """The match written down by the rules; `RulesError` names the place that is against them."""
    names = [_name(name, side) for name, side in zip(score.names, Short.sides, strict=True)]
    scribe = Transcriber(
        "short",
        _options(score),
        names,
        at=at if score.at is None else score.at,
        house=_house(score),
    )
    scribe.remarks += [*score.remarks, *_renamed(score.names, names)]
    before: Sequence[int] | None = None
    for game in score.games:
        before = _Scorer(scribe, score, game, before).write(last=game is score.games[-1])
    return scribe


def _name(name: str, otherwise: str) -> str:
    """A name as a table takes it: what cannot be seen is a space, and what is too long is cut."""
    if is_name(name):
        return name
    seen = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(seen.split())[:LONGEST_NAME].strip() or otherwise


def _renamed(told: Sequence[str], kept: Sequence[str]) -> Iterator[str]:
    for name, instead in zip(told, kept, strict=True):
        if name != instead:
            yield (
                f"the name {name[:80]!r} is kept as {instead!r}: a name has 1 to {LONGEST_NAME}"
                " printable characters"
            )


def _house(score: Score) -> dict[str, Any]:
    """A file with an illegal play in it comes from a table that lets them stand."""
    illegal = any(word.kind == "illegal" for game in score.games for word in game.words)
    return {"illegal": CONDONE} if illegal else {}


def _options(score: Score) -> dict[str, Any]:
    beaver = any(word.kind == "beaver" for game in score.games for word in game.words)
    auto = max((game.auto_doubles for game in score.games), default=0)
    given = {
        "match_length": score.length,
        "crawford": score.crawford if score.length else True,
        "jacoby": score.jacoby,
        "beaver": score.beaver or beaver,
        "auto_doubles": auto,
    }
    plain: Mapping[str, Any] = {"crawford": True, "jacoby": False, "beaver": False}
    said = {key: value for key, value in given.items() if value != plain.get(key, 0)}
    return {**score.given, **said}


class _Scorer:
    """Writes one game of a file down."""

    def __init__(
        self, scribe: Transcriber, score: Score, game: ScoredGame, before: Sequence[int] | None
    ) -> None:
        self._scribe = scribe
        self._score = score
        self._game = game
        self._before = before

    def write(self, *, last: bool) -> list[int]:
        """The game, and the score after it."""
        with at_place(self._game.where):
            self._open()
        words = self._game.words
        for place, word in enumerate(words, start=1):
            with at_place(word.where):
                self._take(word, words[place] if place < len(words) else None)
        with at_place(words[-1].where if words else self._game.where):
            return self._close(last=last)

    def _open(self) -> None:
        score, setup = self._game.score, self._game.setup
        if setup and self._before is not None:
            raise InvalidError(
                Told("a position was set by hand, which only the first game can begin with")
            )
        if self._before is not None and list(score) != list(self._before):
            raise InvalidError(
                Told(
                    "it begins at {score}, but the game before left it at {before}",
                    score=_and(score),
                    before=_and(self._before),
                )
            )
        length = self._score.length
        if 0 < length <= max(score):
            raise InvalidError(
                Told(
                    "it begins at {score} in a match to {length}, which is won; 0 to"
                    " {length2} points are allowed",
                    score=_and(score),
                    length=length,
                    length2=length - 1,
                )
            )
        match = {
            "length": length,
            "score": list(score),
            "crawford": self._crawford(),
        }
        self._scribe.open(match, self._placed(match, setup) if setup else None)
        for _ in range(self._game.auto_doubles):
            self._scribe.roll((1, 1), INFERRED)  # equal dice it was, which ones nobody wrote down

    def _placed(self, match: Mapping[str, Any], setup: Setup) -> Position:
        """The position that was set up, where the game goes on from it."""
        game = self._scribe.game
        assert game.stakes is not None
        start: Position = game.stakes.begin(match)
        stakes = replace(start.stakes, cube=setup.cube, owner=setup.owner, state=State.PLAYING)
        board = setup.board or start.board
        placed = Position(setup.mover, board, stakes=stakes)
        if game.outcome(placed).over:
            raise IllegalError(Told("in the position that it was set up as the game is over"))
        return placed

    def _crawford(self) -> bool:
        """The first game in which somebody needs one point (S14)."""
        if self._game.crawford is not None:
            return self._game.crawford
        length, games = self._score.length, self._score.games
        earlier = games[: games.index(self._game)]
        comes = max(self._game.score) == length - 1
        return (
            self._score.crawford
            and length > 1
            and comes
            and all(max(game.score) < length - 1 for game in earlier)
        )

    def _take(self, word: Word, following: Word | None) -> None:
        if self._scribe.over and word.kind != "wins":
            raise IllegalError(Told("the game was over before this"))
        if word.kind in ("play", "roll", "illegal"):
            self._roll(word)
            self._play(word, following)
        elif word.kind == "wins":
            self._won(word)
        elif word.kind == "time":
            self._stop(word)
        else:
            self._scribe.decide(word.side, word.kind)

    def _roll(self, word: Word) -> None:
        scribe, (larger, smaller) = self._scribe, sorted(word.dice, reverse=True)
        self._go_on()
        draw = scribe.game.acts(scribe.position).draw
        if draw and draw.side is None:
            if larger == smaller:
                raise IllegalError(Told("equal opening dice say nobody who begins (N2)"))
            scribe.roll((smaller, larger) if word.side else (larger, smaller))
        elif scribe.mover != word.side:
            raise IllegalError(Told("{sides} is to roll", sides=scribe.game.sides[scribe.mover]))
        else:
            scribe.roll((larger, smaller))

    def _go_on(self) -> None:
        """A beaver is taken by going on, if only to lose: GNU Backgammon writes no take."""
        scribe, stakes = self._scribe, self._scribe.position.stakes
        if stakes.doubled and stakes.answering == scribe.mover:
            scribe.decide(scribe.mover, "take")

    def _play(self, word: Word, following: Word | None) -> None:
        scribe = self._scribe
        if word.kind == "illegal":
            scribe.condone(
                scribe.position._replace(mover=1 - scribe.mover, board=word.board, dice=())
            )
        elif word.hops:
            scribe.play(turn_of(word.hops))
        elif word.kind == "play":
            self._play_untold(following)

    def _play_untold(self, following: Word | None) -> None:
        """Only the dice were written: a pass, a forced play, or a roll given up at the end."""
        scribe = self._scribe
        turns = scribe.game.turns(scribe.position)
        forced = scribe.game.write_turn(scribe.position, turns[0])
        if len(turns) == 1 and (forced == PASS or (following and following.kind != "wins")):
            scribe.play(forced)

    def _won(self, word: Word) -> None:
        scribe = self._scribe
        if self._loses_match(word):  # .mat has no word for it
            scribe.flag(1 - word.side, match=True)
            return
        if not scribe.over:
            self._go_on()
            cube = scribe.position.stakes.cube
            if word.points not in (cube, 2 * cube, 3 * cube):
                raise IllegalError(
                    Told(
                        "no win brings {points} points with the cube at {cube}",
                        points=word.points,
                        cube=cube,
                    )
                )
            scribe.decide(1 - word.side, f"resign {word.points // cube}")
            scribe.decide(word.side, "accept")
        outcome = scribe.game.outcome(scribe.position)
        if (outcome.winner, max(outcome.scores)) != (word.side, word.points):
            winner = scribe.game.sides[outcome.winner or 0]
            raise IllegalError(
                Told(
                    "{winner} wins {max} points by the rules",
                    winner=winner,
                    max=max(outcome.scores),
                )
            )

    def _loses_match(self, word: Word) -> bool:
        """Whether these points can only be a match that was lost on time: all that the winner
        lacked, where no resignation and no dropped raise brings as much (T3)."""
        scribe, stakes = self._scribe, self._scribe.position.stakes
        if scribe.over or word.points != self._lacking(word.side):
            return False
        return stakes.doubled or word.points not in [stakes.cube * level for level in LEVELS]

    def _lacking(self, side: int) -> int | None:
        """The points that this side lacks to win the match; None: there is no match."""
        length = self._score.length
        return length - self._game.score[side] if length else None

    def _stop(self, word: Word) -> None:
        cube, lacking = self._scribe.position.stakes.cube, self._lacking(word.side)
        if word.points not in (cube, lacking):
            match = f", or all that wins the match, {lacking}" if lacking else ""
            raise IllegalError(
                Told(
                    "a game lost on time brings what the cube shows, {cube}{match}, not {points}",
                    cube=cube,
                    match=match,
                    points=word.points,
                )
            )
        self._scribe.flag(1 - word.side, match=word.points != cube)

    def _close(self, *, last: bool) -> list[int]:
        scribe = self._scribe
        over = scribe.events[-1]
        if over.kind != "game.over":
            if scribe.over:
                scribe.end()
            elif not last:
                scribe.stop(None, (0, 0), "abandoned")
            over = scribe.events[-1]
        won = over.data["scores"] if over.kind == "game.over" else (0, 0)
        score = [had + got for had, got in zip(self._game.score, won, strict=True)]
        if max(score) > LONGEST_MATCH:
            raise InvalidError(
                Told(
                    "it leaves the score at {score}; at most {longest_match} points are counted",
                    score=_and(score),
                    longest_match=LONGEST_MATCH,
                )
            )
        return score


def _and(score: Sequence[int]) -> str:
    return "-".join(map(str, score))
