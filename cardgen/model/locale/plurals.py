"""The plural forms of languages: in texts, ``{rule:draw?card|cards}``, and in PO files."""

import tomllib
from collections.abc import Sequence
from functools import cache
from gettext import c2py
from pathlib import Path

from msgspec import Struct

_RULES = Path(__file__).with_suffix(".toml")
_compile = cache(c2py)


class PluralRule(Struct, frozen=True):
    """The number of plural forms of a language, and the C expression of the form for ``n``."""

    count: int = 2
    form: str = "n != 1"

    @property
    def header(self) -> str:
        """The value of ``Plural-Forms`` in the header of PO files."""
        return f"nplurals={self.count}; plural=({self.form});"

    @property
    def samples(self) -> list[int]:
        """The smallest positive number of each form."""
        samples = {_compile(self.form)(number): number for number in range(199, 0, -1)}
        return [samples[index] for index in sorted(samples)]

    def choose(self, forms: Sequence[str], number: object) -> str | None:
        """Return the form of a word for a number; None if it is missing.

        A language without plurals may have two forms, as English has.
        """
        index = int(number != 1)
        if self.count > 1:
            index = _compile(self.form)(number) if isinstance(number, int) else self.count - 1
        return forms[index] if index < len(forms) else None


@cache
def _rules() -> dict[str, PluralRule]:
    rules = tomllib.loads(_RULES.read_text(encoding="utf-8"))["rule"]
    pairs = ((name, rule) for rule in rules for name in rule["languages"].split())
    return {name: PluralRule(rule["count"], rule["form"]) for name, rule in pairs}


def plural_rule(language: str) -> PluralRule:
    """Return the plural rule of a language tag; two forms, as in English, if it is not known."""
    return _rules().get(language.lower().partition("-")[0], PluralRule())
