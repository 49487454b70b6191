"""The report on texts: how the texts of a game were made to fit, and on which cards."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.core.registry import plural
from cardgen.layout.text.groups import TextSetting
from cardgen.pipeline.results import MAX_NAMED, SideResult, TextOnSide
from cardgen.source.files import BUNDLED
from cardgen.template.stamps import TagLocations

_TAG_LINES = 20  # the lines to search for the end of a tag
_NAMED = re.compile(r"""\b(?:data|name|ref|src)\s*=\s*("[^"]*"|'[^']*')""")
_FIELD = re.compile(r"\bcard\.([a-z_]\w*)")


class TextGroup(Struct, frozen=True):
    """The texts of one template tag on the sides of a component.

    ``field`` is the field of the card that the tag shows, or empty if the tag names none.
    """

    component: str
    location: Location
    id: str
    style: str
    field: str
    texts: tuple[TextOnSide, ...]

    @property
    def label(self) -> str:
        """The name of the group: its field, else the id of its tag, else its style."""
        return self.field or self.id or self.style

    @property
    def sizes(self) -> list[tuple[float, list[TextOnSide]]]:
        """The sizes in points, the largest first, each with its texts."""
        texts_by_size: dict[float, list[TextOnSide]] = {}
        for entry in self.texts:
            texts_by_size.setdefault(entry.text.size, []).append(entry)
        return sorted(texts_by_size.items(), reverse=True)

    @property
    def adjusted(self) -> list[TextOnSide]:
        """The texts that were shrunk, tightened, continued or cut, the worst first."""
        return sorted(
            (entry for entry in self.texts if not entry.text.is_plain),
            key=lambda e: (e.text.fits, -e.text.lost, e.text.size, -e.text.share),
        )


def text_groups(results: Iterable[SideResult], places: TagLocations) -> list[TextGroup]:
    """Return the texts of all sides by component and tag, in the order of the game."""
    texts_by_tag: dict[tuple[str, str], list[TextOnSide]] = {}
    for result in results:
        component = result.id.component
        for setting in result.settings:
            text = TextOnSide(result.id, setting)
            texts_by_tag.setdefault((component, setting.stamp), []).append(text)
    groups = []
    for (component, stamp), texts in texts_by_tag.items():
        location, first = places.resolve(Location.parse(stamp)), texts[0].text
        field = field_at(source_at(places, location))
        groups.append(TextGroup(component, location, first.id, first.style, field, tuple(texts)))
    return groups


def template_places(root: Path) -> TagLocations:
    """Return the reader of template locations, for the project and for bundled templates."""
    return TagLocations(root, BUNDLED)


def source_at(places: TagLocations, location: Location) -> str:
    """Return the text of a file from a location on; empty if it cannot be read."""
    location = places.resolve(location)
    lines = places.text(location.path).split("\n")[max(location.line - 1, 0) :][:_TAG_LINES]
    return "\n".join(lines)[max(location.column - 1, 0) :]


def field_at(source: str) -> str:
    """Return the field of the card that a tag shows; ``source`` begins with the tag.

    An empty tag, such as a picture, shows the field in its ``data``, ``name``, ``ref`` or ``src``.
    """
    tag, _, content = source.partition(">")
    inside = " ".join(_NAMED.findall(tag)) if tag.endswith("/") else content.partition("</")[0]
    match = _FIELD.search(inside)
    return match[1] if match else ""


def as_values(group: TextGroup) -> dict[str, Any]:
    """Return a group as plain values: its ranges, and its adjusted texts."""
    texts = [entry.text for entry in group.texts]
    return {
        "component": group.component,
        "field": group.field,
        "id": group.id,
        "style": group.style,
        "at": str(group.location),
        "texts": len(texts),
        "asked": [min(t.asked for t in texts), max(t.asked for t in texts)],
        "set": [min(t.size for t in texts), max(t.size for t in texts)],
        "lines": [min(t.lines for t in texts), max(t.lines for t in texts)],
        "sizes": {f"{size:g}": len({e.side for e in entries}) for size, entries in group.sizes},
        "shrunk": sum(t.shrunk for t in texts),
        "tightened": sum(t.is_tightened for t in texts),
        "continued": sum(t.continued for t in texts),
        "cut": sum(bool(t.lost) for t in texts),
        "misfits": sum(not t.fits for t in texts),
        "changed": [
            {
                "side": entry.side,
                "words": entry.text.words,
                "asked": entry.text.asked,
                "set": entry.text.size,
                "leading_asked": entry.text.leading_asked,
                "leading": entry.text.leading,
                "lines": entry.text.lines,
                "over_mm": entry.text.over,
                "over_percent": round(entry.text.share * 100, 1),
                "cut": entry.text.lost,
                "continued": entry.text.continued,
                "fits": entry.text.fits,
            }
            for entry in group.adjusted
        ],
    }


def summarize_texts(groups: Sequence[TextGroup]) -> list[str]:
    """Return one line for each component with adjusted texts."""
    by_component: dict[str, list[TextGroup]] = {}
    for group in groups:
        by_component.setdefault(group.component, []).append(group)
    return list(filter(None, map(_summary, by_component.values())))


def _summary(groups: Sequence[TextGroup]) -> str:
    texts = [entry for group in groups for entry in group.texts]
    summaries = [
        f"{len(adjusted)} {adjustment.name}, worst {adjustment.worst(adjusted)}"
        for adjustment in _ADJUSTMENTS
        if (adjusted := adjustment.find_adjusted(texts))
    ]
    if not summaries:
        return ""
    return f"{groups[0].component}: of {plural(len(texts), 'text')} " + "; ".join(summaries)


class _Adjustment(Struct, frozen=True):
    """A way to make texts fit; ``rank`` is lower for a stronger adjustment of a text."""

    name: str
    applies: Callable[[TextSetting], bool]
    rank: Callable[[TextSetting], float]
    amount: Callable[[TextSetting], str]

    def find_adjusted(self, texts: Iterable[TextOnSide]) -> list[TextOnSide]:
        """Return the adjusted texts, the worst first; of equal ones, the longest first."""
        adjusted = [entry for entry in texts if self.applies(entry.text)]
        return sorted(adjusted, key=lambda e: (self.rank(e.text), -e.text.share, e.side))

    def worst(self, adjusted: Iterable[TextOnSide]) -> str:
        """Return the names of the first cards with their amounts, each card once."""
        amounts: dict[str, str] = {}
        for entry in adjusted:
            amounts.setdefault(entry.name, self.amount(entry.text))
        return ", ".join(f"{name} {amount}" for name, amount in islice(amounts.items(), MAX_NAMED))


_ADJUSTMENTS = (
    _Adjustment(
        "shrunk",
        lambda text: text.shrunk,
        lambda text: text.size / text.asked,
        lambda text: f"{text.size:g} pt of {text.asked:g}",
    ),
    _Adjustment(
        "tightened",
        lambda text: text.is_tightened,
        lambda text: text.leading / text.leading_asked,
        lambda text: f"{text.leading:g} of {text.leading_asked:g}",
    ),
    _Adjustment(
        "continued",
        lambda text: text.continued,
        lambda text: -text.over,
        lambda text: f"{text.over:.1f} mm",
    ),
    _Adjustment(
        "cut",
        lambda text: bool(text.lost) and text.fits,
        lambda text: -text.lost,
        lambda text: plural(text.lost, "character"),
    ),
    _Adjustment(
        "too long",
        lambda text: not text.fits,
        lambda text: -text.over,
        lambda text: f"{text.over:.1f} mm",
    ),
)
