"""Who turns text into Braille: liblouis where it is installed, and else our own English.

liblouis (``import louis``) has tables for most languages. It is no dependency: its Python module
comes with systems and not as a wheel. Whatever does the work, it is uncontracted Braille, one
character of North American Braille ASCII a cell.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec import Struct

from cardgen.products.text import ueb

_ASCII = "en-us-brf.dis"
_TABLES = {
    "cs": "cs-g1.ctb", "da": "da-dk-g16.ctb", "de": "de-g0.utb", "en": "en-ueb-g1.ctb",
    "es": "es-g1.ctb", "fi": "fi.utb", "fr": "fr-bfu-comp6.utb", "hu": "hu-hu-g1.ctb",
    "it": "it-it-comp6.utb", "nl": "nl-NL-g0.utb", "no": "no-no-g0.utb", "pt": "pt-pt-g1.utb",
    "ru": "ru-litbrl.ctb", "sv": "sv-g0.utb",
}  # fmt: skip
"""Uncontracted tables of liblouis, by language."""


class Transcriber(Struct, frozen=True):
    """Turns a line of text into cells; ``name`` says what does it, ``unknown`` what it spells out.

    ``is_foreign`` if it writes another language than the text is in.
    """

    name: str
    cells: Callable[[str], str]
    unknown: Callable[[str], list[str]] = ueb.unknown
    is_foreign: bool = False


def transcriber(language: str) -> Transcriber:
    """Return the best there is for a language (BCP 47)."""
    main = language.partition("-")[0].lower()
    table, louis = _TABLES.get(main), _louis()
    if louis is None or table is None:
        return Transcriber("ueb", ueb.translate, is_foreign=main != "en")

    def cells(text: str) -> str:
        tables = [_ASCII, table]
        written: str = louis.translateString(tables, ueb.spelled(text) if main == "en" else text)
        return " ".join(written.upper().split(" "))

    return Transcriber(f"liblouis {louis.version()} {table}", cells)


@lru_cache
def _louis() -> Any:
    try:
        return importlib.import_module("louis")
    except (ImportError, OSError):  # without it, or without its library
        return None
