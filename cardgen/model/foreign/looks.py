"""Colours and labels of cards that are made from a table."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from textwrap import wrap

from cardgen.core.registry import distinct
from cardgen.core.style import Color, contrast
from cardgen.model.foreign.roles import COLOR_CODE, ColumnRole
from cardgen.source.foreign.headers import words_of

_HUES = tomllib.loads(Path(__file__).with_name("hues.toml").read_text("utf-8"))
HUES: Mapping[str, str] = {name: hue["color"] for name, hue in _HUES.items()}
"""Colours by name, each dark enough for white type."""
_HUES_OF_WORDS = {word: hue["color"] for hue in _HUES.values() for word in hue["words"].split()}
_PAPER = Color.parse("#fbf8f0")
_CONTRAST = 6  # with paper; type on a tenth of the colour has less


def choose_tint(places: Mapping[str, Sequence[ColumnRole]]) -> ColumnRole | None:
    """Return the column whose values become colours: codes or names of colours, or a choice."""
    words = [i for i in (*places["group"], *places["fact"]) if i.kind in ("text", "choice")]
    few = [item for item in words if len(set(item.column.texts)) <= len(HUES)]
    named = [i for i in few if 2 * len(_named_hues(i.column.texts)) >= len(set(i.column.texts))]
    choices = [item for item in few if item.role == "group" and item.kind == "choice"]
    return next(iter((*places["color"], *named, *choices)), None)


def tints_of(item: ColumnRole | None) -> Mapping[str, str]:
    """Return the colours of the cards by the values of a column."""
    texts = dict.fromkeys(item.column.texts if item else ())
    hues = _named_hues(texts)
    unused_hues = (hue for hue in HUES.values() if hue not in hues.values())
    return {
        text: hues[text] if text in hues else next(unused_hues, HUES["slate"]) for text in texts
    }


def _named_hues(texts: Iterable[str]) -> dict[str, str]:
    """Return the colours of texts that are codes of colours or name one, dark enough for type."""
    hues: dict[str, str] = {}
    for text in texts:
        names = [word for word in words_of(text) if word in _HUES_OF_WORDS]
        if COLOR_CODE.fullmatch(text):
            color = Color.parse(text)
            while contrast(color, _PAPER) < _CONTRAST:
                color = Color(0.95 * color.red, 0.95 * color.green, 0.95 * color.blue)
            hues[text] = color.hex
        elif names:
            hues[text] = _HUES_OF_WORDS[names[0]]
    return hues


def short_labels(labels: Iterable[str], letters: int) -> list[str]:
    """Return labels that fit two lines of this number of letters, and differ from each other."""
    short: list[str] = []
    for label in labels:
        words = label.split()
        while len(wrap(" ".join(words), letters)) > 2 or max(map(len, words)) > letters:
            longest = max(range(len(words)), key=lambda index: len(words[index]))
            shorter = f"{words[longest].rstrip('.')[:-1]}."
            words[longest : longest + 1] = [shorter] if len(shorter) > 2 else []
        short.append(distinct(" ".join(words), short, " "))
    return short
