"""Many shaped words, each once, packed until somebody looks at it."""

from __future__ import annotations

from typing import Any

from cardgen.frame.items import Shaped, pack_word, unpack_word


class WordTable:
    """Shaped words by number. Kept Frames refer to it, so that reading them back unpacks none.

    ``packed`` is a list of plain values; new words are added at its end.
    """

    __slots__ = ("_numbers", "_words", "packed")

    def __init__(self, packed: list[tuple[Any, ...]]) -> None:
        self.packed = packed
        self._words: dict[int, Shaped] = {}
        self._numbers: dict[int, int] = {}

    def word(self, number: int) -> Shaped:
        """Return a word; the same number always gives the same object."""
        word = self._words.get(number)
        if word is None:
            word = self._words[number] = unpack_word(self.packed[number])
            self._numbers[id(word)] = number
        return word

    def number(self, word: Shaped) -> int:
        """Return the number of a word; a new one is added."""
        number = self._numbers.get(id(word))
        if number is None:
            number = self._numbers[id(word)] = len(self.packed)
            self._words[number] = word  # so that its id stays its own
            self.packed.append(pack_word(word))
        return number
