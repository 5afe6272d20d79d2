"""A sign for every meaning of a light, so that a terminal needs no colour."""

from __future__ import annotations

UNLIT = " "

SIGNS = {
    "turn": ">",
    "again": "@",
    "next": "}",
    "may-lift": "^",
    "may-put": "v",
    "goal": "#",
    "path": "~",
    "sow": "o",
    "capture": "x",
    "sweep": "»",
    "too-many": "-",
    "too-few": "+",
    "ask": "?",
    "offer": "$",
    "pass": "/",
    "confirm": "✓",
    "number": "■",
    "hit": "●",
    "miss": "○",
    "hurry": "!",
    "winner": "*",
    "draw": "=",
    "paused": "‖",
}
