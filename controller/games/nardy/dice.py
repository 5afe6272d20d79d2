"""Two dice: who rolls them when (N2-N4), and how a roll is called in Persian, as players say it in
English and in Russian (N12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from controller.games.game import Draw, InvalidError
from controller.games.nardy.board import DIE
from controller.games.nardy.match import staked
from controller.games.nardy.position import Position, State
from controller.games.nardy.stakes import MOST_RAISES, doublings, raises
from controller.games.parts import ByChance
from controller.games.told import Told

if TYPE_CHECKING:
    from controller.games.nardy.game import Nardy


class Dice(ByChance[Position]):
    """Thrown for every turn, and first for who begins."""

    def __init__(self, game: Nardy) -> None:
        self._game = game
        self.shows_dice = game.shows_dice

    def draws(self, position: Position) -> Draw | None:
        """One die each in the opening (N2), two dice before a turn (N3)."""
        stakes = position.stakes
        if stakes.state is State.OPENING:
            return Draw(tuple(DIE), 2, None, thrown=True)
        busy = stakes.doubled or stakes.resigned or position.dice or position.passed
        if stakes.state is not State.PLAYING or busy:
            return None
        return Draw(tuple(DIE), 2, position.mover, thrown=True)

    def draw(self, position: Position, values: Sequence[int]) -> Position:
        """White's die and Black's in the opening, else the mover's two."""
        if position.stakes.state is not State.OPENING:
            return self._game.roll(position, values)
        if len(values) != 2:
            raise InvalidError(
                Told("opening dice {dice}: each side rolls one", dice=str(list(values)))
            )
        return self._opened(position, *values)

    def _opened(self, position: Position, white: int, black: int) -> Position:
        """The higher begins; equal dice are rolled again and may double the stake (N2, S10)."""
        dice = (white, black)
        if not all(die in DIE for die in dice):
            raise InvalidError(
                Told("opening dice {dice}: each is a number from 1 to 6", dice=str(list(dice)))
            )
        if white == black:
            return self._auto_doubled(position)
        begun = staked(position._replace(mover=int(black > white)), state=State.PLAYING)
        first = self._game.variant.opening_is_first_roll
        return self._game.roll(begun, dice) if first else begun

    def _auto_doubled(self, position: Position) -> Position:
        """The stake doubled, whatever the step of raises that are offered (S10), as often as was
        agreed and as far as the cube can be written."""
        cube = position.stakes.cube
        agreed = doublings(cube) < self._game.auto_doubles
        fits = raises(2 * cube, self._game.options.raise_step) <= MOST_RAISES
        return staked(position, cube=2 * cube) if agreed and fits else position

    def needs_roll(self, position: Position) -> bool:
        """True until the dice are rolled, unless numbers that passed over come first (G2)."""
        return self._game.needs_roll(position)

    def roll(self, position: Position, dice: Sequence[int]) -> Position:
        """The position with these dice."""
        return self._game.roll(position, dice)

    def dice_in(self, position: Position) -> tuple[int, ...]:
        """The numbers that lie there."""
        return position.dice

    def call_roll(self, dice: Sequence[int]) -> dict[str, str]:
        """As players call it (N12)."""
        ones = self._game.options.call_ones
        return {tongue: call(dice, tongue, ones=ones) for tongue in _LANGUAGES} if dice else {}


_CALLS: Final = {
    (6, 6): ("du-shesh", "ду-шеш"),
    (5, 5): ("du-besh", "ду-беш"),
    (4, 4): ("dur-char", "дур-чар"),
    (3, 3): ("du-se", "ду-сэ"),
    (2, 2): ("du-bara", "ду-бара"),
    (1, 1): ("gan", "ган"),
    (6, 5): ("shesh-besh", "шеш-беш"),
    (6, 4): ("shesh-char", "шеш-чар"),
    (6, 3): ("shesh-se", "шеш-сэ"),
    (6, 2): ("shesh-du", "шеш-ду"),
    (6, 1): ("shesh-yek", "шеш-эк"),
    (5, 4): ("panji-char", "панджи-чар"),
    (5, 3): ("panji-se", "панджи-сэ"),
    (5, 2): ("panji-du", "панджи-ду"),
    (5, 1): ("panji-yek", "панджи-эк"),
    (4, 3): ("chari-se", "чари-сэ"),
    (4, 2): ("chari-du", "чари-ду"),
    (4, 1): ("chari-yek", "чари-эк"),
    (3, 2): ("sebai-du", "сэбаи-ду"),
    (3, 1): ("se-yek", "сэ-эк"),
    (2, 1): ("du-yek", "ду-эк"),
}
#: Two readings of the sheet's call of 1-1 (N12).
_ONES: Final = {"gan": _CALLS[1, 1], "yagan": ("yagan", "яган")}
_LANGUAGES: Final = ("en", "ru")


def call(dice: Sequence[int], language: str = "en", *, ones: str = "gan") -> str:
    """How this roll is called: `call((6, 5))` is "shesh-besh"; `ones` is how the house reads the
    call of 1-1, which the sheet leaves unclear."""
    if language not in _LANGUAGES:
        raise InvalidError(
            Told(
                "language {language!r}: calls are known in {languages}",
                language=language,
                languages=" and ".join(_LANGUAGES),
            )
        )
    roll = tuple(sorted(dice, reverse=True))
    if roll not in _CALLS:
        raise InvalidError(
            Told("dice {dice} are no roll; two numbers from 1 to 6 are", dice=str(list(dice)))
        )
    said = _ONES[ones] if roll == (1, 1) else _CALLS[roll]
    return said[_LANGUAGES.index(language)]
