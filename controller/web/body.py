"""Reading a command from a request without ever holding more than a command's worth of it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.requests import Request

from controller.games.told import Told
from controller.web.answers import RefusedError

LIMIT = 64 * 1024
#: How much of a too large body is read and thrown away, so that the sender hears why.
PATIENCE = 32 * 1024 * 1024
#: Seconds a sender has for the whole body.
WAIT = 10.0


async def read_command(request: Request) -> dict[str, Any]:
    """The command in the body; `RefusedError` says what is wrong with it."""
    return parse_command(await read_body(request))


async def read_body(request: Request) -> bytes:
    """The body, if it is no larger than a command and comes in time."""
    kept = bytearray()
    came = 0
    try:
        async with asyncio.timeout(WAIT):
            async for chunk in request.stream():
                came += len(chunk)
                if came <= LIMIT:
                    kept += chunk
                if came > PATIENCE:
                    break
    except TimeoutError:
        raise RefusedError(
            408,
            Told(
                "The command did not arrive within {seconds:.0f} seconds; send it again.",
                seconds=WAIT,
            ),
        ) from None
    if came > LIMIT:
        raise RefusedError(
            413,
            Told(
                "A command may have {most} bytes; this request has {size}.",
                most=LIMIT,
                size=_size(request, came),
            ),
        )
    return bytes(kept)


def _size(request: Request, came: int) -> str:
    return request.headers.get("content-length") or f"at least {came}"


def parse_command(body: bytes) -> dict[str, Any]:
    """The command a body stands for; `RefusedError` where it stands for none."""
    command = parse_json(body)
    if not isinstance(command, dict) or not isinstance(command.get("do"), str):
        raise RefusedError(
            400, Told('A command is a JSON object that says what to do, such as {"do": "undo"}.')
        )
    return command


def parse_json(body: bytes) -> Any:
    """The JSON in a body; `RefusedError` where it is none."""
    try:
        return json.loads(body, parse_constant=_no_such_number, object_pairs_hook=_each_once)
    except (ValueError, RecursionError) as error:
        raise RefusedError(
            400, Told("The command is not readable JSON: {said}.", said=str(error))
        ) from None


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys mean one thing each."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key stands there twice")
    return made


def _no_such_number(word: str) -> float:
    raise ValueError(f"{word} is not a JSON number")
