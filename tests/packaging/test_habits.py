"""What the repository promises to those who come to it: an index, hooks, CI, questions to ask."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from controller import __version__
from controller.cli import _parser
from tests.packaging.wheels import HOME

DOCS = HOME / "docs"
TEMPLATES = sorted((HOME / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


def _yaml(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def _links(page: Path) -> set[Path]:
    found = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    return {(page.parent / link).resolve() for link in found if "://" not in link}


def test_the_index_names_every_page() -> None:
    """Whatever stands in docs/ is found from docs/README.md, under a reader."""
    assert {*DOCS.rglob("*.md")} - {DOCS / "README.md"} <= _links(DOCS / "README.md")


@pytest.mark.parametrize("page", [DOCS / "README.md", HOME / "examples" / "README.md"])
def test_the_index_leads_somewhere(page: Path) -> None:
    """No link of an index leads nowhere."""
    assert [str(link) for link in _links(page) if not link.exists()] == []


def test_hooks_ask_what_lint_asks() -> None:
    """Before a commit the very programs run that `make lint` runs, with the same words."""
    (local,) = _yaml(HOME / ".pre-commit-config.yaml")["repos"]
    asked = {re.sub(r" \.$", "", line) for line in _recipe("lint")}
    assert {hook["entry"].replace(".venv/bin", "$(BIN)") for hook in local["hooks"]} == asked


def _recipe(target: str) -> list[str]:
    makefile = (HOME / "Makefile").read_text("utf-8")
    rule = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert rule
    return [line.strip() for line in rule[1].splitlines()]


def test_public_ci_is_our_ci() -> None:
    """The workflow runs .ci/run and nothing else of ours, and may only read."""
    workflow = _yaml(HOME / ".github" / "workflows" / "ci.yml")
    steps = workflow["jobs"]["test"]["steps"]
    assert ".ci/run" in [step.get("run") for step in steps]
    assert workflow["permissions"] == {"contents": "read"}
    assert (HOME / ".ci" / "run").stat().st_mode & 0o100


@pytest.mark.parametrize("name", ["board.yml", "play.yml"])
def test_who_reports_a_fault_is_asked_for_the_bundle(name: str) -> None:
    """A fault at a board comes with what `lunka doctor --bundle` writes, by words that it takes."""
    template = _yaml(HOME / ".github" / "ISSUE_TEMPLATE" / name)
    (asked,) = [part for part in template["body"] if part.get("id") == "bundle"]
    command = re.search(r"`lunka (doctor [^`]+)`", asked["attributes"]["description"])
    assert command
    assert asked["validations"]["required"]
    words = command[1].split()
    assert _parser(words).parse_args(words).bundle is not None


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.name))
def test_templates_are_whole(path: Path) -> None:
    """Each template has what the forge needs to show it."""
    template = _yaml(path)
    if path.name == "config.yml":
        assert template == {"blank_issues_enabled": False, "contact_links": []}
    else:
        assert {"name", "description", "body"} <= template.keys()
        ids = [part["id"] for part in template["body"] if part["type"] != "markdown"]
        assert len(ids) == len({*ids}) > 0


def test_one_version() -> None:
    """The package, the program and the newest section of the changelog are of one version."""
    project = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))["project"]
    changes = (HOME / "CHANGELOG.md").read_text("utf-8")
    newest = re.search(r"^## (\S+)", changes, re.MULTILINE)
    assert newest
    assert project["version"] == __version__ == newest[1]
