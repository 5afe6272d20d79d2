"""What an owner puts on the card and what it tells: the image's `lunka-card` in a scratch root."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from controller.daemon.keys import table_key
from tests.service.scratch import HOME

SCRIPT = HOME / "systemd/image/root/usr/local/sbin/lunka-card"
IMAGE = HOME / "systemd/image/root"

#: What only root, or a Pi, could do; each writes down that it was called, and with what.
_STAND_INS = {
    "install": "shift_owner() { for word; do case $skip:$word in 1:*) skip=0 ;; 0:-[og]) skip=1 ;;"
    ' *) set -- "$@" "$word" ;; esac; shift; done; exec /usr/bin/install "$@"; }; skip=0;'
    ' shift_owner "$@"',
    "chpasswd": 'read line; echo "chpasswd $line" >>"$CALLS";'
    ' sed -i "s/^maker:!/maker:hash/" "$LUNKA_ROOT/etc/shadow"',
    "systemctl": 'echo "systemctl $*" >>"$CALLS"',
    "ssh-keygen": 'echo "ssh-keygen $*" >>"$CALLS"',
    "qrencode": 'echo "QR $*"',
}


class Card:
    """A root with a card in it, and a way to start it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.card = self.root / "boot/firmware/lunka"
        self.settings = self.root / "etc/lunka"
        self.calls = folder / "calls"
        self._commands = folder / "commands"
        for made in ("boot/firmware/lunka", "etc/lunka", "etc/ssh", "run", "usr/local/bin"):
            (self.root / made).mkdir(parents=True)
        for name in ("etc/comitup.conf", "etc/lunka/table.toml"):
            (self.root / name).write_text((IMAGE / name).read_text())
        (self.root / "etc/shadow").write_text("root:*:20000:0:99999:7:::\nmaker:!:20000::::::\n")
        self._commands.mkdir()
        for name, body in _STAND_INS.items():
            self._program(self._commands / name, body)
        self._program(
            self.root / "usr/local/bin/lunka", f'exec "{sys.executable}" -m controller "$@"'
        )

    def start(self) -> str:
        """One start of the machine; what the journal got."""
        self.calls.write_text("")
        done = subprocess.run(
            ["sh", str(SCRIPT)],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            env={
                "PATH": f"{self._commands}:{os.environ['PATH']}",
                "LUNKA_ROOT": str(self.root),
                "CALLS": str(self.calls),
                "PYTHONPATH": str(HOME),
            },
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    def key(self) -> str:
        """The key, as the table itself reads it."""
        return table_key(self.root / "var/lib/lunka/key")

    @staticmethod
    def _program(path: Path, body: str) -> None:
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)


@pytest.fixture
def card(tmp_path: Path) -> Card:
    """A card as it was flashed."""
    return Card(tmp_path)


def test_the_first_start_makes_a_key_that_stays(card: Card) -> None:
    """Nobody brought a key: one is made, told on the card, and kept at every later start."""
    card.start()
    key = card.key()
    assert re.fullmatch(r"[\w-]{16}", key)
    assert (card.root / "var/lib/lunka/key").stat().st_mode & 0o777 == 0o600
    assert f"http://lunka.local/#key={key}\n" in (card.card / "phone.txt").read_text()
    card.start()
    assert card.key() == key


def test_two_cards_have_two_keys(tmp_path: Path) -> None:
    """No key and no password is the same on two cards."""
    cards = [Card(tmp_path / name) for name in ("one", "two")]
    for card in cards:
        card.start()
    assert len({card.key() for card in cards}) == 2
    assert len({(card.card / "maker.txt").read_text() for card in cards}) == 2


def test_a_key_of_ones_own(card: Card) -> None:
    """A key on the card, also from a Windows editor, becomes the table's, and leaves the card."""
    (card.card / "key.txt").write_bytes(b"seventy-two_stones\r\n")
    card.start()
    assert card.key() == "seventy-two_stones"
    assert not (card.card / "key.txt").exists()
    assert "#key=seventy-two_stones\n" in (card.card / "phone.txt").read_text()


@pytest.mark.parametrize("wrong", ["short", "", "with spaces in it", "ключ-от-стола", "x" * 64])
def test_a_key_that_cannot_be_one_is_refused(wrong: str, card: Card) -> None:
    """It is told on the card what a key is, and the old key stays."""
    card.start()
    before = card.key()
    (card.card / "key.txt").write_text(wrong, encoding="utf-8")
    card.start()
    assert card.key() == before
    assert "a key has 8 to 63 letters, digits" in (card.card / "refused.txt").read_text()
    card.start()
    assert not (card.card / "refused.txt").exists()


