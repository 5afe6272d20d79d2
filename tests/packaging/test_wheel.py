"""What is installed from a wheel is whole: page, profiles and all, far from the checkout."""

from __future__ import annotations

import subprocess
import tarfile
import tomllib
from pathlib import Path
from zipfile import ZipFile

from tests.daemon.running import running
from tests.packaging.conftest import ROOT, build


def _names(wheel: Path) -> set[str]:
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


def _source_files() -> set[str]:
    """Every file of the packages that are for installing."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    return {
        str(path.relative_to(ROOT))
        for package in packages
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_wheel_holds_every_file_and_no_other(wheel: Path) -> None:
    """Code, page, profiles and type markers are in; tests and documents are not."""
    inside = {name for name in _names(wheel) if ".dist-info/" not in name}
    assert inside == _source_files()
    assert {"controller/py.typed", "hardware/py.typed"} <= inside


def test_wheel_carries_the_licence(wheel: Path) -> None:
    """Whoever gets the wheel gets the licence."""
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in _names(wheel))


def test_source_archive_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    """Nothing is lost on the way through an sdist."""
    archive = build(ROOT, "sdist", tmp_path / "sdist")
    with tarfile.open(archive) as opened:
        # Debian 12's Python 3.11.2 has no filters yet; later ones want to be told which to take.
        opened.extraction_filter = getattr(tarfile, "data_filter", None)
        opened.extractall(tmp_path)
    (folder,) = tmp_path.glob("lunka-*")
    assert _names(build(folder, "wheel", tmp_path / "again")) == _names(wheel)


def test_packages_come_from_the_wheel(clean: Path, tmp_path: Path) -> None:
    """The clean environment does not see the checkout."""
    code = "import controller, hardware; print(controller.__file__, hardware.__file__)"
    python = str(clean / "python")
    done = subprocess.run(
        [python, "-c", code], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    for file in done.stdout.split():
        assert Path(file).is_relative_to(clean.parent)


def test_installed_table_plays(clean: Path, tmp_path: Path) -> None:
    """`lunka play` from anywhere: the page and each of its files are served, a turn is made."""
    with running(tmp_path / "home", "--set", "stones=4", program=[str(clean / "lunka")]) as table:
        assert "<html" in table.http.get("/").text
        static = ROOT / "controller" / "web" / "static"
        files = [path for path in static.rglob("*") if path.suffix in (".js", ".css", ".svg")]
        assert any("vendor" in path.parts for path in files)
        for path in files:
            answer = table.http.get(f"/static/{path.relative_to(static)}")
            assert answer.status_code == 200, path
            if path.name != "lunka.css":  # served as one with all that it imports
                assert answer.content == path.read_bytes(), path
        table.ready()
        table.sow("a3", "a4 a5 a6 A")
        table.wait(lambda view: view["moves"])
        assert table.end() == (0, "")


def test_installed_profiles(clean: Path, tmp_path: Path) -> None:
    """Every shipped board opens from the wheel."""
    shipped = {path.stem for path in (ROOT / "hardware" / "profiles").glob("*.toml")}
    code = (
        "from hardware.profile import *\n"
        "from controller.settings.config import find_profile\n"
        f"for name in {sorted(shipped)}: print(find_profile(name).name)"
    )
    done = subprocess.run(
        [str(clean / "python"), "-c", code], cwd=tmp_path, capture_output=True, check=True
    )
    assert len(done.stdout.splitlines()) == len(shipped)
