"""What Home Assistant is told of a table."""

from __future__ import annotations

import json
from typing import Any

from controller.publish.discovery import discovery
from controller.publish.topics import Topics

TOPICS = Topics("t1")


def config() -> dict[str, Any]:
    """The message, read."""
    topic, payload = discovery(TOPICS, "kalah-load")
    assert topic == "homeassistant/device/lunka/t1/config"
    return dict(json.loads(payload))


def test_it_is_one_device_with_what_home_assistant_demands() -> None:
    """Device, origin, and for each entity a platform and an id of its own."""
    told = config()
    assert told["device"]["identifiers"] == ["lunka-t1"]
    assert told["origin"]["name"] == "Lunka"
    entities = told["components"]
    assert {entity["platform"] for entity in entities.values()} == {"sensor", "binary_sensor"}
    assert len({entity["unique_id"] for entity in entities.values()}) == len(entities)


def test_nothing_in_it_commands() -> None:
    """Home Assistant looks; there is no topic it could write to."""
    assert "command" not in json.dumps(config())
