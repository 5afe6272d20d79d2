"""What games and those who show and follow them have agreed on, beside the questions themselves.

docs/adding-a-game.md explains each; `controller.testing.games` checks every game against it.
"""

from __future__ import annotations

import re

#: The parts of a turn as hands carry it out; lights, words and simulated people know these.
STAGES = frozenset(
    {
        "lift",  # pieces are taken up
        "sow",  # those in the hand are put down one by one
        "put",  # the piece in the hand is put down
        "replace",  # it takes the place of another, which goes into the hand
        "capture",  # pieces that were won are carried away
        "sweep",  # the game is over: what is left is brought home
        "move",  # a checker goes from one cell to another
        "enter",  # it comes in from the bar
        "hit",  # it takes a cell from the opponent's, which goes to the bar
        "bear off",  # it leaves the board
    }
)

#: Kinds of layout that page, terminal and reports can draw, each with what it names; a layout of
#: any other kind lists its `cells`, and is told as such.
LAYOUTS = {
    "pits": frozenset({"rows", "stores"}),
    "nardy": frozenset({"rows", "opposed"}),
    "gyges": frozenset({"lines", "goals"}),
    "kakuzu": frozenset({"rows", "squares"}),
}

#: What may lie beside the board (`Game.shown`).
BESIDE = frozenset(
    {
        *("dice", "call", "passed"),  # the numbers to play, how they are called, those left over
        *("cube", "owner", "offered", "declining"),  # the stake, whose it is, what taking and
        "resigned",  # declining a raise costs, and what a resignation offers
        *("score", "length", "crawford"),  # the match
        "pips",  # how far each side has to go; in tournaments nobody is told
        *("numbers", "token", "found", "kept", "gone"),  # what lies open, is looked for, was found
        *("setting_up", "nobodys"),
    }
)

#: A name of a game: on the command line, in records, in addresses.
NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
#: The longest position and the longest turn that can be told to a table.
LONGEST_POSITION, LONGEST_TURN = 400, 200
#: The language that a game's titles and words have in any case. Others stand beside it, or (for the
#: games that come with Lunka) in the catalogues of words.
ENGLISH = "en"
