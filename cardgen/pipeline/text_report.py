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
from cardgen.pipeline.results import WORST, SetOn, SideResult
from cardgen.source.files import BUNDLED
from cardgen.template.stamps import TagLocations

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
    texts: tuple[SetOn, ...]

    @property
    def label(self) -> str:
        """What the texts are called: by their field, else by the tag, else by their style."""
        return self.field or self.id or self.style

    @property
    def sizes(self) -> list[tuple[float, list[SetOn]]]:
        """The sizes in points that there are, the largest first, each with its texts."""
        found: dict[float, list[SetOn]] = {}
        for one in self.texts:
            found.setdefault(one.text.size, []).append(one)
        return sorted(found.items(), reverse=True)

    @property
    def changed(self) -> list[SetOn]:
        """Those that are not set as was asked for, the worst first."""
        return sorted(
            (one for one in self.texts if not one.text.is_plain),
            key=lambda one: (one.text.fits, -one.text.lost, one.text.size, -one.text.share),
        )


def text_groups(results: Iterable[SideResult], places: TagLocations) -> list[TextGroup]:
    """Return the texts of all sides by component and tag, in the order of the game."""
    found: dict[tuple[str, str], list[SetOn]] = {}
    for result in results:
        component = result.id.component
        for setting in result.settings:
            found.setdefault((component, setting.stamp), []).append(SetOn(result.id, setting))
    groups = []
    for (component, stamp), texts in found.items():
        at, first = places.resolve(Location.parse(stamp)), texts[0].text
        field = field_at(source_at(places, at))
        groups.append(TextGroup(component, at, first.id, first.style, field, tuple(texts)))
    return groups


def template_places(root: Path) -> TagLocations:
    """Return what reads templates of a project, or those that come with cardgen."""
    return TagLocations(root, BUNDLED)


def source_at(places: TagLocations, at: Location) -> str:
    """Return what a file says from a place on; nothing if it cannot be read."""
    at = places.resolve(at)
    lines = places.text(at.path).split("\n")[max(at.line - 1, 0) :][:_TAG_LINES]
    return "\n".join(lines)[max(at.column - 1, 0) :]


def field_at(source: str) -> str:
    """Return the field of the card that a tag shows, given what its template says from there on.

    What has nothing inside, as a picture, shows what it names.
    """
    tag, _, rest = source.partition(">")
    inside = " ".join(_NAMED.findall(tag)) if tag.endswith("/") else rest.partition("</")[0]
    named = _FIELD.search(inside)
    return named[1] if named else ""


def as_values(group: TextGroup) -> dict[str, Any]:
    """Return a group as plain values: its ranges, and what is not set as was asked for."""
    texts = [one.text for one in group.texts]
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
        "sizes": {f"{size:g}": len({one.side for one in some}) for size, some in group.sizes},
        "shrunk": sum(t.shrunk for t in texts),
        "tightened": sum(t.tightened for t in texts),
        "continued": sum(t.continued for t in texts),
        "cut": sum(bool(t.lost) for t in texts),
        "misfits": sum(not t.fits for t in texts),
        "changed": [
            {
                "side": one.side,
                "words": one.text.words,
                "asked": one.text.asked,
                "set": one.text.size,
                "leading_asked": one.text.leading_asked,
                "leading": one.text.leading,
                "lines": one.text.lines,
                "over_mm": one.text.over,
                "over_percent": round(one.text.share * 100, 1),
                "cut": one.text.lost,
                "continued": one.text.continued,
                "fits": one.text.fits,
            }
            for one in group.changed
        ],
    }


def summed_up(groups: Sequence[TextGroup]) -> list[str]:
    """Say of each component what was done to its texts; nothing where nothing was."""
    by_component: dict[str, list[TextGroup]] = {}
    for group in groups:
        by_component.setdefault(group.component, []).append(group)
    return [line for some in by_component.values() if (line := _said(some))]


def _said(groups: Sequence[TextGroup]) -> str:
    texts = [one for group in groups for one in group.texts]
    told = [
        f"{len(some)} {done.name}, worst {done.worst(some)}"
        for done in _DONE
        if (some := done.among(texts))
    ]
    if not told:
        return ""
    return f"{groups[0].component}: of {plural(len(texts), 'text')} " + "; ".join(told)


class _Done(Struct, frozen=True):
    """What may be done to a text: to which it was, how badly, the least first, and how much."""

    name: str
    was: Callable[[TextSetting], bool]
    rank: Callable[[TextSetting], float]
    amount: Callable[[TextSetting], str]

    def among(self, texts: Iterable[SetOn]) -> list[SetOn]:
        """Return the texts to which it was done, the worst first; of equals, what is too long."""
        found = [one for one in texts if self.was(one.text)]
        return sorted(found, key=lambda one: (self.rank(one.text), -one.text.share, one.side))

    def worst(self, found: Iterable[SetOn]) -> str:
        """Name the cards that stand first, each once."""
        named: dict[str, str] = {}
        for one in found:
            named.setdefault(one.name, self.amount(one.text))
        return ", ".join(f"{name} {amount}" for name, amount in islice(named.items(), WORST))


_DONE = (
    _Done(
        "shrunk",
        lambda text: text.shrunk,
        lambda text: text.size / text.asked,
        lambda text: f"{text.size:g} pt of {text.asked:g}",
    ),
    _Done(
        "tightened",
        lambda text: text.tightened,
        lambda text: text.leading / text.leading_asked,
        lambda text: f"{text.leading:g} of {text.leading_asked:g}",
    ),
    _Done(
        "continued",
        lambda text: text.continued,
        lambda text: -text.over,
        lambda text: f"{text.over:.1f} mm",
    ),
    _Done(
        "cut",
        lambda text: bool(text.lost) and text.fits,
        lambda text: -text.lost,
        lambda text: plural(text.lost, "character"),
    ),
    _Done(
        "too long",
        lambda text: not text.fits,
        lambda text: -text.over,
        lambda text: f"{text.over:.1f} mm",
    ),
)
