"""From a point on a side to the places in the files that it was made from."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Matrix, Rect
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import IDENTITY, Frame, Group, Image, Item, Shape, Text
from cardgen.model.deck_files import deck_key
from cardgen.pipeline.text_report import source_at as text_from
from cardgen.preview import Json
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.proof.outlines import Outline
from cardgen.source.node import YamlNode

Point = tuple[float, float]

_REACH = 0.35  # mm beside a thin line still count as on it
_ASCENT, _DESCENT = 0.8, 0.25  # of the type size, round a line of text
_FIELD = re.compile(r"\bcard\.([a-z_][a-z0-9_]*)|\bcard\[['\"]([a-z_][a-z0-9_]*)['\"]\]")
_ELEMENT = re.compile(r"<([\w-]+)(?:[^<]*?/>|.*?</\1\s*>)", re.DOTALL)


class Hit(Struct, frozen=True):
    """An item under a point; ``box`` is in the side's own millimetres."""

    item: Item
    box: Rect


def hits(frame: Frame, x: float, y: float) -> list[Hit]:
    """Return the items that are painted at a point, the topmost first."""
    found = list(_hits(frame, IDENTITY, (x, y)))
    found.reverse()
    return found


def _hits(frame: Frame, matrix: Matrix, point: Point) -> Iterator[Hit]:
    for item in frame.items:
        if isinstance(item, Group):
            inner = item.matrix.then(matrix)
            if item.clip is None or Outline(item.clip.transformed(inner)).holds(*point):
                found = _hits(item.frame, inner, point)
                if item.reads is None or not item.frame.has_texts:
                    yield from found
                elif any(True for _ in found):  # a letter of words on a curve stands for all
                    size = item.frame.size
                    yield Hit(item.reads, inner.apply_rect(Rect(0.0, 0.0, size.width, size.height)))
            continue
        box = box_of(item)
        shown = matrix.apply_rect(box) if box is not None else None
        if (
            shown is not None
            and shown.x <= point[0] <= shown.right
            and shown.y <= point[1] <= shown.bottom
            and (not isinstance(item, Shape) or _on_shape(item, matrix, point))
        ):
            yield Hit(item, shown)


def box_of(item: Item) -> Rect | None:
    """Return the box round an item in which a click is meant for it; None for what is not seen."""
    match item:
        case Shape():
            grown = item.stroke.width / 2 + _REACH if item.stroke is not None else 0.0
            return item.path.bounds().grow(grown)
        case Text():
            size = item.size * MM_PER_POINT
            return Rect(item.x, item.y - _ASCENT * size, item.width, (_ASCENT + _DESCENT) * size)
        case Image():
            return item.rect
    return None


def _on_shape(shape: Shape, matrix: Matrix, point: Point) -> bool:
    outline = Outline(shape.path.transformed(matrix))
    if shape.fill is not None and outline.holds(*point):
        return True
    if shape.stroke is None:
        return False
    return outline.near(*point, shape.stroke.width * matrix.scale / 2 + _REACH)


def source_at(loaded: LoadedGame, frame: Frame, side: str, x: float, y: float) -> Json:
    """Say what is at a point, and where it is written: the topmost item first.

    ``places`` are lines of templates, each once, and ``fields`` the lines of the card's own data
    that the topmost item draws on.
    """
    found = [hit for hit in hits(frame, x, y) if hit.item.stamp]
    places: list[Json] = []
    for hit in found:
        place = location(loaded.places.place(Location.parse(hit.item.stamp)))
        if place not in [p["at"] for p in places]:
            box = hit.box
            places.append(
                {
                    "at": place,
                    "what": _what(hit.item),
                    "box": [box.x, box.y, box.width, box.height],
                    "line": line_of(loaded, place),
                    "stamp": hit.item.stamp,
                }
            )
    return {"places": places[:8], "fields": _fields_at(loaded, side, found[0]) if found else []}


def location(at: Location) -> Json:
    """Describe a place for JSON."""
    cell = {"cell": f"{at.sheet}!{at.cell}"} if at.sheet else {}
    return {"path": at.path, "line": at.line, "column": at.column, **cell}


def _what(item: Item) -> str:
    if isinstance(item, Text):
        return f"“{item.string.strip()}”"
    return "picture" if isinstance(item, Image) else "shape"


def line_of(loaded: LoadedGame, place: Json) -> str:
    """Return the text of the line that a place names; empty where it cannot be read."""
    lines = loaded.places.text(place["path"]).split("\n")
    return lines[place["line"] - 1].strip()[:200] if 0 < place["line"] <= len(lines) else ""


def card_node(loaded: LoadedGame, side: str) -> YamlNode | None:
    """Return what the deck file says about the card of a side.

    Reading the file again may change it: hold the lock of the game for as long as it is used.
    """
    spec = loaded.specs.get(side)
    if spec is None or not spec.card:
        return None
    return loaded.decks.node(deck_key(spec.at.path, spec.component), spec.at)


def _fields_at(loaded: LoadedGame, side: str, hit: Hit) -> list[Json]:
    """Find the fields of the card that a tag draws on, by the text of the template there."""
    text = text_from(loaded.places, Location.parse(hit.item.stamp))
    # What is behind the element that the text starts with is of other tags.
    element = _ELEMENT.match(text)
    text = element[0] if element else text.split("\n", 1)[0]
    names = dict.fromkeys(a or b for a, b in _FIELD.findall(text))
    with loaded.lock:
        node = card_node(loaded, side)
        if node is None or node.kind != "map":
            return []
        given = node.value
        if not names and isinstance(hit.item, Text) and (wanted := hit.item.string.strip()):
            scalars = {name: value for name, value in given.items() if value.kind == "scalar"}
            names = dict.fromkeys(n for n, value in scalars.items() if wanted in value.raw)
        return [{"field": n, "at": location(given[n].at)} for n in names if n in given]
