"""The hand inside the virtual machine: carries out what the tests outside ask for.

One line of JSON, a list of steps, comes in through a virtio port; one line with the answer of each
step goes back. It runs before Lunka and needs nothing but Python. Steps:

    ["write", path, text]        ["read", path] -> text, a character a byte
    ["pause", seconds]           ["run", shell command, most seconds] -> [status, output]
    ["ready"]: Lunka may start   ["ask", path of the page, body or null, key] -> [status, text]
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

PORT_NAME = "lunka.hands"
PAGE = "http://127.0.0.1:8765"


def write(path: str, text: str) -> None:
    """Write a file, as a hand does something to the wood."""
    Path(path).write_text(text, encoding="utf-8")


def read(path: str) -> str:
    """What a file holds."""
    return Path(path).read_bytes().decode("latin-1")


def run(command: str, most: float) -> list[Any]:
    """What a shell says, and how it ended."""
    try:
        done = subprocess.run(
            ["/bin/bash", "-c", command], capture_output=True, timeout=most, check=False
        )
    except subprocess.TimeoutExpired:
        return [-1, f"not done within {most} s"]
    return [done.returncode, (done.stdout + done.stderr).decode(errors="replace")]


def ask(path: str, body: dict[str, Any] | None, key: str) -> list[Any]:
    """What the page answers to a phone in this room; status 0: there is no page."""
    request = urllib.request.Request(PAGE + path)
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("content-type", "application/json")
        request.add_header("authorization", f"Bearer {key}")
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return [answer.status, answer.read().decode()]
    except urllib.error.HTTPError as refused:
        return [refused.code, refused.read().decode()]
    except OSError as nobody:
        return [0, str(nobody)]


def ready() -> None:
    """Tell systemd that the wood lies ready: what waits for this unit may start."""
    heard_at = os.environ.get("NOTIFY_SOCKET")
    if heard_at:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.sendto(b"READY=1", heard_at)


DOING: dict[str, Callable[..., Any]] = {
    "write": write,
    "read": read,
    "run": run,
    "ask": ask,
    "ready": ready,
    "pause": time.sleep,
}


def carry_out(step: list[Any]) -> Any:
    """The answer of one step; what went wrong as `{"wrong": why}`."""
    try:
        return DOING[step[0]](*step[1:])
    except OSError as trouble:
        return {"wrong": str(trouble)}


def port() -> Path:
    """The device of the port with our name."""
    for name in Path("/sys/class/virtio-ports").glob("*/name"):
        if name.read_text().strip() == PORT_NAME:
            return Path("/dev") / name.parent.name
    raise SystemExit(f"no virtio port is called {PORT_NAME}")


def main() -> None:
    """Say hello, then do as asked for ever."""
    with port().open("r+b", buffering=0) as line:
        line.write(b'"hello"\n')
        waiting = b""
        while True:
            waiting += line.read(65536) or b""
            while b"\n" in waiting:
                asked, waiting = waiting.split(b"\n", 1)
                answers = [carry_out(step) for step in json.loads(asked)]
                told = memoryview(json.dumps(answers).encode() + b"\n")
                while told:
                    told = told[line.write(told) :]


if __name__ == "__main__":
    main()
