"""Works that belong together end together, also where a cancellation is swallowed."""

from __future__ import annotations

import asyncio

import pytest

from controller.publish.together import end_if_cancelled, until_one_ends


async def fails() -> None:
    """Something that breaks."""
    await asyncio.sleep(0)
    raise ValueError("broken")


async def stubborn() -> None:
    """Something that swallows the first cancellation, as `asyncio.wait_for` may do."""
    try:
        await asyncio.sleep(3600)
    except asyncio.CancelledError:
        await asyncio.sleep(3600)


def test_the_first_error_ends_all() -> None:
    """One breaks, the other is ended even if it has to be told twice."""
    with pytest.raises(ValueError, match="broken"):
        asyncio.run(until_one_ends(stubborn(), fails()))


def test_a_swallowed_cancellation_is_noticed() -> None:
    """A work that was cancelled and did not hear it can ask."""

    async def deaf() -> None:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            end_if_cancelled()
        raise AssertionError("the cancellation was lost")

    async def work() -> None:
        end_if_cancelled()  # nobody has cancelled us
        task = asyncio.ensure_future(deaf())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(work())
