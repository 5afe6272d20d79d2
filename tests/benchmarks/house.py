"""How the house is built, in figures: `python -m tests.benchmarks.house [TREE ...]`.

Each tree is a checkout; several are printed side by side, to see what a change brought. Nothing is
run: the figures are read from the source.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOMS = ("controller", "hardware", "firmware")
#: What gives an event out does not interpret it.
_GIVING = ("emit", "add", "_event", "_turned", "Event")
#: A step of the line of play that came late, and everything that it is called by.
_STEP = ("director.ruled", "DirectorRuled", "Ruled")
_BRANCHES = (ast.If, ast.For, ast.While, ast.ExceptHandler, ast.IfExp, ast.match_case)
_SMALL = 40
#: Who names so many kinds of events tells them apart.
_SEVERAL = 3


@dataclass(frozen=True)
class Module:
    """One module of a tree."""

    name: str
    path: Path
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax."""
        return ast.parse(self.text)

    @cached_property
    def lines(self) -> int:
        """How many lines it has."""
        return len(self.text.splitlines())

    @cached_property
    def code(self) -> int:
        """How many of them are neither empty nor comment nor docstring."""
        told = {line for node in ast.walk(self.tree) for line in _docstring(node)}
        kept = (
            line.strip()
            for number, line in enumerate(self.text.splitlines(), start=1)
            if number not in told
        )
        return sum(bool(line) and not line.startswith("#") for line in kept)

    def imports(self) -> Iterator[tuple[str, str]]:
        """What it imports: the module, and the name from there (empty: the module itself)."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                yield from ((node.module, each.name) for each in node.names)
            elif isinstance(node, ast.Import):
                yield from ((each.name, "") for each in node.names)

    def words(self) -> Iterator[str]:
        """Every text and name in it, but for the kinds of events that it gives out."""
        yield from _words(self.tree)


def _docstring(node: ast.AST) -> range:
    """The lines of a docstring, where it has one."""
    body = getattr(node, "body", None)
    first = body[0] if isinstance(body, list) and body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        return range(first.lineno, (first.end_lineno or first.lineno) + 1)
    return range(0)


def _words(node: ast.AST) -> Iterator[str]:
    given = _first_argument(node)
    for child in ast.iter_child_nodes(node):
        if child is not given:
            yield from _words(child)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Name):
        yield node.id


def _first_argument(node: ast.AST) -> ast.AST | None:
    if not isinstance(node, ast.Call) or not node.args:
        return None
    name = node.func.attr if isinstance(node.func, ast.Attribute) else _name(node.func)
    return node.args[0] if name in _GIVING else None


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


class House:
    """Every module of a checkout."""

    def __init__(self, root: Path) -> None:
        files = (path for room in ROOMS for path in sorted((root / room).rglob("*.py")))
        self.modules = [
            Module(_dotted(path.relative_to(root)), path.relative_to(root), path.read_text("utf-8"))
            for path in files
        ]
        self.kinds = frozenset(_kinds(root))

    def interpreting(self) -> list[Module]:
        """Who tells several kinds of events apart, by name or as typed values."""
        return [module for module in self.modules if self._interprets(module)]

    def _interprets(self, module: Module) -> bool:
        """Who looks for one or two kinds only finds something in the record."""
        imports = [*module.imports()]
        named = self.kinds & set(module.words())
        typed = sum(source == "controller.play.happenings" for source, _ in imports)
        visits = ("controller.record.steps", "Visitor") in imports
        return visits or max(len(named), typed) >= _SEVERAL

    def knowing_a_step(self) -> list[Module]:
        """Whom a kind of step touches."""
        return [module for module in self.modules if not set(_STEP).isdisjoint(module.words())]

    def with_one_importer(self) -> list[Module]:
        """Modules that only one other needs."""
        importers: dict[str, set[str]] = {}
        for module in self.modules:
            for source, name in module.imports():
                for target in (source, f"{source}.{name}"):
                    importers.setdefault(target, set()).add(module.name)
        return [module for module in self.modules if len(importers.get(module.name, ())) == 1]

    def asking_for_games(self) -> list[str]:
        """Where somebody asks whether something is of a class that one game brings."""
        return [
            f"{module.path}:{call.lineno}"
            for module in self.modules
            for call in ast.walk(module.tree)
            if isinstance(call, ast.Call) and _name(call.func) == "isinstance"
            if _foreign(module, call)
        ]

    def naming(self, kind: str) -> list[Module]:
        """Who names this kind of event."""
        return [module for module in self.modules if f'"{kind}"' in module.text]

    def busiest(self) -> tuple[int, str]:
        """The function with most branches."""
        counts = (
            (_branches(node), f"{module.path}:{node.name}")
            for module in self.modules
            for node in ast.walk(module.tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        )
        return max(counts)


def _dotted(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def _kinds(root: Path) -> Iterator[str]:
    """The kinds of events, from the table in the documentation."""
    page = (root / "docs" / "architecture.md").read_text("utf-8")
    table = page[page.index("| kind |") :].split("\n\n")[0]
    for row in table.splitlines()[2:]:
        yield from (each for each in row.split("|")[1].strip().replace("`", "").split(", ") if each)


def _foreign(module: Module, call: ast.Call) -> bool:
    """Whether the class asked for lies in the folder of a game that this module is not of."""
    asked = {_name(node) for node in ast.walk(call.args[1])} - {""}
    for source, name in module.imports():
        parts = source.split(".")
        in_folder = parts[:2] == ["controller", "games"] and len(parts) > 2
        if name in asked and in_folder and _is_folder(parts[2]):
            return not module.name.startswith(".".join(parts[:3]))
    return False


def _is_folder(name: str) -> bool:
    return name in ("kalah", "nardy", "gyges", "kakuzu", "oware")


def _branches(function: ast.AST) -> int:
    total = 1
    for node in ast.walk(function):
        total += isinstance(node, _BRANCHES)
        total += len(node.values) - 1 if isinstance(node, ast.BoolOp) else 0
        total += len(node.ifs) if isinstance(node, ast.comprehension) else 0
    return total


def figures(root: Path) -> dict[str, str]:
    """What is measured of one checkout, in words."""
    house = House(root)
    interpreting = house.interpreting()
    branches, where = house.busiest()
    alone = house.with_one_importer()
    return {
        "lines that interpret events": f"{sum(each.lines for each in interpreting)}"
        f" in {len(interpreting)} files",
        f"files that a step like {_STEP[0]} touches": f"{len(house.knowing_a_step())}",
        f"modules with one importer, and under {_SMALL} lines of code": f"{len(alone)},"
        f" {sum(each.code < _SMALL for each in alone)}",
        "isinstance of a game's class outside its folder": f"{len(house.asking_for_games())}",
        "files that name turn.takeback": f"{len(house.naming('turn.takeback'))}",
        "highest branch count": f"{branches} ({where})",
    }


def main() -> None:
    """Print the figures of every tree that is named, or of this one."""
    roots = [Path(name) for name in sys.argv[1:]] or [Path(__file__).parents[2]]
    columns = [figures(root) for root in roots]
    for what in columns[0]:
        print(f"{what}: {' -> '.join(column[what] for column in columns)}")


if __name__ == "__main__":
    main()
