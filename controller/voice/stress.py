"""Words that `espeak-ng` stresses wrongly by itself, and how they are said.

Russian stress is not written, and espeak-ng guesses it by rules: of the 1586 words of several
syllables in the catalogue it guesses these wrong. It does not heed an acute accent (of version 1.51
at least), so the word is given to it in its own phonemes. Where a word has two stresses, it is the
one of our sentences. `python -m tests.voice.stress` prints every word of the catalogue as
espeak-ng stresses it, to be read through after a change.
"""

from __future__ import annotations

import re
from typing import Final

#: With its acute accent, and in the phonemes of espeak-ng.
RUSSIAN: Final = {
    "а́дреса": "'Ad@-r;isa#",
    "би́вере": "b;'iv;ir;i",
    "би́вером": "b;'iv;irVm",
    "би́вшая": "b;'ifSVja",
    "бронште́йн": "b@-rVnSt;'ejn_",
    "бу́хгольц": "b'uxgVlts",
    "восемью́": "vVs;im;jj'u",
    "герко́н": "g;irk'on_",
    "головы́": "gVlVv'y",
    "го́лоса": "g'olVsa#",
    "гюльба́р": "g;u\"lb'Ar",
    "доигра́йте": "dVig@-r'Ajt;i",
    "должно́": "dVlZn'o",
    "друго́м": "d@-rug'om",
    "заня́вшие": "zVn;'afSyjI",
    "за́нятой": "z'An;VtVj",
    "зо́ннеборн": "z'onn;ibVrn_",
    "игры́": "Ig@-r'y",
    "измени́те": "Izm;in;'it;i",
    "кала́х": "kVl'Ax",
    "кому́": "kVm'u",
    "косте́й": "kVs;t;'ej",
    "кро́уфорда": "k@-r'oufVrda#",
    "листа́": "l;ist'A",
    "начата́": "nVtS;Vt'A",
    "номера́": "nVm;ir'A",
    "откалибру́йте": "Vtkal;ib@-r'ujt;i",
    "отмени́те": "Vtm;in;'it;i",
    "отпеча́тку": "Vtp;itS;'Atku",
    "пе́ред": "p;'er;it",
    "поднята́": "pVdn;Vt'A",
    "положи́те": "pVlVZ'it;i",
    "посмотри́те": "pVsmVt@-r;'it;i",
    "пото́м": "pVt'om",
    "пра́вилом": "p@-r'Av;ilVm",
    "принята́": "p@-r;in;Vt'A",
    "провода́": "p@-rVvVd'A",
    "рассы́пать": "@-rVss'ypVt;",
    "руки́": "@-ruk;'i",
    "себе́": "s;ib;'e",
    "стола́": "stVl'A",
    "стола́м": "stVl'Am",
    "столе́": "stVl;'e",
    "столу́": "stVl'u",
    "столы́": "stVl'y",
    "стороны́": "stVrVn'y",
    "строки́": "st@-rVk;'i",
    "судьи́": "sud;j'i",
    "сы́гранное": "s'yg@-rVnnVjI",
    "тому́": "tVm'u",
    "уже́": "uZ'e",
    "у́знаны": "'uznVny",
    "фи́нишное": "f;'in;iSnVjI",
    "черта́": "tS;irt'A",
}
_ACUTE = "\u0301"
_SAID = {"ru": {word.replace(_ACUTE, ""): sound for word, sound in RUSSIAN.items()}}
_WORD = re.compile(r"[^\W\d_]+")


def stressed(text: str, language: str) -> str:
    """The same for espeak-ng, with the right stress."""
    known = _SAID.get(language)
    return _WORD.sub(lambda word: _sounds(word[0], known), text) if known else text


def _sounds(word: str, known: dict[str, str]) -> str:
    sound = known.get(word.lower())
    return word if sound is None else f"[[{sound}]]"
