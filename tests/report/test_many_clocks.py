"""The HTML report of a game of three and of four with clocks: everybody's time is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from controller.record.matches import MatchWalk
from controller.report.report import report_of
from controller.report.words import Words
from controller.words.catalogue import LANGUAGES, text
from tests.record.clocked import MINUTES, NAMES, clocked_game, clocks, kept, runner


def words_of(page: str) -> str:
    """The words of a page, without its drawings' shapes."""
    return re.sub(r"\s+", " ", re.sub(r"<style.*?</style>|<[^>]+>", " ", page, flags=re.DOTALL))


@pytest.mark.parametrize("players", [3, 4])
def test_the_report_tells_all_clocks(tmp_path: Path, players: int) -> None:
    """The clock, what each had left, and whose flag fell."""
    here = clocked_game(tmp_path, players)
    (late,) = runner(here)
    here.let(MINUTES * 60.0)
    left = " ".join(f"{seconds:.1f}" for seconds in clocks(here))
    walked, side = kept(here), here.table.state.rules.sides[late]
    here.close()
    for language in LANGUAGES:
        page = report_of(MatchWalk((walked,)), language)
        told, words = words_of(page), Words(language)
        assert f"{words.tag('Clock')} plain {MINUTES}+10 {words.tag('ClockLeft')} {left} " in told
        flag = text(language, "the time of {side} was up")
        assert flag.format(side=text(language, side)) in told
        assert all(name in told for name in NAMES[:players])


@pytest.mark.parametrize("players", [3, 4])
def test_the_time_chart_has_a_bar_for_every_turn_of_everybody(tmp_path: Path, players: int) -> None:
    """Each turn is a bar in its player's colour, with its seconds beside the move."""
    here = clocked_game(tmp_path, players)
    walked = kept(here)
    here.close()
    page = report_of(MatchWalk((walked,)))
    bars = re.findall(r'<rect [^>]*class="side-(\d)"[^>]*><title>', page)
    assert list(map(int, bars)) == [ply.side for ply in walked.plies]
    assert set(bars) == set(map(str, range(players)))
    for ply in walked.plies:
        assert f" {round(ply.seconds, 1):g} s " in words_of(page)
