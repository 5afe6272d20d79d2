"""Kalah in every order of hands: after each part what is lit is exactly what may come next.

The truth is counted out by hand here (K4-K8) and compared with the rules' own turns first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from controller.games.catalogue import AnyGame
from hardware.readings import Sense
from tests.lights.watching import LEVELS, Lit, Tally, Watched, made, played

#: Boards and rules that are tried.
GAMES: tuple[dict[str, Any], ...] = (
    {"pits": 6, "stones": 4},
    {"pits": 6, "stones": 6},
    {"pits": 3, "stones": 3, "capture": "always"},
    {"pits": 2, "stones": 4},
    {"pits": 4, "stones": 2, "capture": "none"},
)
Counts = dict[str, int]
Meanings = dict[str, str]


class Carry(NamedTuple):
    """What is carried home at the end of a turn (K6-K8)."""

    meaning: str
    pits: Counts
    store: str


class Turn:
    """One turn counted out by hand: where the stones fall, and what is carried home then."""

    def __init__(self, game: AnyGame, counts: Counts, pit: str) -> None:
        self.pit, self.pits, self.capture = pit, game.options.pits, game.options.capture
        self.own, self.other = ("a", "b") if pit[0] == "a" else ("b", "a")
        self.store = self.own.upper()
        ring = [cell for cell in game.cells if cell != self.other.upper()]  # K4
        at = ring.index(pit)
        self.path = [ring[(at + step) % len(ring)] for step in range(1, counts[pit] + 1)]
        self.after = counts | {pit: 0}
        for cell in self.path:
            self.after[cell] += 1
        self.carried = [*self._captured(), *self._swept(game)]

    def _captured(self) -> Iterator[Carry]:
        last = self.path[-1]
        if last[0] != self.own or self.after[last] != 1 or self.capture == "none":
            return
        facing = f"{self.other}{self.pits + 1 - int(last[1:])}"
        if self.after[facing] or self.capture == "always":  # K6, K7
            pits = {last: 1, facing: self.after[facing]}
            yield self._carry("capture", pits, self.store)

    def _swept(self, game: AnyGame) -> Iterator[Carry]:
        for row, facing in ("ab", "ba"):  # K8
            left = {c: self.after[c] for c in game.cells if c[0] == row and self.after[c]}
            if left and not any(self.after[c] for c in game.cells if c[0] == facing):
                yield self._carry("sweep", left, row.upper())

    def _carry(self, meaning: str, pits: Counts, store: str) -> Carry:
        self.after |= dict.fromkeys(pits, 0)
        self.after[store] += sum(pits.values())
        return Carry(meaning, {cell: n for cell, n in pits.items() if n}, store)

    @property
    def again(self) -> bool:
        """K5: the last stone fell into the own store."""
        return self.path[-1] == self.store


class Hands:
    """A turn under way, in any order that the rules leave: the pit is emptied, every stone goes
    where it belongs, then pits and store of the capture, and of the sweep, bit by bit."""

    def __init__(self, turn: Turn, counts: Counts) -> None:
        self.turn, self.now = turn, dict(counts)
        self.lift, self.sow, self.hand = counts[turn.pit], Counter(turn.path), 0
        self.carries = [(c.meaning, Counter(c.pits), c.store) for c in turn.carried]
        self.missing = [sum(c.pits.values()) for c in turn.carried]

    @property
    def acts(self) -> list[tuple[str, int]]:
        """Everything that hands may do next: so many stones more or fewer in a pit."""
        if self.lift:
            return [(self.turn.pit, -many) for many in range(1, self.lift + 1)]
        if self.sow:
            return [(cell, many + 1) for cell, n in self.sow.items() for many in range(n)]
        if not self.carries:
            return []
        _, pits, store = self.carries[0]
        takes = [(pit, -many - 1) for pit, n in pits.items() for many in range(n)]
        return takes + [(store, many + 1) for many in range(self.hand)]

    def do(self, cell: str, by: int) -> None:
        """One of these acts."""
        self.now[cell] += by
        if self.lift:
            self.lift += by
        elif self.sow:
            self.sow -= Counter({cell: by})
        else:
            self._carry(cell, by)

    def _carry(self, cell: str, by: int) -> None:
        _, pits, store = self.carries[0]
        self.hand -= by
        if cell == store:
            self.missing[0] -= by
        else:
            pits[cell] += by
        self.carries[0] = (self.carries[0][0], +pits, store)
        if not self.missing[0]:
            del self.carries[0], self.missing[0]

    def expected(self, level: str) -> Lit:
        """What is to be lit: lifts from `legal` on, sowing with `full`, duties always."""
        if self.lift:
            return {} if level == "off" else {self.turn.pit: ("may-lift", self.lift)}
        if self.sow:
            sown = {cell: ("sow", n) for cell, n in self.sow.items()}
            return sown if level == "full" else {}
        meaning, pits, store = self.carries[0]
        return {cell: (meaning, n) for cell, n in pits.items()} | {
            store: (meaning, self.missing[0])
        }


def text_of(game: AnyGame, position: Any) -> str:
    """What is played, and the position."""
    return f"capture {game.options.capture}: {game.write_position(position)}"


def counts_of(game: AnyGame, position: Any) -> Counts:
    """What lies where."""
    return dict(zip(game.cells, game.contents(position), strict=True))


def choices(game: AnyGame, position: Any) -> list[str]:
    """K4: the mover's pits that are not empty."""
    row, counts = "ab"[game.mover(position)], counts_of(game, position)
    return [cell for cell in game.cells if cell[0] == row and counts[cell]]


