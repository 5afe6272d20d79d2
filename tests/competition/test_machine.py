"""Any commands in any order: what always holds, whatever the director does."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from controller.competition import Competition, CompetitionError
from controller.competition.book import keep_book, struck_out
from controller.competition.costs import Contender
from controller.competition.draw import contenders
from controller.competition.values import How, Tournament
from tests.competition.desk import Desk
from tests.competition.fields import total
from tests.competition.test_swiss import all_pairings

NAMES = [f"P{number}" for number in range(1, 8)]
numbers = st.integers(1, 6)
scores = st.lists(st.integers(0, 3), min_size=2, max_size=2)
anything = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.text(max_size=4) | st.sampled_from(NAMES),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)


class Directing(RuleBasedStateMachine):
    """A director who tries everything; refusals are remembered only by what they leave alone."""

    @initialize(
        format_=st.sampled_from(["swiss", "swiss", "round-robin", "knockout"]),
        players=st.integers(2, 7),
        slide=st.booleans(),
    )
    def create(self, format_: str, players: int, slide: bool) -> None:
        rules: dict[str, Any] = {"tables": ["t1", "t2"]}
        if format_ == "swiss":
            rules |= {"rounds": 9, "pairing": "slide" if slide else "fold"}
        self.desk = Desk(format_, players=players, **rules)

    def _try(self, name: str, **said: Any) -> bool:
        try:
            self.desk.do(name, **said)
        except CompetitionError as refusal:
            assert str(refusal)
            return False
        return True

    @rule(player=st.sampled_from(NAMES))
    def enter(self, player: str) -> None:
        self._try("enter", player=player)

    @rule(player=st.sampled_from(NAMES))
    def withdraw(self, player: str) -> None:
        self._try("withdraw", player=player)

    @rule()
    def pair(self) -> None:
        before = self.desk.it
        if self._try("pair"):
            _check_round(before, self.desk.it)

    @rule(board=numbers, said=scores)
    def report(self, board: int, said: list[int]) -> None:
        self._try("report", round=len(self.desk.it.rounds) or 1, board=board, scores=said)

    @rule(board=numbers)
    def confirm(self, board: int) -> None:
        self._try("confirm", round=len(self.desk.it.rounds) or 1, board=board)

    @rule(rounds=st.lists(st.lists(scores, min_size=4, max_size=4), min_size=1, max_size=4))
    def go_on(self, rounds: list[list[list[int]]]) -> None:
        """Settle what is open and pair, some rounds long."""
        for results in rounds:
            for number, board in list(self.desk.it.boards()):
                if not board.over:
                    one, other = results[board.number % 4]
                    said = [one, other] if one != other else [1, 0]
                    assert self._try("report", round=number, board=board.number, scores=said)
                    assert self._try("confirm", round=number, board=board.number)
            self.pair()

    @rule(number=numbers, board=numbers, said=scores)
    def correct(self, number: int, board: int, said: list[int]) -> None:
        self._try("correct", round=number, board=board, scores=said, why="looked again")

    @rule(number=numbers, player=st.sampled_from(NAMES), board=numbers)
    def forfeit(self, number: int, player: str, board: int) -> None:
        self._try("report", round=number, board=board, forfeit=player)

    @rule(number=numbers, board=st.none() | numbers)
    def cancel(self, number: int, board: int | None) -> None:
        said = {} if board is None else {"board": board}
        self._try("cancel", round=number, why="x", **said)

    @rule(number=numbers, board=numbers, table=st.sampled_from(["t1", "t2", "t3"]))
    def assign(self, number: int, board: int, table: str) -> None:
        self._try("assign", round=number, board=board, table=table)

    @rule(player=st.sampled_from(NAMES), number=st.none() | numbers, back=st.booleans())
    def excuse(self, player: str, number: int | None, back: bool) -> None:
        said = {} if number is None else {"round": number}
        self._try("excuse", player=player, back=back, **said)

    @rule(number=numbers, board=numbers, other=numbers)
    def swap(self, number: int, board: int, other: int) -> None:
        self._try("swap", round=number, board=board, other=other)

    @rule()
    def close(self) -> None:
        if self._try("close"):
            self._try("reopen", why="x")

    @rule(
        name=st.sampled_from(["enter", "pair", "report", "confirm", "correct", "cancel", "dance"]),
        said=st.dictionaries(
            st.sampled_from(["player", "round", "board", "scores", "winner", "fixed", "why", "x"]),
            anything,
            max_size=4,
        ),
    )
    def rave(self, name: str, said: dict[str, Any]) -> None:
        self._try(name, **said)

    @invariant()
    def the_events_tell_everything(self) -> None:
        if hasattr(self, "desk"):
            assert Competition.fold(self.desk.events) == self.desk.hall

    @invariant()
    def standings_add_up(self) -> None:
        if not hasattr(self, "desk"):
            return
        it, view = self.desk.it, self.desk.view
        points = sum(line["points"] for line in view["standings"])
        struck = struck_out(it)
        counting = [board for _, board in it.boards() if not struck.intersection(board.players)]
        assert points == sum(_worth(it, board.settled) for board in counting)
        assert sorted(line["number"] for line in view["standings"]) == sorted(it.players)
        places = [line["place"] for line in view["standings"]]
        assert places == sorted(places)
        assert places[0] == 1


def _worth(it: Tournament, result: Any) -> float:
    if result is None or result.how is How.NOBODY:
        return 0
    if result.how is How.EXCUSED:
        return 0.5
    if result.how is How.BYE:
        return 1 if it.rules.format == "swiss" else 0
    return 1


def _check_round(before: Tournament, after: Tournament) -> None:
    """Everybody exactly once; in Swiss no rematch and no second bye that could be avoided."""
    boards = after.rounds[-1].boards
    seated = [who for board in boards for who in board.players]
    assert len(seated) == len(set(seated))
    if after.rules.format == "swiss":
        assert sorted(seated) == sorted(before.active)
        excused = {
            board.players[0] for board in boards if board.result and board.result.how is How.EXCUSED
        }
        met = [board.players for board in boards if board.players[0] not in excused]
        _check_best(before, met, excused)
    if after.rules.format == "round-robin":
        assert sorted(seated) == sorted(after.order)


def _check_best(before: Tournament, pairs: list[tuple[int, ...]], excused: set[int]) -> None:
    field = [each for each in contenders(before) if each.number not in excused]
    here = set(before.active) - excused
    ours = _avoidable(field, pairs)
    assert ours == min(
        _avoidable(field, other) for other in all_pairings([each.number for each in field])
    )
    assert {each.number: each.points for each in field} == {
        who: points for who, points in keep_book(before).points.items() if who in here
    }


def _avoidable(field: list[Contender], pairs: list[tuple[int, ...]]) -> tuple[int, int]:
    """Rematches, then second byes."""
    levels = total(field, pairs)
    return levels.get(0, 0), levels.get(1, 0)


Directing.TestCase.settings = settings(
    max_examples=100,
    stateful_step_count=20,
)
TestDirecting = Directing.TestCase
