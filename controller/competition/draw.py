"""The next round of a competition: who meets whom, in each format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

from controller.competition.book import Book, keep_book
from controller.competition.costs import Contender
from controller.competition.knockout import EMPTY, Bracket, Decided
from controller.competition.ladder import Ladder
from controller.competition.robin import berger, round_count
from controller.competition.seats import Seats
from controller.competition.standings import standings
from controller.competition.swiss import pair_field
from controller.competition.values import Board, CompetitionError, How, Player, Result, Tournament
from controller.games.told import Told


def seed_order(it: Tournament, seed: int | None) -> list[int]:
    """The players in the order of their seeding: by rating, or by lot from the seed given."""
    if it.rules.seeding == "lot":
        if seed is None:
            raise CompetitionError(Told("not paired: seeding by lot needs a seed, a whole number"))
        return sorted(it.active, key=lambda number: sha256(f"{seed}:{number}".encode()).digest())
    return sorted(it.active, key=lambda number: _by_rating(it.players[number]))


def _by_rating(player: Player) -> tuple[int, int]:
    return (-1 if player.rating is None else player.rating) * -1, player.number


def total_rounds(it: Tournament) -> int | None:
    """How many rounds there will be; None while the number of players may still change it."""
    if it.rules.format == "swiss":
        return it.rules.rounds
    if not it.order:
        return None
    if it.rules.format == "round-robin":
        return round_count(len(it.order), it.rules.double)
    return None if bracket_of(it).ready() else len(it.rounds)


# -- Swiss -------------------------------------------------------------------------------------


def swiss(it: Tournament, fixed: Sequence[Sequence[int]] = ()) -> list[Board]:
    """The boards of the next Swiss round; `fixed` pairs are the director's will."""
    taken = {player for pair in fixed for player in pair}
    number = len(it.rounds) + 1
    excused = [who for who in it.active if number in it.players[who].excused and who not in taken]
    everybody = [each for each in contenders(it) if each.number not in excused]
    rest = [each for each in everybody if each.number not in taken]
    pairs = [*map(tuple, fixed), *pair_field(rest, it.rules.pairing)]
    rank = {each.number: place for place, each in enumerate(everybody)}
    pairs.sort(key=lambda pair: (len(pair) == 1, sorted(rank[who] for who in pair)))
    seats = Seats(it)
    boards = [
        _with_bye(Board(number, seats.seat(sorted(pair, key=rank.__getitem__), number)))
        for number, pair in enumerate(pairs, 1)
    ]
    sitting = (Board(at, (who,)) for at, who in enumerate(excused, len(boards) + 1))
    return [*boards, *(_settled(board, Result(How.EXCUSED, None)) for board in sitting)]


def _with_bye(board: Board) -> Board:
    return _settled(board, Result(How.BYE, 0)) if board.bye else board


def _settled(board: Board, result: Result) -> Board:
    return Board(board.number, board.players, board.match, result=result)


def contenders(it: Tournament) -> list[Contender]:
    """The players who can be paired, by standing, with what pairing must know of them."""
    book, met, byes = keep_book(it), _met(it), _byes(it)
    floats = _floats(it, book)
    return [
        Contender(who, book.points[who], met[who], byes[who], floats.get(who, 0), _put_off(it, who))
        for line in standings(it, book)
        if it.players[who := line.player].active
    ]


def _met(it: Tournament) -> dict[int, Counter[int]]:
    """How often everybody met everybody at the board."""
    met: dict[int, Counter[int]] = {number: Counter() for number in it.players}
    for _, board in it.boards():
        if board.settled and board.settled.how is How.PLAYED:
            one, other = board.players
            met[one][other] += 1
            met[other][one] += 1
    return met


def _put_off(it: Tournament, who: int) -> frozenset[int]:
    """Whom this player was to meet in the round that was cancelled."""
    number, pairs = it.put_off
    if number != len(it.rounds) + 1:
        return frozenset()
    return frozenset(other for pair in pairs if who in pair for other in pair if other != who)


def _byes(it: Tournament) -> Counter[int]:
    """How often everybody had points without a game."""
    byes: Counter[int] = Counter()
    for _, board in it.boards():
        result = board.settled
        if result and result.how in (How.BYE, How.FORFEIT) and result.winner is not None:
            byes[board.players[result.winner]] += 1
    return byes


def _floats(it: Tournament, book: Book) -> dict[int, int]:
    """Who met somebody with more (1) or fewer (-1) points in the last round."""
    if not it.rounds:
        return {}
    before = {who: _points_before(book, who, len(it.rounds)) for who in it.players}
    pairs = [board.players for board in it.rounds[-1].boards if not board.bye]
    return {
        who: (before[against] > before[who]) - (before[against] < before[who])
        for one, other in pairs
        for who, against in ((one, other), (other, one))
    }


def _points_before(book: Book, who: int, number: int) -> float:
    brought = (entry.points for entry in book.entries[who] if entry.round == number)
    return book.points[who] - sum(brought, 0.0)


# -- round robin and knockout ------------------------------------------------------------------


def round_robin(it: Tournament) -> list[Board]:
    """The boards of the next round by Berger's tables; who has left loses by forfeit."""
    pairs = berger(it.order, len(it.rounds) + 1)
    return [_absent(it, Board(number, pair)) for number, pair in enumerate(pairs, 1)]


def knockout(it: Tournament) -> list[Board]:
    """Every match of the bracket that can be played now."""
    seats = Seats(it)
    return [
        _absent(it, Board(number, seats.seat(match.players, number), match.name))
        for number, match in enumerate(bracket_of(it).ready(), 1)
    ]


def _absent(it: Tournament, board: Board) -> Board:
    """The board, decided already where somebody has left the competition."""
    if board.bye:
        return _with_bye(board)
    here = [seat for seat, who in enumerate(board.players) if it.players[who].active]
    if len(here) == 2:
        return board
    return _settled(board, Result(How.FORFEIT, here[0]) if here else Result(How.NOBODY, None))


def bracket_of(it: Tournament) -> Bracket:
    """The knockout with everything that is confirmed."""
    decided = {
        board.match: _decided(board, board.settled)
        for _, board in it.boards()
        if board.match and board.settled
    }
    rules = it.rules
    falls = rules.consolation, rules.third
    if rules.format == "double-elimination":
        return Ladder(it.order, decided, *falls, twice=True)
    if rules.progressive:
        return Ladder(it.order, decided, *falls, last_chance=rules.last_chance)
    return Bracket(it.order, decided, *falls)


def _decided(board: Board, result: Result) -> Decided:
    if result.winner is None:
        return Decided(EMPTY, EMPTY)
    return Decided(board.players[result.winner], board.players[1 - result.winner])
