"""Read decks of decksmith: elements in YAML or JSON, in pixels, and a table beside them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardgen.core.diagnostics import Location
from cardgen.features.scaffold.importing.foreign import (
    ODD,
    CardTable,
    DrawnBox,
    ForeignDeck,
    Gap,
    UnsupportedError,
    Value,
    font_of,
    millimetres,
    read_cards,
)
from cardgen.source.node import YamlNode

_WIDTH = 63.5
"""How wide decksmith prints a card unless it is told, in mm."""
_KNOWN = {
    "text": "text color font_path font_size line_spacing width align font_variant",
    "image": "path filters",
    "circle": "radius color outline_color outline_width",
    "ellipse": "size color outline_color outline_width",
    "rectangle": "size corners corner_radius color outline_color outline_width",
    "polygon": "points color outline_color outline_width",
}
_BY = "write it into the template by hand"


def is_decksmith(tree: YamlNode) -> bool:
    """Whether a file of YAML or JSON is a deck of decksmith."""
    return tree.kind == "map" and {"width", "height", "elements"} <= tree.value.keys()


def read_decksmith(path: Path, tree: YamlNode) -> list[ForeignDeck]:
    """Read a deck; it has gaps for all that does not map."""
    return [_Reader(path, tree).deck]


class _Reader:
    def __init__(self, path: Path, tree: YamlNode) -> None:
        spec, self.file = tree.plain(), path.name
        self.scale = _WIDTH / spec["width"]
        self.whole = (spec["width"], spec["height"])
        self.table = CardTable()
        self.deck = ForeignDeck(
            path.stem, path.parent, _WIDTH, spec["height"] * self.scale, count=1
        )
        self.deck.background = _color(spec.get("background_color", (255, 255, 255)))
        self.places: dict[str, tuple[float, ...]] = {str(spec.get("id")): (0, 0, *self.whole)}
        self.texts: dict[str, DrawnBox] = {}
        self.flows: dict[str, tuple[DrawnBox, str, float]] = {}
        csv = next(
            (
                one
                for one in (path.with_suffix(".csv"), path.with_name("deck.csv"))
                if one.is_file()
            ),
            None,
        )
        if csv is not None:
            self.table = read_cards(path.parent, csv.name, ())
            self.deck.take(self.table)
        for node, element in zip(tree.value["elements"].value, spec["elements"], strict=True):
            self.line = node.line
            try:
                self._element(element)
            except ODD as error:
                self._gap(f"element `{element.get('id', element.get('type'))}`: {error}")

    def _gap(self, what: str, harmless: bool = False) -> None:
        at = Location(self.file, self.line)
        self.deck.gaps.append(Gap(at, what, _BY, harmless=harmless))

    def _value(self, written: str) -> Value:
        parts = re.split(r"%([^%]+)%", written)
        columns = {one.name: one for one in self.table.columns}
        parts = [
            part if n % 2 == 0 or part in columns else f"%{part}%" for n, part in enumerate(parts)
        ]
        return tuple(
            columns[part] if n % 2 and part in columns else part
            for n, part in enumerate(parts)
            if part
        )

    def _element(self, element: Mapping[str, Any]) -> None:
        kind = element["type"]
        if kind not in _KNOWN:
            raise UnsupportedError(f"there is no counterpart for `{kind}`")
        odd = element.keys() - {
            "id",
            "type",
            "position",
            "relative_to",
            "anchor",
            *_KNOWN[kind].split(),
        }
        if odd:
            self._gap(f"`{min(odd)}` of `{element.get('id', kind)}` has no counterpart")
        attributes: dict[str, Value] = {}
        if kind == "text":
            return self._text(element)
        if kind == "image":
            width, height = self._picture_size(element)
            attributes["fit"] = ("stretch",)
        elif kind == "circle":
            width = height = 2 * element["radius"]
        elif kind == "polygon":
            xs, ys = zip(*element["points"], strict=True)
            width, height = max(xs) - min(xs), max(ys) - min(ys)
            corners = ((x - min(xs), y - min(ys)) for x, y in element["points"])
            attributes["points"] = (" ".join(f"{self._mm(x)},{self._mm(y)}" for x, y in corners),)
        else:
            width, height = element["size"]
        if kind != "image":
            if "color" in element:
                attributes["fill"] = (_color(element["color"]),)
            if "outline_color" in element:
                attributes["stroke"] = (_color(element["outline_color"]),)
                attributes["stroke-width"] = (self._mm(element.get("outline_width", 1)),)
            if element.get("corner_radius"):
                attributes["radius"] = (self._mm(element["corner_radius"]),)
        attributes |= {"width": (self._mm(width),), "height": (self._mm(height),)}
        tag = {"image": "picture", "circle": "ellipse", "rectangle": "rect"}.get(kind, kind)
        shows = self._value(element["path"]) if kind == "image" else ()
        box = DrawnBox(tag, attributes, self.line, shows)
        if self._flows(element, box, height):
            return None
        x, y = self._corner(element, width, height)
        attributes |= {"x": (self._mm(x),), "y": (self._mm(y),)}
        self.places[element.get("id", "")] = (x, y, x + width, y + height)
        self.deck.boxes.append(box)
        return None

    def _picture_size(self, element: Mapping[str, Any]) -> tuple[float, float]:
        filters = element.get("filters", {})
        if filters.keys() - {"resize"} or None in filters.get("resize", ()):
            raise UnsupportedError("filters of pictures have no counterpart but `resize`")
        if "resize" not in filters:
            raise UnsupportedError("the size of the picture is that of its file")
        width, height = filters["resize"]
        return width, height

    def _mm(self, pixels: float) -> str:
        return millimetres(pixels * self.scale)

    def _point(self, element: Mapping[str, Any]) -> tuple[float, float]:
        """Return the point that an element is placed at."""
        x, y = element.get("position", (0, 0))
        if "relative_to" in element:
            name, anchor = element["relative_to"]
            if name not in self.places:
                raise UnsupportedError(f"it is placed by `{name}`, whose size is not known")
            left, top, right, bottom = self.places[name]
            across, down = _shares(anchor)
            return x + left + (right - left) * across, y + top + (bottom - top) * down
        return x, y

    def _corner(
        self, element: Mapping[str, Any], width: float, height: float
    ) -> tuple[float, float]:
        across, down = _shares(element.get("anchor", "top-left"))
        x, y = self._point(element)
        return x - width * across, y - height * down

    def _text(self, element: Mapping[str, Any]) -> None:
        size = element.get("font_size", 10)
        name = str(element.get("font_path", "")) + str(element.get("font_variant", ""))
        across, down = _shares(element.get("anchor", "top-left"))
        attributes: dict[str, Value] = {
            "font": (font_of(name, "bold" in name.lower(), "italic" in name.lower()),),
            "size": (millimetres(size * self.scale * 72 / 25.4),),
            "leading": (millimetres(1.15 + element.get("line_spacing", 4) / size),),
            "align": (element.get("align", {0: "left", 0.5: "center", 1: "right"}[across]),),
            "color": (_color(element.get("color", (0, 0, 0))),),
        }
        box = DrawnBox("text", attributes, self.line, self._value(str(element["text"])))
        if self._flows(element, box, 0):
            return
        x, y = self._point(element)
        room = (
            min(x, self.whole[0] - x) * 2 if across == 0.5 else x if across else self.whole[0] - x
        )
        width = element.get("width") or room
        left = x - width * across
        height = {0: self.whole[1] - y, 0.5: 2 * min(y, self.whole[1] - y), 1: y}[down]
        attributes |= {
            "valign": ({0: "top", 0.5: "middle", 1: "bottom"}[down],),
            "x": (self._mm(left),),
            "y": (self._mm(y - height * down),),
            "width": (self._mm(width),),
            "height": (self._mm(height),),
        }
        self.deck.boxes.append(box)
        if down == 0:
            self.texts[element.get("id", "")] = box

    def _flows(self, element: Mapping[str, Any], box: DrawnBox, height: float) -> bool:
        """Put what hangs below a text into a column with it: its height is known on the card."""
        name, anchor = element.get("relative_to", ("", ""))
        if name not in self.texts and name not in self.flows:
            return False
        x, gap = element.get("position", (0, 0))
        if (x, anchor, element.get("anchor")) != (0, "bottom-center", "top-center"):
            raise UnsupportedError(f"only what hangs below the middle of `{name}` can follow it")
        if name not in self.flows:
            first = self.texts[name]
            moved = {
                key: first.attributes.pop(key) for key in ("x", "y", "width", "height", "valign")
            }
            child = DrawnBox(
                "text", {**first.attributes, "width": moved["width"]}, first.line, first.shows
            )
            first.tag, first.shows, first.children = "column", (), [child]
            first.attributes = {"y": moved["y"], "align": ("center",)}
            self.flows[name] = (first, name, 0)
        column, last, used = self.flows[name]
        if last != name or gap < used:
            raise UnsupportedError(f"something else hangs below `{name}` already")
        column.children.append(DrawnBox("spacer", {"height": (self._mm(gap - used),)}, self.line))
        column.children.append(box)
        if box.tag == "text":
            width = element.get("width", self.whole[0])
            box.attributes["width"] = (self._mm(width),)
            for known in {name, str(element.get("id", ""))}:
                self.flows[known] = (column, str(element.get("id", "")), 0)
        else:
            self.flows[name] = (column, name, gap + height)
        return True


def _shares(anchor: str) -> tuple[float, float]:
    """Return how far across and down a box its anchor is."""
    down, _, across = anchor.partition("-")
    try:
        return (
            {"left": 0, "center": 0.5, "right": 1, "": 0.5}[across],
            {"top": 0, "middle": 0.5, "center": 0.5, "bottom": 1}[down],
        )
    except KeyError:
        raise UnsupportedError(f"there is no anchor `{anchor}`") from None


def _color(parts: Any) -> str:
    if not all(isinstance(part, int) and 0 <= part <= 255 for part in parts):
        raise UnsupportedError("a colour that would have to be computed")
    return "#" + "".join(f"{part:02x}" for part in parts)
