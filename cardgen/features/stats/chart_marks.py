"""Charts as strips that a template draws.

What a strip shows is its *mark*: a form (``heading``, ``bar``, ``scale``, ``columns``, ``fact``,
``decks``, ``compare``) and the facts that it needs. The bars of a chart share the width of their
labels and their scale.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.color import Color
from cardgen.features.stats.axis import Bin, bins, ticks
from cardgen.features.stats.wording import describe, fact, percent, short, title_of
from cardgen.layout.book.strips import kept, whole
from cardgen.layout.report.lettering import Lettering
from cardgen.layout.report.pages import APART, MarkStrip, mark_strip
from cardgen.model.record import Record
from cardgen.model.statistics import Comparison, DeckStatistics
from cardgen.model.tally import Tally, Value

ROW, HEADING, AGAIN, SCALE, COLUMNS, DECKS = 5.6, 11.0, 7.5, 4.5, 44.0, 7.0
ICON, FIGURES = 5.6, 15.0  # room before a label that may have an icon, and behind the bars
LABEL_SHARE, COMPARED_SHARE = 0.42, 0.24  # of a chart's width: longer labels are cut
FEW_UNUSED = 5  # unused choices get an empty row each if there are at most so many
DECKS_ABREAST = 6
AXIS, WIDEST_COLUMN = 7.0, 14.0
_PALE = 0.25  # difference in luminance: a bar less dark than that gets an outline


def _heading(title: str, note: str = "", doc: str = "") -> MarkStrip:
    return mark_strip("heading", HEADING if note else AGAIN, APART, title=title, note=note, doc=doc)


class ChartSetter(Struct, frozen=True):
    """Turns statistics into strips; knows the type and the colours that they are set in."""

    text: Lettering
    ticks: Lettering
    colors: Mapping[str, Color]

    def charts(self, deck: DeckStatistics, width: float, every: bool) -> list[list[MarkStrip]]:
        """Return a chart for each field with something to tell (or for every one), then facts."""
        drawn = [t for t in deck.fields if t.telling or (every and t.values)]
        found = [self._chart(tally, width) for tally in drawn]
        facts = [tally for tally in deck.fields if tally not in drawn]
        if facts:
            head = _heading("Also" if found else "Fields")
            found.append(whole([head, *map(self._fact, facts)]))
        return found

    def comparison(self, found: Comparison, width: float) -> list[MarkStrip]:
        """Return the bars of several decks side by side, a few decks at a time."""
        strips: list[MarkStrip] = []
        labels = [self._label(row.value, found.kind) for row in found.rows]
        room = self._room(labels, [row.value for row in found.rows], width * COMPARED_SHARE)
        room |= _scale(max(max(row.counts) for row in found.rows))
        title = self.text.legible(title_of(found.name))
        note = f"how often each value stands in {len(found.decks)} decks"
        abreast = math.ceil(len(found.decks) / math.ceil(len(found.decks) / DECKS_ABREAST))
        room["abreast"] = abreast
        for start in range(0, len(found.decks), abreast):
            part = slice(start, start + abreast)
            titles = tuple(self.text.legible(deck.title) for deck in found.decks[part])
            decks = mark_strip("decks", DECKS, titles=titles, **room)
            rows: list[MarkStrip] = []
            for row, label in zip(found.rows, labels, strict=True):
                shown = {"text": label, "counts": row.counts[part], **self._paint(row.value)}
                rows.append(replace(mark_strip("compare", ROW, **shown, **room), head=decks))
            head = _heading(title, doc="continued") if start else _heading(title, note)
            strips += kept([head, decks, *rows[:2]]) + rows[2:]
        return strips

    def _chart(self, tally: Tally, width: float) -> list[MarkStrip]:
        title = self.text.legible(title_of(tally.name))
        note, doc = self.text.legible(describe(tally)), self.text.legible(tally.doc)
        head = _heading(title, note, doc)
        if tally.numbers is not None and (columns := self._columns(tally, width)):
            return [replace(head, keep=True), columns]
        again = _heading(title, doc="continued")
        bare = self._rows(tally, width)
        scale = replace(bare[0], height=SCALE, mark={**bare[0].mark, "form": "scale"})
        rows = [replace(row, head=again) for row in bare]
        # At least two rows stand below a heading and three above the scale.
        return [*kept([head, *rows[:2]]), *rows[2:-3], *kept([*rows[2:][-3:]]), scale]

    def _columns(self, tally: Tally, width: float) -> MarkStrip | None:
        """Return numbers as columns with their mean; None if they cannot be grouped."""
        assert tally.numbers is not None
        found = bins([(v.number, v.count) for v in tally.values if v.number is not None])
        if not found:
            return None
        begin, end = found[0].start, found[-1].end
        step = min((width - AXIS) / len(found), WIDEST_COLUMN)
        return mark_strip(
            "columns",
            COLUMNS,
            bins=tuple(Record({"label": one.label, "count": one.count}) for one in found),
            step=step,
            left=AXIS,
            every=math.ceil((self.ticks.widest(one.label for one in found) + 1.5) / step),
            between=_between(found[0]),
            last=short(end),
            mean=(tally.numbers.mean - begin) / (end - begin),
            color="stats-accent",
            **_scale(max(one.count for one in found)),
        )

    def _rows(self, tally: Tally, width: float) -> list[MarkStrip]:
        """Return a bar for each value, then rows for unused choices and for cards without one."""
        labels = [self._label(value, tally.kind) for value in tally.values]
        unused = tally.unused if len(tally.unused) <= FEW_UNUSED else ()
        rest = [(_words(self.text.legible(name)), 0) for name in unused]
        rest += [("none", tally.silent)] if tally.silent else []
        room = self._room([*labels, *(name for name, _ in rest)], tally.values, width * LABEL_SHARE)
        room |= _scale(max(tally.silent, *(value.count for value in tally.values)))
        rows = []
        for value, label in zip(tally.values, labels, strict=True):
            shown: dict[str, Any] = {
                "text": label,
                "count": value.count,
                "share": percent(tally.share(value)),
            }
            rows.append(mark_strip("bar", ROW, quiet=False, **shown, **self._paint(value), **room))
        for label, count in rest:
            shown = {"text": label, "count": count, "share": percent(count / tally.asked)}
            paint: dict[str, Any] = {"color": "stats-rest", "outline": False, "icon": None}
            rows.append(mark_strip("bar", ROW, quiet=True, **shown, **paint, **room))
        return rows

    def _room(self, labels: Sequence[str], values: Sequence[Value], most: float) -> dict[str, Any]:
        """Share out the width of a chart: icons, labels (at ``most`` so wide), bars, figures."""
        label = min(self.text.widest(labels) + 2.5, most)
        icons = ICON if any(value.icon for value in values) else 0.0
        return {"icons": icons, "label_width": label, "figures": FIGURES}

    def _label(self, value: Value, kind: str) -> str:
        """Write a value for people: ids of choices and icons are words."""
        prose = kind in ("text", "rich", "image", "color")
        return self.text.legible(value.label if prose else _words(value.label))

    def _paint(self, value: Value) -> dict[str, Any]:
        """Choose a bar's icon and colour, and whether it needs an outline to be seen."""
        name = value.color or "stats-accent"
        color = self.colors.get(name) or Color.parse(name)
        ground = self.colors["stats-ground"]
        pale = abs(color.over(ground).luminance - ground.luminance) < _PALE
        return {"icon": value.icon, "color": name, "outline": pale}

    def _fact(self, tally: Tally) -> MarkStrip:
        title, text = title_of(tally.name), fact(tally)
        return mark_strip("fact", ROW, title=self.text.legible(title), text=self.text.legible(text))


def _words(name: str) -> str:
    """Write an id as words."""
    words = name.replace("-", " ").replace("_", " ").strip() if name.islower() else name
    return words[:1].upper() + words[1:]


def _scale(most: int) -> dict[str, Any]:
    found = ticks(most)
    return {"ticks": found, "top": found[-1]}


def _between(first: Bin) -> bool:
    """Whether columns stand between two numbers, and not each on one."""
    return first.end - first.start != 1 or first.start.is_integer()
