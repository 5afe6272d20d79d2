"""Oware, a package of its own: everything that Lunka does, it does with a guest, too."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from controller.competition.rules import read_rules
from controller.games.catalogue import names
from controller.record.verify import verify
from tests.cli.running import Lunka
from tests.daemon.running import PROGRAM, running

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.usefixtures("oware")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory, shop: Path) -> Path:
    """A record with a simulated game of Oware; tests only read it."""
    path = tmp_path_factory.mktemp("oware") / "oware.db"
    words = ("simulate", "oware", "--games", "1", "--seed", "5", "--record", str(path))
    environment = {**os.environ, "PYTHONPATH": str(shop)}
    done = subprocess.run([*PROGRAM, *words], env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return path


def test_no_line_of_lunka_knows_it() -> None:
    """The name stands nowhere in Lunka's own code, page and words included."""
    rooms = (ROOT / room for room in ("controller", "hardware", "firmware"))
    files = [path for room in rooms for path in room.rglob("*") if path.is_file()]
    told = [path for path in files if path.suffix in (".py", ".js", ".css", ".html", ".toml")]
    knowing = [path for path in told if "oware" in path.read_text(encoding="utf-8").lower()]
    assert knowing == []
    assert "oware" in names()


@pytest.mark.parametrize("sensors", ["load", "reed"])
def test_simulated_people_play_it(lunka: Lunka, sensors: str) -> None:
    """On load cells and on reeds, with habits and slips, and every turn is recorded right."""
    told = lunka(
        *("simulate", "oware", "--sensors", sensors, "--people", "club"),
        *("--games", 2, "--seed", 11, "--json"),
    )
    totals = json.loads(told.out.splitlines()[-1])
    assert (totals["games"], totals["wrong"]) == (2, 0)


@pytest.mark.soak
@pytest.mark.parametrize("sensors", ["load", "reed"])
@pytest.mark.parametrize("people", ["calm", "club"])
def test_a_hundred_games_without_a_mistake(lunka: Lunka, sensors: str, people: str) -> None:
    """A hundred games on either board, on a good day: not one record is wrong."""
    told = lunka(
        *("simulate", "oware", "--sensors", sensors, "--people", people),
        *("--wood", "kind", "--games", 100, "--json"),
    )
    totals = json.loads(told.out.splitlines()[-1])
    assert (totals["games"], totals["wrong"]) == (100, 0)


def test_its_record_is_whole_and_goes_home_in_every_form(
    tmp_path: Path, lunka: Lunka, record: Path
) -> None:
    """It is proved by its own rules, shown, exported as text and JSON, and played again."""
    assert verify(record).ok
    assert "every turn by the rules" in str(verify(record))
    shown = lunka("show", "--record", record).out
    assert '[Game "oware"]' in shown
    assert lunka("replay", "--record", record).code == 0
    for form in ("text", "json", "html"):
        target = tmp_path / f"game.{form}"
        assert lunka("export", "--record", record, "--format", form, "--output", target).code == 0
        assert target.stat().st_size > 500


@pytest.mark.parametrize(("language", "title"), [("en", "Oware"), ("ru", "Овари")])
def test_its_report_has_its_title_and_pictures(
    tmp_path: Path, lunka: Lunka, record: Path, language: str, title: str
) -> None:
    """Every position is drawn, in the drawing of any board of pits."""
    target = tmp_path / "report.html"
    options = ("--format", "html", "--language", language, "--output", target)
    assert lunka("export", "--record", record, *options).code == 0
    page = target.read_text(encoding="utf-8")
    assert f"{title} · " in page
    assert page.count('class="board"') > 20
    assert "<pre" not in page


def test_the_rules_answer_as_a_service(lunka: Lunka) -> None:
    """The command line lists it, and names what its options allow."""
    assert "oware" in lunka("rules", "--help").out
    refused = lunka("rules", "oware", "--set", "grand_slam=half").mistake
    assert "nothing or everything or forbidden" in refused


def test_a_table_plays_it(home: Path) -> None:
    """`lunka play oware`: hands sow, the next side is to move, and words are said in its words."""
    with running(home, "oware", "--players", "Anna", "Boris") as table:
        view = table.ready()
        assert (view["game"], view["title"]["en"], view["layout"]["kind"]) == (
            "oware",
            "Oware",
            "pits",
        )
        table.sow("a3", "a4 a5 a6 b1")
        view = table.wait(lambda view: view["mover"] == 1)
        assert [move["turn"] for move in view["moves"]] == ["a3"]
        assert [each["text"]["en"] for each in view["decisions"]] == ["Offer to share what is left"]
        view = table.do("decide", decision="split", side=1)
        assert view["sentence"]["en"].startswith("Anna")
        assert "each takes what lies on the own side" in view["sentence"]["en"]
        view = table.do("decide", decision="accept", side=0)
        assert (view["status"], view["result"]["scores"]) == ("over", [23, 25])


def test_a_hall_holds_a_competition_of_it() -> None:
    """A director may choose it; it is not played in matches."""
    told = {
        "do": "create",
        "competition": "open",
        "title": "Open",
        "format": "swiss",
        "game": "oware",
        "rounds": 3,
        "tables": ["t1"],
    }
    rules = read_rules(told)
    assert rules.game == "oware"


def test_the_page_offers_it_with_its_own_choices(home: Path) -> None:
    """A kalah board offers kalah and the guest, which says itself what may be chosen in it."""
    with running(home, "kalah") as table:
        games = {each["name"]: each for each in table.http.get("/api/choices").json()["games"]}
        assert [*games] == ["kalah", "oware"]
        guest = games["oware"]
        assert (guest["title"]["ru"], guest["begin"]) == ("Овари", ["south", "north"])
        assert [choice["key"] for choice in guest["options"]] == ["seeds", "grand_slam", "houses"]
        assert guest["options"][1]["words"]["nothing"]["en"] == "takes nothing"
        view = table.do("new", game="oware", players=["A", "B"], options={"seeds": 3})
        assert (view["game"], view["cells"]["a1"]["count"]) == ("oware", 3)
