"""Home Assistant finds the table by itself: one device, its entities read status and state.

    homeassistant/device/lunka/TABLE/config      retained

Home Assistant only looks; nothing it shows can command the table.
"""

from __future__ import annotations

import json
from typing import Any

from controller import __version__
from controller.publish.topics import STATE, STATUS, Topics

#: The longest text that Home Assistant takes as a state.
_LONGEST = 255


def discovery(topics: Topics, profile: str) -> tuple[str, bytes]:
    """The topic and the message that tell Home Assistant of this table."""
    name = f"lunka-{topics.table}"
    config: dict[str, Any] = {
        "device": {
            "identifiers": [name],
            "name": f"Lunka {topics.table}",
            "manufacturer": "Lunka",
            "model": profile,
            "sw_version": __version__,
        },
        "origin": {"name": "Lunka", "sw_version": __version__},
        "state_topic": topics.of(STATE),
        "qos": 1,
        "components": {
            key: {"unique_id": f"{name}-{key}", **entity}
            for key, entity in _entities(topics).items()
        },
    }
    return f"homeassistant/device/lunka/{topics.table}/config", json.dumps(config).encode()


def _entities(topics: Topics) -> dict[str, dict[str, Any]]:
    there = _while_there(topics)
    return {
        "online": {
            "platform": "binary_sensor",
            "name": "Table",
            "device_class": "connectivity",
            "state_topic": topics.of(STATUS),
            "value_template": "{{ 'ON' if value_json.online else 'OFF' }}",
        },
        "status": _sensor("Status", "{{ value_json.status }}", "mdi:checkerboard") | there,
        "game": _sensor("Game", "{{ value_json.game }}", "mdi:dice-multiple") | there,
        "moment": _sensor("Moment", _text("value_json.sentence.en"), "mdi:message-text") | there,
        "score": _sensor("Score", _text(_SCORE), "mdi:scoreboard") | there,
        "moves": _sensor("Moves", "{{ value_json.ply }}", "mdi:counter") | there,
        "trouble": {
            "platform": "binary_sensor",
            "name": "Trouble",
            "device_class": "problem",
            "value_template": "{{ 'ON' if value_json.alerts else 'OFF' }}",
            **there,
        },
    }


_SCORE = (
    "value_json.sides | map(attribute='player') | join(' - ') ~ ' ' ~ "
    "(value_json.sides | map(attribute='score') | join(':'))"
)


def _sensor(name: str, template: str, icon: str) -> dict[str, Any]:
    return {"platform": "sensor", "name": name, "value_template": template, "icon": icon}


def _text(expression: str) -> str:
    return f"{{{{ ({expression})[:{_LONGEST}] }}}}"


def _while_there(topics: Topics) -> dict[str, Any]:
    """What an entity says of a table that is gone is not shown."""
    return {
        "availability_topic": topics.of(STATUS),
        "availability_template": "{{ 'online' if value_json.online else 'offline' }}",
    }
