"""Another Debian in a folder, made by mmdebstrap and kept, to run commands in."""

from __future__ import annotations

import getpass
import os
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from tests.machine.needs import NEEDS, is_here
from tests.machine.rights import as_root, is_debian, works

_INSIDE = Path(__file__).with_name("inside.sh")
#: The packages it is made with are noted here: others make another root.
_NOTE = "etc/lunka-packages"
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
#: What of our environment a command inside may know.
_LENT = re.compile(
    r"(?:PIP|PYTEST)_\w+|\w*(?:SSL|CA)_CERT\w*|\w+_CA_BUNDLE|\w+_(?:proxy|PROXY)|LANG"
)


def cannot() -> str | None:
    """Why no root can be made and entered here."""
    rights = as_root()
    if not is_debian():
        return "this is not a Debian"
    if rights is None:
        return "that takes root, or sudo without a password"
    if not is_here(NEEDS["mmdebstrap"]):
        return "mmdebstrap is not installed"
    if not works([*rights, "unshare", "--mount", "true"]):
        return "nothing may be mounted on this machine"
    return None


def kept_in() -> Path:
    """Where roots stay from one run to the next."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "lunka"


class DebianRoot:
    """A Debian of this name with these packages; it is made at the first command."""

    def __init__(self, folder: Path, debian: str, packages: Iterable[str]) -> None:
        self.folder, self.debian, self.packages = folder, debian, sorted(packages)

    def run(self, *command: str) -> int:
        """Run a command in it, in the folder where we are; its exit status."""
        if not self._is_made():
            self._make()
        settings = {name: value for name, value in os.environ.items() if _LENT.fullmatch(name)}
        settings |= {"HOME": str(Path.home()), "PATH": _PATH, "USER": getpass.getuser()}
        lent = [f"{name}={value}" for name, value in settings.items()]
        enter = ["unshare", "--mount", "sh", str(_INSIDE), str(self.folder), getpass.getuser()]
        order = [*(as_root() or []), "env", "-i", *lent, *enter, *command]
        return subprocess.run(order, check=False).returncode

    def _is_made(self) -> bool:
        note = self.folder / _NOTE
        return note.is_file() and note.read_text().split() == self.packages

    def _make(self) -> None:
        """What is half made has another name, so that it is never taken for whole."""
        made = self.folder.with_name(f"{self.folder.name}.new")
        made.parent.mkdir(parents=True, exist_ok=True)
        self._as_root("rm", "-rf", "--one-file-system", self.folder, made)
        include = f"--include={','.join(self.packages)}"
        making = ("mmdebstrap", "--quiet", "--variant=apt", include, self.debian, made)
        self._as_root(*making, *_mirror())
        self._as_root("sh", "-c", 'echo "$1" > "$0"', made / _NOTE, " ".join(self.packages))
        self._as_root("mv", made, self.folder)

    def _as_root(self, *command: object) -> None:
        subprocess.run([*(as_root() or []), *map(str, command)], check=True)


def _mirror() -> list[str]:
    """Where this machine has its own Debian packages from; nothing: where everybody has."""
    wanted = ("Created-By: Packages", "Label: Debian")
    order = ["apt-get", "indextargets", "--format", "$(REPO_URI)", *wanted]
    said = subprocess.run(order, capture_output=True, text=True, check=False).stdout
    return sorted(set(said.split()))[:1]
