"""The plural forms of languages: in texts, ``{rule:draw?card|cards}``, and in PO files."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from gettext import c2py
from pathlib import Path

from msgspec import Struct

_RULES = Path(__file__).with_suffix(".toml")
_SAMPLES = range(1, 200)


class PluralRule(Struct, frozen=True):
    """The number of plural forms of a language, and the expression that chooses one of them."""

    count: int = 2
    expression: str = "n != 1"

    @property
    def header(self) -> str:
        """The value of ``Plural-Forms`` in the header of PO files."""
        return f"nplurals={self.count}; plural=({self.expression});"

    def samples(self) -> list[int]:
        """Return the smallest positive number of each form."""
        choose = _chooser(self.expression)
        forms = dict.fromkeys(map(choose, _SAMPLES))
        return [next(n for n in _SAMPLES if choose(n) == form) for form in sorted(forms)]

    def choose(self, forms: Sequence[str], number: object) -> str | None:
        """Return the form of a word for a number; None if the needed form is missing.

        A pair is always allowed if it suffices: a language without plurals uses it as English does.
        """
        index = int(number != 1)
        if self.count > 1 and self.expression != PluralRule().expression:
            is_natural = isinstance(number, int) and number >= 0
            index = _chooser(self.expression)(int(str(number))) if is_natural else self.count - 1
        return forms[index] if index < len(forms) else None


@cache
def _chooser(expression: str) -> Callable[[int], int]:
    return c2py(expression)


@cache
def _rules() -> dict[str, PluralRule]:
    rules = tomllib.loads(_RULES.read_text(encoding="utf-8"))["rule"]
    return {
        language: PluralRule(rule["count"], rule["form"])
        for rule in rules
        for language in rule["languages"].split()
    }


def plural_rule(language: str) -> PluralRule:
    """Return the plural rule of a language tag; two forms, as in English, if it is not known."""
    return _rules().get(language.lower().partition("-")[0], PluralRule())