def untouched(game: AnyGame, position: Any, level: str, *, again: bool) -> Lit:
    """What is lit before the next turn: whose it is, and what may be lifted; or who has won."""
    outcome = game.outcome(position)
    if outcome.over:
        homes = "AB" if outcome.winner is None else "AB"[outcome.winner]
        return dict.fromkeys(homes, ("winner" if len(homes) == 1 else "draw", 0))
    lifts = choices(game, position) if level != "off" else []
    home = {"AB"[game.mover(position)]: ("again" if again else "turn", 0)}
    return dict.fromkeys(lifts, ("may-lift", 0)) | home


def random_positions(game: AnyGame, chance: Random, count: int) -> list[Any]:
    """Positions of random games: openings, the middle, and the end."""
    found: list[Any] = []
    while len(found) < count:
        past = played(game, chance, 80)
        found += chance.sample(past, min(3, len(past))) + past[-1:]
    return found[:count]


def carried_out(game: AnyGame, position: Any, turn: Turn, chance: Random, tally: Tally) -> None:
    """One turn in one order, looked at after each part."""
    table, tally.orders = Watched(game), tally.orders + 1
    table.begin(game.write_position(position))
    hands, mover = Hands(turn, counts_of(game, position)), "AB"[game.mover(position)]
    where, done = text_of(game, position), list[str]()
    for level in LEVELS:
        tally.compare(table.lit(level), untouched(game, position, level, again=False), where)
    while acts := hands.acts:
        cell, by = chance.choice(acts) if chance.random() < 0.7 else max(acts, key=lambda a: -a[1])
        hands.do(cell, by)
        table.put({cell: hands.now[cell]})
        done.append(f"{cell}{by:+}")
        for level in LEVELS if hands.acts else ():
            expected = {mover: ("turn", 0)} | hands.expected(level)
            tally.compare(table.lit(level), expected, f"{where} {level} {' '.join(done)}")
    table.rest()
    if table.table.state.question:  # another turn leaves the same, and may be meant as well
        return
    assert table.made == [turn.pit], (where, done)
    then = game.play(position, game.read_turn(position, turn.pit))
    for level in LEVELS:
        expected = untouched(game, then, level, again=turn.again)
        tally.compare(table.lit(level), expected, f"{where} {level} after {' '.join(done)}")


def counted(seed: int, positions: int, orders: int) -> Tally:
    """So many positions of each board, all their turns, each in so many orders."""
    chance, tally = Random(seed), Tally()
    for options in GAMES:
        game = made("kalah", **options)
        for position in random_positions(game, chance, positions):
            tally.positions += 1
            names = {game.write_turn(position, turn) for turn in game.turns(position)}
            assert names == set(choices(game, position))
            for pit in sorted(names):
                turn = Turn(game, counts_of(game, position), pit)
                then = game.play(position, game.read_turn(position, pit))
                assert turn.after == counts_of(game, then)
                tally.turns += 1
                for _ in range(orders):
                    carried_out(game, position, turn, chance, tally)
    return tally


def test_counted_stones() -> None:
    """K4-K8: exactly what is still to be lifted, sown, captured and swept is lit, at its level."""
    counted(1, 5, 2).check()


# -- reeds: only whether a pit is empty is seen ----------------------------------------------------


