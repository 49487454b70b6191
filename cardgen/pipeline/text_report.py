"""How the texts of a deck were set: what was done to make them fit, and on which cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.core.registry import plural
from cardgen.layout.text.groups import TextSetting
from cardgen.pipeline.results import WORST, SideResult, TextOnSide
from cardgen.source.files import BUNDLED
from cardgen.template.stamps import TagPlaces

_TAG_LINES = 20  # in which a tag that shows a field ends
_NAMED = re.compile(r"""\b(?:data|name|ref|src)\s*=\s*("[^"]*"|'[^']*')""")
_FIELD = re.compile(r"\bcard\.([a-z_]\w*)")


class TextGroup(Struct, frozen=True):
    """The texts that one tag of a template has made on the sides of a component.

    ``field`` is the field of the card that it shows, empty where the tag does not say.
    """

    component: str
    at: Location
    id: str
    style: str
    field: str
    texts: tuple[TextOnSide, ...]

    @property
    def label(self) -> str:
        """What the texts are called: by their field, else by the tag, else by their style."""
        return self.field or self.id or self.style

    @property
    def sizes(self) -> list[tuple[float, list[TextOnSide]]]:
        """The sizes in points that there are, the largest first, each with its texts."""
        texts_by_size: dict[float, list[TextOnSide]] = {}
        for entry in self.texts:
            texts_by_size.setdefault(entry.text.size, []).append(entry)
        return sorted(texts_by_size.items(), reverse=True)

    @property
    def changed(self) -> list[TextOnSide]:
        """Those that are not set as was asked for, the worst first."""
        return sorted(
            (entry for entry in self.texts if not entry.text.is_plain),
            key=lambda entry: (
                entry.text.fits,
                -entry.text.lost,
                entry.text.size,
                -entry.text.share,
            ),
        )


def text_groups(results: Iterable[SideResult], places: TagPlaces) -> list[TextGroup]:
    """Return the texts of all sides by component and tag, in the order of the game."""
    settings_by_tag: dict[tuple[str, str], list[TextOnSide]] = {}
    for result in results:
        component = result.id.component
        for setting in result.settings:
            settings_by_tag.setdefault((component, setting.stamp), []).append(
                TextOnSide(result.id, setting)
            )
    groups = []
    for (component, stamp), texts in settings_by_tag.items():
        at, first = places.place(Location.parse(stamp)), texts[0].text
        field = field_at(source_at(places, at))
        groups.append(TextGroup(component, at, first.id, first.style, field, tuple(texts)))
    return groups


def template_places(root: Path) -> TagPlaces:
    """Return what reads templates of a project, or those that come with cardgen."""
    return TagPlaces(root, BUNDLED)


def source_at(places: TagPlaces, at: Location) -> str:
    """Return what a file says from a place on; nothing if it cannot be read."""
    at = places.place(at)
    lines = places.text(at.path).split("\n")[max(at.line - 1, 0) :][:_TAG_LINES]
    return "\n".join(lines)[max(at.column - 1, 0) :]


def field_at(source: str) -> str:
    """Return the field of the card that a tag shows, given what its template says from there on.

    What has nothing inside, as a picture, shows what it names.
    """
    tag, _, content = source.partition(">")
    inside = " ".join(_NAMED.findall(tag)) if tag.endswith("/") else content.partition("</")[0]
    named = _FIELD.search(inside)
    return named[1] if named else ""


def as_values(group: TextGroup) -> dict[str, Any]:
    """Return a group as plain values: its ranges, and what is not set as was asked for."""
    texts = [entry.text for entry in group.texts]
    return {
        "component": group.component,
        "field": group.field,
        "id": group.id,
        "style": group.style,
        "at": str(group.at),
        "texts": len(texts),
        "asked": [min(t.asked for t in texts), max(t.asked for t in texts)],
        "set": [min(t.size for t in texts), max(t.size for t in texts)],
        "lines": [min(t.lines for t in texts), max(t.lines for t in texts)],
        "sizes": {
            f"{size:g}": len({entry.side for entry in texts_of_size})
            for size, texts_of_size in group.sizes
        },
        "shrunk": sum(t.shrunk for t in texts),
        "tightened": sum(t.tightened for t in texts),
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
            for entry in group.changed
        ],
    }


def summarize_texts(groups: Sequence[TextGroup]) -> list[str]:
    """Say of each component what was done to its texts; nothing where nothing was."""
    by_component: dict[str, list[TextGroup]] = {}
    for group in groups:
        by_component.setdefault(group.component, []).append(group)
    return [
        line for component_groups in by_component.values() if (line := _summary(component_groups))
    ]


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
    """What may be done to a text: to which it was, how badly, the least first, and how much."""

    name: str
    applies: Callable[[TextSetting], bool]
    rank: Callable[[TextSetting], float]
    amount: Callable[[TextSetting], str]

    def find_adjusted(self, texts: Iterable[TextOnSide]) -> list[TextOnSide]:
        """Return the texts to which it was done, the worst first; of equals, what is too long."""
        adjusted = [entry for entry in texts if self.applies(entry.text)]
        return sorted(
            adjusted,
            key=lambda entry: (
                self.rank(entry.text),
                -entry.text.share,
                entry.side,
            ),
        )

    def worst(self, adjusted: Iterable[TextOnSide]) -> str:
        """Name the cards that stand first, each once."""
        named: dict[str, str] = {}
        for entry in adjusted:
            named.setdefault(entry.name, self.amount(entry.text))
        return ", ".join(f"{name} {amount}" for name, amount in islice(named.items(), WORST))


_ADJUSTMENTS = (
    _Adjustment(
        "shrunk",
        lambda text: text.shrunk,
        lambda text: text.size / text.asked,
        lambda text: f"{text.size:g} pt of {text.asked:g}",
    ),
    _Adjustment(
        "tightened",
        lambda text: text.tightened,
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
