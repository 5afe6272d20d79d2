"""The certificates that docs/hall.md has one make are believed by every Python we promise."""

from __future__ import annotations

import re
import ssl
import subprocess
from pathlib import Path

from tests.machine.skips import program

HALL = Path(__file__).parents[2] / "docs" / "hall.md"


def _make(folder: Path) -> None:
    """Run the document's own lines."""
    program("openssl")
    text = HALL.read_text(encoding="utf-8")
    block = re.search(r"^(openssl req -x509 .*? -out hall\.crt)$", text, re.DOTALL | re.MULTILINE)
    assert block
    subprocess.run(["sh", "-ec", block[1]], cwd=folder, check=True, capture_output=True)


def _shake_hands(table: ssl.SSLObject, broker: ssl.SSLObject, pipes: list[ssl.MemoryBIO]) -> None:
    for _ in range(4):
        for side, out, into in ((table, pipes[0], pipes[1]), (broker, pipes[2], pipes[3])):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                pass
            finally:
                into.write(out.read())


def test_the_documented_certificates_are_believed(tmp_path: Path) -> None:
    """Also as strictly as Python 3.13 looks at them (RFC 5280)."""
    _make(tmp_path)
    strict = ssl.create_default_context(cafile=str(tmp_path / "hall-ca.crt"))
    strict.verify_flags |= ssl.VERIFY_X509_STRICT
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(tmp_path / "hall.crt", tmp_path / "hall.key")
    to_table, from_table, to_broker, from_broker = (ssl.MemoryBIO() for _ in range(4))
    table = strict.wrap_bio(to_table, from_table, server_hostname="hall.local")
    broker = serving.wrap_bio(to_broker, from_broker, server_side=True)
    _shake_hands(table, broker, [from_table, to_broker, from_broker, to_table])
    assert table.version() == "TLSv1.3"