class Believing:
    """What somebody knows who sees only which cells are empty, and that stones are sown in order
    (K4): a stone that falls among others is not seen, the next one that is tells that it fell."""

    def __init__(self, game: AnyGame, turn: Turn, counts: Counts) -> None:
        self.game, self.turn, self.now = game, turn, dict(counts)
        self.start, self.looked_as_before = dict(counts), False
        #: So many stones were sown, and as far as it was seen.
        self.sown = self.seen = 0
        self.carries = [Carry(c.meaning, dict(c.pits), c.store) for c in turn.carried]

    def steps(self, chance: Random) -> Iterator[str]:
        """The turn is carried out, cell by cell: sown in order, carried home in any order."""
        self.now[self.turn.pit] = 0
        yield self.turn.pit
        for at, cell in enumerate(self.turn.path, 1):
            self.seen = at if not self.now[cell] else self.seen
            self.sown, self.now[cell] = at, self.now[cell] + 1
            yield cell
        for carry in self.carries:
            stones = sum(carry.pits.values())
            for pit in chance.sample([*carry.pits], len(carry.pits)):
                self.now[pit] = 0
                del carry.pits[pit]
                yield pit
            self.now[carry.store] += stones
            yield carry.store

    @property
    def _unsown(self) -> set[str]:
        """Where stones may still be to come."""
        return {*self.turn.path[self.seen :]}

    @property
    def _sows(self) -> bool:
        """Whether a stone is visibly still to come."""
        left = Counter(self.turn.path[self.sown :])
        return any(not self.now[cell] for cell in left)

    def expected(self, level: str, at: Any, then: Any) -> list[Meanings]:
        """What the lit cells say; where the board looks as if all were done, or as if another turn
        were being swept, that may be told as well; and where a lap has ended in its own pit, that
        its stones were looked at and put back, which is no move."""
        able = [self._strictly(level, then), *self._put_back(level, at)]
        return able + ([self._known(level, then), self._in_hand(level)] if self._looks_done else [])

    def _put_back(self, level: str, at: Any) -> Iterator[Meanings]:
        """The board looks as before the turn, or as if only its pit had been lifted since."""
        if self._looks_like(self.start):
            self.looked_as_before = True
            lit = untouched(self.game, at, level, again=False)
            yield {cell: meaning for cell, (meaning, _) in lit.items()}
        elif self.looked_as_before and self._looks_like(self.start | {self.turn.pit: 0}):
            anew = {cell: "sow" for cell in self.turn.path if level == "full"}
            yield {self.turn.store: "turn"} | anew

    @property
    def _looks_done(self) -> bool:
        return self._looks_like(self.turn.after)

    def _looks_like(self, counts: Counts) -> bool:
        return all(bool(self.now[cell]) == bool(n) for cell, n in counts.items())

    def _strictly(self, level: str, then: Any) -> Meanings:
        mover = self.turn.store
        if self._sows:
            return self._in_hand(level)
        over = self.game.outcome(then).over
        for carry in self.carries:  # of a store that holds stones nobody sees whether it got more
            if carry.pits or (over and carry is self.carries[-1]):
                return {mover: "turn"} | dict.fromkeys((*carry.pits, carry.store), carry.meaning)
        return self._known(level, then)

    def _in_hand(self, level: str) -> Meanings:
        """Stones are still to be sown, as far as it is known."""
        left = {cell: "sow" for cell in self._unsown if level == "full"}
        return {self.turn.store: "turn"} | left

    def _known(self, level: str, then: Any) -> Meanings:
        """The turn can be no other, and stones may still be in the hand."""
        if self.game.outcome(then).over:
            return self._in_hand(level)
        next_ = untouched(self.game, then, level, again=self.turn.again)
        lit = {cell: meaning for cell, (meaning, _) in next_.items()}
        way = {cell for cell in self._unsown if cell[0] in "ab" and level == "full"}
        if way - lit.keys() and not self.turn.again:
            lit["AB"[self.game.mover(then)]] = "next"  # what is steady is the way
        return dict.fromkeys(way, "path") | lit


def believed(seed: int, positions: int, orders: int) -> Tally:
    """The same where reeds see only which cells are empty."""
    chance, tally = Random(seed), Tally()
    for options in GAMES:
        game = made("kalah", **options)
        for position in random_positions(game, chance, positions):
            tally.positions += 1
            for pit in choices(game, position):
                tally.turns += 1
                for _ in range(orders):
                    _believed(game, position, pit, chance, tally)
    return tally


def _believed(game: AnyGame, position: Any, pit: str, chance: Random, tally: Tally) -> None:
    turn = Turn(game, counts_of(game, position), pit)
    then = game.play(position, game.read_turn(position, pit))
    table, tally.orders = Watched(game, sense=Sense.PRESENCE), tally.orders + 1
    table.begin(game.write_position(position))
    hands, done = Believing(game, turn, counts_of(game, position)), list[str]()
    for cell in hands.steps(chance):
        table.put({cell: hands.now[cell]})
        done.append(cell)
        if table.made:
            break  # it was seen to be whole
        for level in LEVELS:
            where = f"{text_of(game, position)} {level} {' '.join(done)}"
            tally.compare_meanings(table.lit(level), hands.expected(level, position, then), where)


def test_stones_seen_by_reeds() -> None:
    """K4-K8: where only empty pits are seen, exactly what may come next as far as anybody can know
    is lit; what was seen to be done goes out."""
    believed(1, 5, 2).check()


def test_a_lap_that_ends_in_its_own_pit() -> None:
    """K4, K6: thirteen stones come round to their own pit, and no reed tells that from stones put
    back; once the pit opposite is emptied it was the lap, and the capture is lit."""
    game = made("kalah", pits=6, stones=6)
    table = Watched(game, sense=Sense.PRESENCE)
    table.begin("S 4,13,1,3,2,1/9 6,1,1,18,1,6/6")
    table.put({"a2": 0})
    table.put({"a2": 1})
    assert {*table.lit("full").values()} == {("turn", 0), ("may-lift", 0)}
    table.put({"b5": 0})
    for level in LEVELS:
        assert table.lit(level).keys() == {"a2", "A"}
        assert {meaning for meaning, _ in table.lit(level).values()} == {"capture"}
    table.put({"a2": 0})
    assert table.lit("full")["B"] == ("turn", 0) and "a2" not in table.lit("full")
