"""The tables of the store, in SQL that SQLite and PostgreSQL both take.

Events can only be added. `cursors` and `hall_head` say how many there are and the hash of the
last, so that cutting off the end does not go unseen.
"""

from __future__ import annotations

from controller.play.event import GENESIS

VERSION = 1

#: `{real}` and `{number}` are the database's own names of 8 byte numbers.
TABLES = (
    """CREATE TABLE events (
        station TEXT NOT NULL, record TEXT NOT NULL, seq {number} NOT NULL,
        game {number} NOT NULL, at {real} NOT NULL, kind TEXT NOT NULL,
        data TEXT NOT NULL, hash TEXT NOT NULL,
        PRIMARY KEY (station, record, seq)
    ){clustered}""",
    """CREATE INDEX games_of_table ON events (station, record, seq)
        WHERE kind IN ('game.opened', 'game.over')""",
    "CREATE INDEX events_of_game ON events (station, record, game, seq)",
    """CREATE TABLE cursors (
        station TEXT NOT NULL, record TEXT NOT NULL, seq {number} NOT NULL,
        hash TEXT NOT NULL, games {number} NOT NULL, PRIMARY KEY (station, record)
    )""",
    """CREATE TABLE hall (
        seq {number} PRIMARY KEY, at {real} NOT NULL, kind TEXT NOT NULL,
        data TEXT NOT NULL, hash TEXT NOT NULL
    )""",
    "CREATE TABLE hall_head (id {number} PRIMARY KEY, count {number} NOT NULL, hash TEXT NOT NULL)",
    f"INSERT INTO hall_head VALUES (1, 0, '{GENESIS}')",
    "CREATE TABLE about (version {number} NOT NULL)",
    f"INSERT INTO about VALUES ({VERSION})",
)

#: What may never happen to these tables, and the words with which the database refuses it.
GUARDED = ("events", "hall")
REFUSAL = "events are never changed or deleted, only added"
