"""The certificates of a hall: an authority of its own, and one for the broker's names.

openssl makes them; who believes them is told by `ca`, which every table gets when it joins.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

from controller.games.told import Told

#: Ten years for the authority, and for the broker as long as anybody believes one.
_AUTHORITY_DAYS, _BROKER_DAYS = 3650, 825
_CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")


class HallError(ValueError):
    """A hall cannot be set up or joined; the sentence says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Certificates:
    """Where a hall keeps its certificates and their keys."""

    folder: Path

    @property
    def ca(self) -> Path:
        """What everybody trusts."""
        return self.folder / "hall-ca.crt"

    @property
    def ca_key(self) -> Path:
        """What signs; it never leaves this machine."""
        return self.folder / "hall-ca.key"

    @property
    def cert(self) -> Path:
        """The broker's certificate."""
        return self.folder / "hall.crt"

    @property
    def key(self) -> Path:
        """The broker's key."""
        return self.folder / "broker.key"

    def make(self, names: Iterable[str]) -> None:
        """An authority, unless there is one, and a certificate for these names and addresses; the
        one that is there stays where it is for the same names."""
        told, kept = _extensions(names), self.folder / "hall.names"
        if self.cert.exists() and kept.exists() and kept.read_text(encoding="ascii") == told:
            return
        if not self.ca.exists():
            self._authority()
        request, extra = self.folder / "hall.csr", self.folder / "hall.ext"
        try:
            _openssl(
                "req", *_CURVE, "-subj", "/CN=lunka hall", "-keyout", self.key, "-out", request
            )
            extra.write_text(told, encoding="ascii")
            _openssl(
                *("x509", "-req", "-in", request, "-CA", self.ca, "-CAkey", self.ca_key),
                *("-CAcreateserial", "-days", _BROKER_DAYS, "-extfile", extra, "-out", self.cert),
            )
        finally:
            for draft in (request, extra, self.ca.with_suffix(".srl")):
                draft.unlink(missing_ok=True)
        self.key.chmod(0o600)
        kept.write_text(told, encoding="ascii")

    def _authority(self) -> None:
        # Python 3.13 believes no authority that does not say that it signs.
        usage = "keyUsage=critical,keyCertSign"
        _openssl(
            *("req", "-x509", *_CURVE, "-days", _AUTHORITY_DAYS, "-subj", "/CN=Our hall"),
            *("-addext", usage, "-keyout", self.ca_key, "-out", self.ca),
        )
        self.ca_key.chmod(0o600)


def _extensions(names: Iterable[str]) -> str:
    told = ",".join(f"{'IP' if _is_address(name) else 'DNS'}:{name}" for name in names)
    return f"subjectAltName={told}\nauthorityKeyIdentifier=keyid\n"


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _openssl(*words: object) -> None:
    program = shutil.which("openssl")
    if program is None:
        raise HallError(
            Told("certificates are made by openssl, which is missing: apt-get install openssl")
        )
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise HallError(Told("openssl makes no certificate: {reason}", reason=said))
