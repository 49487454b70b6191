"""English in uncontracted Braille, by the rules of Unified English Braille.

Cells are written as North American Braille ASCII, one character a cell, which embossers and
displays read. Sections named here are those of The Rules of Unified English Braille, second
edition 2013 (International Council on English Braille).

A character that the code has no sign for is spelled out by its Unicode name in square brackets, so
that nothing is lost; `unknown` finds such characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby

from cardgen.model.words import one_line

_DIGITS = dict(zip("1234567890", "ABCDEFGHIJ", strict=True))
_SIGNS = {
    # Punctuation (7); a question mark by itself has a grade 1 indicator, see `_sign`.
    ",": "1", ";": "2", ":": "3", ".": "4", "!": "6", "?": "8", "-": "-", "'": "'",
    "‐": "-", "‑": "-", "–": ",-", "—": ",-", "―": '",-', "…": "444",
    "“": "8", "”": "0", "‘": ",8", "’": ",0", "«": "_8", "»": "_0", "·": "@*",
    "(": '"<', ")": '">', "[": ".<", "]": ".>", "{": "_<", "}": "_>",
    "/": "_/", "\\": "_*", "_": ".-",
    # General symbols (3) and signs of operation (11).
    "&": "@&", "*": '"9', "@": "@A", "#": "_?", "%": ".0", "•": "_4", "~": "@9", "^": "@5",
    "`": "^*",
    "|": "_\\", "°": "^J", "§": "^S", "¶": "^P", "©": "^C", "®": "^R", "™": "^T",
    "†": "@,?", "‡": "@,]", "′": "7", "″": "77", "✓": "@%",
    "+": '"6', "−": '"-', "×": '"8', "÷": '"/', "=": '"7', "<": "@<", ">": "@>", "±": "_6",
    "→": "\\O", "←": "\\[", "↑": "\\+", "↓": "\\%", "⁄": "/",
    # Currency (3.10).
    "$": "@S", "€": "@E", "£": "@L", "¥": "@Y", "¢": "@C",
}  # fmt: skip
_ACCENTS = {
    # Modifiers stand before their letter (4.2).
    "\u0300": "^*", "\u0301": "^/", "\u0302": "^%", "\u0303": "^]", "\u0304": "@-",
    "\u0306": "@+", "\u0308": "^3", "\u030a": "^$", "\u030c": "^+", "\u0327": "^&",
}  # fmt: skip
_LETTERS = {"æ": "A^6E", "œ": "O^6E", "ø": "@*O", "ß": "^!", "ł": "@*L", "đ": "@3D"}
_CAPITAL, _CAPITALS, _PASSAGE, _END = ",", ",,", ",,,", ",'"
_NUMERIC, _GRADE_1, _RAISED, _LOWERED = "#", ";", "9", "5"
_IN_NUMBERS = {".": "4", ",": "1"}
_OPENING = ("", "(", "[", "{", "–", "—", "-", "/")
"""What may stand before an opening quotation mark."""
_WORDS_OF_PASSAGE = 3
"""As many words in capitals make a passage (8.5)."""
_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_UNIT = re.compile(r".[\u0300-\u036f]*")
"""A letter with accents that stand behind it."""


def translate(text: str) -> str:
    """Return a line of text in Braille; spaces part the words as they do in print."""
    words = spelled(text).split(" ")
    capitals = [*_passages(words)]
    return " ".join(
        before + _word(word, inside) + after
        for word, (before, inside, after) in zip(words, capitals, strict=True)
    )


def unknown(text: str) -> list[str]:
    """Return the characters of a text that are spelled out by their names, each once."""
    return [c for c in dict.fromkeys(unicodedata.normalize("NFC", text)) if not _is_known(c)]


def _is_known(character: str) -> bool:
    if (
        character.isspace()
        or character.isascii()
        or unicodedata.category(character) in ("Cf", "Mn")
    ):
        return True
    if character in _SIGNS or character.lower() in _LETTERS:
        return True
    parts = unicodedata.normalize("NFKD", character)
    return all(c in _ACCENTS or c in _SIGNS or (c.isascii() and c.isalnum()) for c in parts)


def spelled(text: str) -> str:
    """Return a text on one line in which every character has a sign."""
    found = []
    for c in one_line(unicodedata.normalize("NFC", text)):
        if _is_known(c):
            found.append(c)
        else:
            found.append(f"[{unicodedata.name(c, f'U+{ord(c):04X}').lower()}]")
    return "".join(found)


def _passages(words: list[str]) -> Iterator[tuple[str, bool, str]]:
    """Yield for each word what stands before and behind it, and whether it is in a passage."""
    found = [("", False, "")] * len(words)
    run: list[int] = []
    for at, word in enumerate([*words, "a"]):
        if any(c.islower() for c in word):
            if len(run) >= _WORDS_OF_PASSAGE:
                first, last = run[0], run[-1]
                found[first : last + 1] = [("", True, "")] * (last + 1 - first)
                found[first] = (_PASSAGE, True, "")
                found[last] = ("", True, _END)
            run = []
        elif any(c.isupper() for c in word):
            run.append(at)
    yield from found


def _word(word: str, in_passage: bool) -> str:
    cells: list[str] = []
    before, quoted, numeric = "", False, False
    for token, behind in _tokens(word):
        if "0" <= token[0] <= "9":
            digits = (_DIGITS.get(c) or _IN_NUMBERS[c] for c in token)
            cells.append(_NUMERIC + "".join(digits))
            numeric = True
        elif token[0].isalpha():
            cells.append(_letters(token, in_passage, numeric))
            numeric = False
        else:
            if token == "’" and (behind.isalnum() or not quoted):
                token = "'"  # an apostrophe (7.1)
            quoted = token == "‘" or (quoted and token != "’")
            cells.append(_sign(token, before))
            numeric &= token in _IN_NUMBERS
        before = token
    return "".join(cells)


def _tokens(word: str) -> Iterator[tuple[str, str]]:
    """Yield numbers, runs of letters and single signs, each with the character behind it."""
    at = 0
    while at < len(word):
        end = at + 1
        if number := _NUMBER.match(word, at):
            end = number.end()
        elif word[at].isalpha():
            while word[end : end + 1].isalpha() or "\u0300" <= word[end : end + 1] <= "\u036f":
                end += 1
        yield word[at:end], word[end : end + 1]
        at = end


def _letters(word: str, in_passage: bool, numeric: bool) -> str:
    """Return letters, with what says that some are capitals (8).

    Behind a number, letters up to j without a capital sign would be read as digits (6.5).
    """
    first = word[0].lower() if in_passage else word[0]
    cells = [_GRADE_1] if numeric and "a" <= first <= "j" else []
    cases = groupby(_UNIT.findall(word), key=lambda unit: unit[0].isupper() and not in_passage)
    for is_upper, units in cases:
        letters = [_letter(unit.lower()) for unit in units]
        if is_upper:
            cells.append(_CAPITAL if len(letters) == 1 else _CAPITALS)
        cells += letters
        if is_upper and len(letters) > 1:
            cells.append(_END)
    return "".join(cells).removesuffix(_END)


def _letter(unit: str) -> str:
    """Return a letter with its accents before it."""
    parts = unicodedata.normalize("NFKD", unit)
    accents = "".join(_ACCENTS[c] for c in parts if c in _ACCENTS)
    letters = (_LETTERS.get(c) or c.upper() for c in parts if not unicodedata.combining(c))
    return accents + "".join(letters)


def _sign(sign: str, before: str) -> str:
    if sign == '"':  # a keyboard has one mark for both ends
        return _SIGNS["“" if before in _OPENING else "”"]
    if sign == "?" and before in _OPENING:
        return _GRADE_1 + _SIGNS[sign]  # else it would be an opening quotation mark (7.5)
    if sign in _SIGNS:
        return _SIGNS[sign]
    parts = unicodedata.normalize("NFKD", sign)
    if parts == sign:  # an accent without a letter, or a character that shows nothing
        return _ACCENTS.get(sign, "")
    raised = {"<super>": _RAISED, "<sub>": _LOWERED}
    mark = raised.get(unicodedata.decomposition(sign).partition(" ")[0], "")
    return mark + _fraction(parts)


def _fraction(parts: str) -> str:
    """Return a character that stands for several; the parts of a fraction share a number (6.4)."""
    over, line, under = parts.partition("⁄")
    if line:
        return _word(over, False) + "/" + _word(under, False).removeprefix(_NUMERIC)
    return _word(parts, False)
