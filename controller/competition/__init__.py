"""Competitions: entries, pairing by Swiss, round robin or knockout, results, standings, sheets.

Pure values: commands become events, and a competition is the fold of its events. The commands,
the rules of pairing and the tie-breaks are in docs/tournament.md.
"""

from controller.competition.competition import Competition
from controller.competition.values import CompetitionError

__all__ = ["Competition", "CompetitionError"]
