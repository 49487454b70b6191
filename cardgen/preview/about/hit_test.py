"""Find the lines of templates and data that made the items at a point of a side."""

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
    """An item under a point; ``box`` is in mm from the top left of the side."""

    item: Item
    box: Rect


def hits(frame: Frame, x: float, y: float) -> list[Hit]:
    """Return the items that are painted at a point, the topmost first."""
    items_hit = list(_hits(frame, IDENTITY, (x, y)))
    items_hit.reverse()
    return items_hit


def _hits(frame: Frame, matrix: Matrix, point: Point) -> Iterator[Hit]:
    for item in frame.items:
        if isinstance(item, Group):
            inner = item.matrix.then(matrix)
            if item.clip is None or Outline(item.clip.transform(inner)).holds(*point):
                inner_hits = _hits(item.frame, inner, point)
                if item.reads is None or not item.frame.has_texts:
                    yield from inner_hits
                elif any(True for _ in inner_hits):  # a curved text is one item
                    size = item.frame.size
                    yield Hit(item.reads, inner.apply_rect(Rect(0.0, 0.0, size.width, size.height)))
            continue
        box = box_of(item)
        area = matrix.apply_rect(box) if box is not None else None
        if (
            area is not None
            and area.x <= point[0] <= area.right
            and area.y <= point[1] <= area.bottom
            and (not isinstance(item, Shape) or _on_shape(item, matrix, point))
        ):
            yield Hit(item, area)


def box_of(item: Item) -> Rect | None:
    """Return the box around an item that a click must hit, or None for an invisible item."""
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
    outline = Outline(shape.path.transform(matrix))
    if shape.fill is not None and outline.holds(*point):
        return True
    if shape.stroke is None:
        return False
    return outline.is_near(*point, shape.stroke.width * matrix.scale / 2 + _REACH)


def source_at(loaded: LoadedGame, frame: Frame, side: str, x: float, y: float) -> Json:
    """Describe where the items at a point come from, the topmost item first.

    ``places`` lists lines of templates, each once. ``fields`` lists the lines of the card's data
    that the topmost item uses.
    """
    stamped = [hit for hit in hits(frame, x, y) if hit.item.stamp]
    places: list[Json] = []
    for hit in stamped:
        place = location_json(loaded.places.resolve(Location.parse(hit.item.stamp)))
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
    return {"places": places[:8], "fields": _fields_at(loaded, side, stamped[0]) if stamped else []}


def location_json(location: Location) -> Json:
    """Describe a location for JSON."""
    cell = {"cell": f"{location.sheet}!{location.cell}"} if location.sheet else {}
    return {"path": location.path, "line": location.line, "column": location.column, **cell}


def _what(item: Item) -> str:
    if isinstance(item, Text):
        return f"“{item.string.strip()}”"
    return "picture" if isinstance(item, Image) else "shape"


def line_of(loaded: LoadedGame, place: Json) -> str:
    """Return the text of the line of a place, or an empty text if the file cannot be read."""
    lines = loaded.places.text(place["path"]).split("\n")
    return lines[place["line"] - 1].strip()[:200] if 0 < place["line"] <= len(lines) else ""


def card_node(loaded: LoadedGame, side: str) -> YamlNode | None:
    """Return the node of the deck file for the card of a side.

    Hold the lock of the game while you use the node: reading the file again may change it.
    """
    spec = loaded.specs.get(side)
    if spec is None or not spec.card:
        return None
    return loaded.decks.node(deck_key(spec.location.path, spec.component), spec.location)


def _fields_at(loaded: LoadedGame, side: str, hit: Hit) -> list[Json]:
    """Find the fields of the card that a tag uses, by searching the text of its template."""
    text = text_from(loaded.places, Location.parse(hit.item.stamp))
    # Only the first element counts: the text after it belongs to other tags.
    element = _ELEMENT.match(text)
    text = element[0] if element else text.split("\n", 1)[0]
    names = dict.fromkeys(a or b for a, b in _FIELD.findall(text))
    with loaded.lock:
        node = card_node(loaded, side)
        if node is None or node.kind != "map":
            return []
        yaml_fields = node.value
        if not names and isinstance(hit.item, Text) and (visible_text := hit.item.string.strip()):
            scalars = {name: value for name, value in yaml_fields.items() if value.kind == "scalar"}
            names = dict.fromkeys(n for n, value in scalars.items() if visible_text in value.raw)
        return [
            {"field": n, "at": location_json(yaml_fields[n].location)}
            for n in names
            if n in yaml_fields
        ]