def test_the_hotspot_has_the_key_as_password(card: Card) -> None:
    """The table's own Wi-Fi is never open, and follows a new key."""
    for key in ("first-key", "second-key"):
        (card.card / "key.txt").write_text(key)
        card.start()
        text = (card.root / "etc/comitup.conf").read_text()
        assert re.findall(r"^ap_password: (.*)$", text, re.MULTILINE) == [key]
        assert "\nap_name: lunka-<nnn>\n" in text


def test_the_maker_gets_a_password_once(card: Card) -> None:
    """The account is locked until the first start; its password is the card's own, not the key."""
    card.start()
    told = (card.card / "maker.txt").read_text()
    (password,) = re.findall(r"chpasswd maker:(\S+)", card.calls.read_text())
    assert told == f"At a screen and keyboard: user maker, password {password}\n"
    assert password != card.key()
    card.start()
    assert "chpasswd" not in card.calls.read_text()


def test_an_ssh_key_opens_the_door(card: Card) -> None:
    """The owner's public key is taken in, for its user only; ssh waits for that very file."""
    (card.card / "authorized_keys").write_bytes(b"ssh-ed25519 AAAA me@home\r\n")
    card.start()
    taken = card.root / "home/maker/.ssh/authorized_keys"
    assert taken.read_text() == "ssh-ed25519 AAAA me@home\n"
    assert taken.stat().st_mode & 0o777 == 0o600
    assert not (card.card / "authorized_keys").exists()
    waits = (IMAGE / "etc/systemd/system/ssh.service.d/lunka.conf").read_text()
    assert "ConditionPathExists=/home/maker/.ssh/authorized_keys\n" in waits


def test_host_keys_are_made_where_there_are_none(card: Card) -> None:
    """The image has no SSH host key; a card makes its own, once."""
    card.start()
    assert f"ssh-keygen -A -f {card.root}" in card.calls.read_text()
    (card.root / "etc/ssh/ssh_host_ed25519_key").touch()
    card.start()
    assert "ssh-keygen" not in card.calls.read_text()


def _real_board(card: Card) -> None:
    text = (IMAGE / "etc/lunka/table.toml").read_text()
    text = text.replace('"kalah-load"', '"board.toml"').replace("= true", "= false")
    (card.card / "table.toml").write_text(text.replace("\n", "\r\n"), newline="")
    profile = (HOME / "hardware/profiles/kalah-reed-pico.toml").read_text()
    (card.card / "board.toml").write_text(profile)


def test_a_board_is_taken_in_with_its_devices(card: Card) -> None:
    """Settings and board are taken in, the unit may touch that board, and systemd hears of it."""
    _real_board(card)
    card.start()
    assert 'profile = "board.toml"\n' in (card.settings / "table.toml").read_text()
    assert (card.settings / "board.toml").is_file()
    assert (card.settings / "table.toml.old").read_text() == (
        IMAGE / "etc/lunka/table.toml"
    ).read_text()
    conf = (card.root / "etc/systemd/system/lunka.service.d/board.conf").read_text()
    assert "SupplementaryGroups=dialout\n" in conf
    assert "systemctl daemon-reload" in card.calls.read_text()
    assert {path.name for path in card.card.iterdir()} == {"maker.txt", "phone.svg", "phone.txt"}
    card.start()
    assert "systemctl" not in card.calls.read_text()


def test_settings_that_cannot_be_read_are_told(card: Card) -> None:
    """The page will list the mistakes; the card tells them too, and the old devices stay."""
    (card.card / "table.toml").write_text("[board\n")
    card.start()
    assert "table.toml: " in (card.card / "refused.txt").read_text()
    assert not (card.root / "etc/systemd/system/lunka.service.d/board.conf").exists()


def test_the_card_is_not_written_for_nothing(card: Card) -> None:
    """A start that changes nothing leaves the card's files untouched: cards wear out."""
    card.start()
    before = {path.name: path.stat().st_mtime_ns for path in card.card.iterdir()}
    card.start()
    assert {path.name: path.stat().st_mtime_ns for path in card.card.iterdir()} == before
