"""Help for editing texts: the words for completion, and the boxes of tags in templates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isclose

from starlette.routing import Route

from cardgen.core.style import Theme
from cardgen.frame import Shape
from cardgen.frame.reach import Box, bounding_box, to_box, transform_box
from cardgen.layout.attributes import COLOR, INK, PAINT, STROKE, Kind, Tag
from cardgen.layout.box import ELEMENTS
from cardgen.layout.reader import INLINE
from cardgen.layout.text.block import SpanTag
from cardgen.layout.text.blocks import TAGS
from cardgen.model.directives import DIRECTIVES
from cardgen.model.game import Game
from cardgen.preview import Json
from cardgen.preview.about.hit_test import box_of
from cardgen.preview.editing.boxes import BoxTag, TagValue, box_tags
from cardgen.preview.editing.forms import options
from cardgen.preview.editing.texts import read_text, text_paths
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.preview.web.requests import as_json
from cardgen.source.files import Project
from cardgen.template.filters import FILTERS
from cardgen.template.sandbox import Sandbox

_MEASURES = ("x", "y", "right", "bottom", "width", "height")
_TURNS = {"rotate", "skew", "flip"}
_MOST_BOXES = 200


def box(loaded: LoadedGame, p: str, stamp: str) -> Json:
    """Describe the box of a tag on a side, with its numbers in the template and all other boxes.

    Boxes are left, top, right and bottom in mm. Offsets are in UTF-16 units, as in JavaScript. A
    ``turned`` tag is inside an element that is rotated or scaled. Returns {} for a tag that
    paints no items, or whose template the page cannot change.
    """
    frame, (path, _, mark) = loaded.frame(p), stamp.rpartition(":#")
    if frame is None or path not in text_paths(loaded) or not mark.isdecimal():
        return {}
    source, number = Project(loaded.root).read(path).text, int(mark)
    tags_in = box_tags(source)
    painted: dict[str, list[tuple[Box, bool]]] = {}
    for item, matrix in frame.walk():
        rect = item.path.bounds() if isinstance(item, Shape) else box_of(item)
        if item.stamp and rect is not None:
            upright = isclose(matrix.a, 1) and isclose(matrix.d, 1) and matrix.b == matrix.c == 0
            box = transform_box(to_box(rect), matrix)
            painted.setdefault(item.stamp, []).append((box, upright))
    inside = {f"{path}:#{n}" for n in range(1, len(tags_in) + 1) if _is_inside(tags_in, n, number)}
    own = [painted_box for name in inside for painted_box in painted.get(name, ())]
    if not own:
        return {}
    tag = tags_in[number - 1]
    around = tags_in[tag.around - 1].name if tag.around else ""
    numbers = {name: tag.attributes[name] for name in _MEASURES if name in tag.attributes}
    left, top, right, bottom = bounding_box(box for box, _ in own)
    if around == "side":  # its own numbers count, not its content
        left, right = _plain_extent(numbers.get("x"), numbers.get("width")) or (left, right)
        top, bottom = _plain_extent(numbers.get("y"), numbers.get("height")) or (top, bottom)
    other_boxes = [
        bounding_box(box for box, _ in painted[name]) for name in painted if name not in inside
    ]
    return {
        "path": path,
        "text": source,
        "tag": tag.name,
        "styles": list(loaded.game.theme.styles) if loaded.game is not None else [],
        "style": tag.attributes["style"].text if "style" in tag.attributes else None,
        "around": {"tag": around, "stamp": f"{path}:#{tag.around}"},
        "numbers": {name: _for_javascript(source, value) for name, value in numbers.items()},
        "turned": not (tag.attributes.keys() & _TURNS or all(upright for _, upright in own)),
        "box": [left, top, right, bottom],
        "others": other_boxes[:_MOST_BOXES],
    }


def _plain_extent(start: TagValue | None, extent: TagValue | None) -> tuple[float, float] | None:
    if start is None or extent is None or not (start.plain and extent.plain):
        return None
    near, size = (float(value.text.removesuffix("mm")) for value in (start, extent))
    return near, near + size


def _is_inside(tags_in: Sequence[BoxTag], number: int, around: int) -> bool:
    while number not in (around, 0):
        number = tags_in[number - 1].around
    return number == around


def _for_javascript(source: str, value: TagValue) -> Json:
    """Describe an attribute with offsets in UTF-16 units."""
    start, end = (len(source[:n].encode("utf-16-le")) // 2 for n in (value.start, value.end))
    return {"text": value.text, "start": start, "end": end, "plain": value.plain}


def vocabulary(loaded: LoadedGame) -> Json | None:
    """List marks and directives for rule texts, and tags, filters and names for templates.

    Each has a line that explains it, which may be empty. A tag has its attributes, and an attribute
    has its possible values, if they are known.
    """
    game = loaded.game
    if game is None:
        return None
    icons = options(loaded, game)["icon"]
    tags: dict[str, type[Tag]] = dict.fromkeys(INLINE, Tag)
    tags |= {"span": SpanTag, **TAGS, **dict(ELEMENTS.items())}
    return {
        "marks": dict(_marks(game, icons)),
        "directives": {name: _line(read.__doc__) for name, read in DIRECTIVES.items()},
        "tags": {
            tag: {
                "doc": _line(kind.__doc__),
                "attributes": _tag_attributes(kind, game.theme, icons),
            }
            for tag, kind in tags.items()
        },
        "filters": {name: _line(function.__doc__) for name, function in FILTERS.items()},
        "names": dict.fromkeys([*Sandbox(None).globals, *_names_in_templates(game)], ""),
    }


def _marks(game: Game, icons: list[str]) -> Iterator[tuple[str, str]]:
    for name, rule in game.rules.items():
        yield f"rule:{name}", f"{rule.value} {rule.text}".strip()
    for name, term in game.terms.items():
        yield name, term.text
    for id, component in game.components.items():
        if component.cards:
            yield f"count:{id}", component.title
        for card in component.cards:
            yield f"card:{id}/{card.id}", card.title.plain
    yield from ((f"icon:{name}", "") for name in icons)


def _names_in_templates(game: Game) -> Iterator[str]:
    for name, record in game.context.items():
        yield from (f"{name}.{key}" for key in record)
    for card in (card for component in game.components.values() for card in component.cards):
        yield from (f"card.{key}" for key in card.record)


def _tag_attributes(kind: type[Tag], theme: Theme, icons: list[str]) -> Json:
    listed = {"style": list(theme.styles), "icon": icons}
    if "name" in kind.needed:
        listed["name"] = icons
    return {
        name: {
            "doc": f"{attribute.doc} ({attribute.kind.name})",
            "values": listed.get(name) or _listable_values(attribute.kind, theme),
        }
        for name, attribute in kind.attributes.items()
    }


def _listable_values(kind: Kind, theme: Theme) -> list[str]:
    if kind in (COLOR, INK, PAINT, STROKE):
        return list(theme.colors)
    choices = kind.name.split(" or ")
    try:
        return [
            choice
            for choice in choices
            if len(choices) > 1 and kind.parse(choice, theme) is not None
        ]
    except ValueError:
        return []


def _line(doc: str | None) -> str:
    return (doc or "").strip().partition("\n")[0]


def routes(live: LiveProject) -> list[Route]:
    """Return the routes of texts and boxes; the routes of editing change texts."""
    base = "/api/games/{game}"
    return [
        Route(f"{base}/text", as_json(live, read_text, "path"), methods=["GET"]),
        Route(f"{base}/words", as_json(live, vocabulary), methods=["GET"]),
        Route(f"{base}/box", as_json(live, box, "p", "stamp"), methods=["GET"]),
    ]
