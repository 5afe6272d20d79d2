"""Programs that speak: what they are asked, how they are cut off, and why they are not heard."""

from __future__ import annotations

import io
import re
import struct
import time
import wave
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from controller.bringup.findings import Level
from controller.bringup.sound import Sound, examine_voice
from controller.cli import main
from controller.settings.config import VoiceSection, parse_config
from controller.voice.ear import is_plain
from controller.voice.guide import guide
from controller.voice.mouth import Mouth
from controller.voice.programs import ESPEAK, Manner
from controller.voice.queue import Queue, Spoken
from controller.voice.utterance import Kind, Utterance
from controller.voice.voices import SilentError, player, sound, speak

ROOT = Path(__file__).parents[2]
#: Nothing is measured by it.
PATIENCE = 30.0
_CUT_OFF = "#!/bin/sh\nexec sleep 600\n"


def until(happened: Callable[[], object]) -> None:
    """Wait for something that another thread does."""
    give_up = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < give_up
        time.sleep(0.01)


class Programs:
    """A machine with just these programs."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder, folder / "log"

    def install(self, name: str, script: str) -> None:
        """A program of this name."""
        file = self.folder / name
        file.write_text(script)
        file.chmod(0o755)

    def heard(self) -> str:
        """What the programs were asked."""
        return self.log.read_text() if self.log.exists() else ""


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    """Voice and player that write down what they are asked."""
    here = Programs(tmp_path)
    shell = "#!/bin/sh\nPATH=/bin:/usr/bin\n"
    here.install("espeak-ng", f'{shell}echo "$0 $*: $(cat)" >> {here.log}\necho sound\n')
    here.install("aplay", f'{shell}echo "aplay $1: $(cat "$2")" >> {here.log}\n')
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    return here


def test_a_text_is_spoken_and_played(programs: Programs) -> None:
    """The voice gets language, speed and loudness, the player what it made."""
    speak("Юг ходит.", Manner("ru", 220, 80))
    voice, played = programs.heard().splitlines()
    assert voice.endswith("espeak-ng -v ru -s 220 -a 80 --stdin --stdout: Юг ходит.")
    assert played == "aplay -q: sound"


def test_a_voice_of_ones_own(programs: Programs) -> None:
    """Any program that makes a WAV file of a text."""
    programs.install("piper", "#!/bin/sh\necho other\n")
    speak("Hello.", Manner(command=("piper", "--model", "x")))
    assert programs.heard() == "aplay -q: other\n"


#: Each writes down how it was called and what it read, and makes a file of four samples.
_MAKES = """#!/bin/sh
PATH=/bin:/usr/bin
echo "$0 $*: $(cat)" >> {log}
for word; do case $word in *.wav) file=${{word#*=}};; esac; done
cp {made} "$file"
"""


@pytest.mark.parametrize(
    ("manner", "command"),
    [
        (
            Manner(by="piper", model="/v/irina.onnx", speed=340),
            "piper --model /v/irina.onnx --length_scale 0.50 --output_file WAV: Hello.",
        ),
        (
            Manner(by="sherpa-onnx", model="/v/amy.onnx"),
            "sherpa-onnx-offline-tts --vits-model=/v/amy.onnx --vits-tokens=/v/tokens.txt "
            "--vits-data-dir=/v/espeak-ng-data --vits-length-scale=1.00 --output-filename=WAV "
            "Hello.: Hello.",
        ),
        (Manner(by="rhvoice", language="ru"), "RHVoice-test -p anna -o WAV: Hello."),
        (Manner(by="rhvoice", voice="elena"), "RHVoice-test -p elena -o WAV: Hello."),
    ],
    ids=["piper", "sherpa-onnx", "rhvoice", "rhvoice by name"],
)
def test_voices_by_name(programs: Programs, manner: Manner, command: str) -> None:
    """Piper, sherpa-onnx and RHVoice are called as they want it, and made as loud as is wished."""
    made = programs.folder / "made"
    made.write_bytes(_wav(100, -100, 30000, 0))
    name = command.split(maxsplit=1)[0]
    programs.install(name, _MAKES.format(log=programs.log, made=made))
    assert sound("Hello.", manner) == _wav(100, -100, 30000, 0)
    assert sound("Hello.", replace(manner, volume=150)) == _wav(150, -150, 32767, 0)
    assert sound("Hello.", replace(manner, volume=0)) == _wav(0, 0, 0, 0)
    called = re.sub(r"/[^ =]+/said\.wav", "WAV", programs.heard().splitlines()[0])
    assert called.endswith(f"/{command}")


def _wav(*samples: int) -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(22_050)
        written.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return file.getvalue()


def test_a_voice_of_espeak_by_name(programs: Programs) -> None:
    """`voice` names one of its own."""
    sound("Hello.", Manner(voice="en-us"))
    assert "espeak-ng -v en-us -s 170" in programs.heard()


@pytest.mark.parametrize(
    ("name", "script", "why"),
    [
        (ESPEAK, None, "espeak-ng is not installed"),
        ("aplay", None, "aplay is not installed"),
        (
            "aplay",
            "#!/bin/sh\necho audio open error >&2\nexit 1\n",
            "aplay failed: audio open error",
        ),
        (ESPEAK, "#!/bin/sh\nexit 3\n", "espeak-ng failed: exit code 3"),
    ],
)
def test_why_nothing_is_heard(programs: Programs, name: str, script: str | None, why: str) -> None:
    """What is missing or fails is told in one sentence."""
    if script is None:
        (programs.folder / name).unlink()
    else:
        programs.install(name, script)
    with pytest.raises(SilentError, match=f"^{why}$"):
        speak("Hello.", Manner())


def test_a_sentence_is_cut_off(programs: Programs) -> None:
    """Whoever is interrupted falls silent in mid-sentence."""
    programs.install("aplay", _CUT_OFF.replace("sleep", "/bin/sleep"))
    stop = Event()
    speaking = Thread(target=speak, args=("Hello.", Manner(), stop))
    speaking.start()
    until(lambda: "espeak-ng" in programs.heard())
    stop.set()
    speaking.join(PATIENCE)
    assert not speaking.is_alive()


def test_pipewire_plays_where_it_runs(programs: Programs, tmp_path: Path) -> None:
    """Its player is taken where its socket is and the player is installed, else ALSA's."""
    (tmp_path / "pipewire-0").touch()
    assert player(str(tmp_path)) == "aplay"
    programs.install("pw-play", "#!/bin/sh\n")
    assert player(str(tmp_path)) == "pw-play" and player("") == "aplay"


def said(number: int, kind: Kind) -> Utterance:
    """Something said."""
    words = {"en": f"{kind} {number}"}
    return Utterance(number, 0.0, kind, words, words)


def test_the_worker_interrupts_itself() -> None:
    """What is wrong is said at once; the turn that was cut off is told after it."""
    order: list[str] = []
    go_on = Event()

    def slowly(spoken: Spoken, stop: Event) -> None:
        order.append(spoken.text)
        if len(order) == 1:
            go_on.set()
            assert stop.wait(PATIENCE)

    mouth = Mouth(Queue("en"), slowly, lambda _trouble: None)
    speaking = Thread(target=mouth.run)
    speaking.start()
    mouth.hear(said(1, Kind.TURN))
    assert go_on.wait(PATIENCE)
    mouth.hear(said(2, Kind.WRONG))
    until(lambda: len(order) == 3)
    mouth.end()
    speaking.join(PATIENCE)
    assert order == ["turn 1", "wrong 2", "turn 1"]


def test_a_trouble_is_told_once_and_that_it_is_over() -> None:
    """Each change is told, not each sentence that nobody hears."""
    told: list[Any] = []
    silent = [SilentError("no sound"), SilentError("no sound"), None]

    def fails(_spoken: Spoken, _stop: Event) -> None:
        if trouble := silent.pop(0):
            raise trouble

    mouth = Mouth(Queue("en"), fails, told.append)
    speaking = Thread(target=mouth.run)
    speaking.start()
    for number in (1, 2, 3):
        left = len(silent)
        mouth.hear(said(number, Kind.TURN))
        until(lambda left=left: len(silent) < left)  # type: ignore[misc]
    until(lambda: len(told) == 2)
    mouth.end()
    speaking.join(PATIENCE)
    assert told == [{"form": "no sound", "facts": {}}, None]


def test_lunka_say_tries_the_voice(programs: Programs, capsys: pytest.CaptureFixture[str]) -> None:
    """It says the words, or a sentence of its own; where nothing can be heard it says why."""
    assert main(["say", "--aloud", "Good", "evening", "--language", "en"]) == 0
    assert main(["say", "--aloud", "--language", "ru"]) == 0
    assert ": Good evening\n" in programs.heard() and "Так звучит голос доски." in programs.heard()
    (programs.folder / "espeak-ng").unlink()
    assert main(["say", "--aloud", "--language", "en"]) == 2
    assert capsys.readouterr().err == (
        "lunka: nothing can be heard: espeak-ng is not installed; docs/voice.md says more\n"
    )


@pytest.mark.parametrize(
    ("language", "voice", "heading"),
    [("en", "en-us+f2", "Without sight."), ("ru", "ru", "Без зрения.")],
)
def test_the_guide_is_read_aloud(
    programs: Programs,
    language: str,
    voice: str,
    heading: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every paragraph is printed, and handed to the voice without signs, in its language."""
    assert main(["say", "--guide", "--language", language]) == 0
    printed, spoken = capsys.readouterr().out.splitlines(), programs.heard()
    assert printed[0] == heading and len(printed) > 30
    assert spoken.count(f"-v {voice} ") == len(printed)
    said = [line.rpartition("--stdout: ")[2] for line in spoken.splitlines() if "espeak" in line]
    assert all(is_plain(re.sub(r"\[\[.*?\]\]", "", each)) for each in said)  # sounds, not signs


def test_the_guide_is_printed_where_nothing_is_heard(
    programs: Programs, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a voice whole, with the reason behind it; with --text no voice is asked."""
    (programs.folder / "espeak-ng").unlink()
    assert main(["say", "--guide", "--language", "en"]) == 2
    printed = capsys.readouterr()
    assert "espeak-ng is not installed" in printed.err
    assert main(["say", "--guide", "--text", "--language", "en"]) == 0
    assert capsys.readouterr().out == printed.out


@pytest.mark.parametrize(("own", "document"), [("en", "without-sight"), ("ru", "without-sight.ru")])
def test_the_guide_is_the_document(own: str, document: str) -> None:
    """What is installed is what stands in docs/ (after a change: cp docs/without-sight.md
    controller/voice/guides/en.md, and without-sight.ru.md to ru.md)."""
    docs, guides = (ROOT / folder for folder in ("docs", "controller/voice/guides"))
    assert (docs / f"{document}.md").read_text("utf-8") == (guides / f"{own}.md").read_text("utf-8")


def test_a_language_without_a_guide_has_the_english_one() -> None:
    """Nobody is left without one."""
    assert guide("xx") == guide("en")


def test_lunka_say_without_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither a command nor words for the voice: one line says what is missing."""
    assert main(["say", "--language", "en"]) == 2
    assert "a command is missing, such as roll" in capsys.readouterr().err


def test_lunka_say_tries_a_voice_by_name(
    programs: Programs, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the settings would; a voice that speaks by a file needs one."""
    assert main(["say", "--aloud", "--by", "piper", "--language", "en"]) == 2
    assert "--model FILE is missing" in capsys.readouterr().err
    programs.install("RHVoice-test", "#!/bin/sh\necho other\n")
    assert main(["say", "--aloud", "--by", "rhvoice", "--language", "en", "Hello."]) == 0
    assert programs.heard() == "aplay -q: other\n"


def test_the_doctor_looks_at_the_voice() -> None:
    """Only where the table is to speak: programs, packages to install, sound cards."""
    nothing = Sound((), pipewire=False, find=lambda _program: None)
    assert examine_voice(VoiceSection(), nothing) == []
    found = examine_voice(VoiceSection(speaks=True), nothing)
    assert [each.level for each in found] == [Level.FAULT, Level.FAULT, Level.WARNING]
    assert found[0].remedy == "sudo apt-get install espeak-ng"
    assert found[2].words == "this machine has no sound card"
    piper = VoiceSection(speaks=True, by="piper", model="/nowhere/irina.onnx")
    told = {each.words for each in examine_voice(piper, nothing)}
    assert {"piper is not installed", "there is no voice /nowhere/irina.onnx"} <= told
    well = Sound(("0 [Headphones]: bcm2835",), pipewire=False, find=lambda name: f"/usr/bin/{name}")
    assert {each.level for each in examine_voice(VoiceSection(speaks=True), well)} == {Level.GOOD}


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ('language = "xx"', "voice.language = 'xx': allowed is one of en, ru."),
        ('verbosity = "loud"', "voice.verbosity = 'loud': allowed is full or short."),
        (
            'by = "sam"',
            "voice.by = 'sam': allowed is one of espeak-ng, piper, sherpa-onnx, rhvoice.",
        ),
        ('by = "piper"', "voice.model is missing, the file of a voice (.onnx)."),
        ("speed = 9", "voice.speed = 9: allowed is the words a minute, from 80 to 450."),
    ],
)
def test_settings_that_cannot_be_meant(wrong: str, told: str) -> None:
    """Each names the key, what was found and what is allowed."""
    with pytest.raises(ValueError, match="voice") as refused:
        parse_config(f"[voice]\n{wrong}\n")
    assert told in str(refused.value)
