"""Outlines of letters: strokes behind them, whose outer half is visible."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from cardgen.assets.fonts import Font
from cardgen.assets.library import Library
from cardgen.core.geometry import Matrix, Path, Rect, Segment, Size
from cardgen.core.style import Color, Paint, Theme
from cardgen.core.units import MM_PER_POINT, parse_mm
from cardgen.frame import Frame, Group, Item, Region, RegionKind, Shape, Stroke, Text
from cardgen.layout.attributes import INK, Kind, PaintSpec, paint_on

WIDEST = 10.0  # mm
_COMMAS = re.compile(r",(?![^()]*\))")
_HINT = "an outline is its width and its paint: `0.4 paper`; more of them stand behind commas"


class OutlineSpec(Struct, frozen=True):
    """One outline; ``width`` is its visible width in mm."""

    width: float
    paint: PaintSpec


def parse_outlines(text: str, theme: Theme) -> tuple[OutlineSpec, ...]:
    """Read outlines from the inside out; raises ValueError."""
    if text.strip() == "none":
        return ()
    outlines = []
    for part in _COMMAS.split(text):
        width, _, paint = part.strip().partition(" ")
        if not paint:
            raise ValueError(_HINT)
        wide = parse_mm(width)
        if not 0 < wide <= WIDEST:
            raise ValueError(f"an outline is up to {WIDEST:g} mm wide, and wider than 0")
        outlines.append(OutlineSpec(wide, INK.parse(paint, theme)))
    return tuple(outlines)


OUTLINES = Kind("width paint", parse_outlines)


def outline_items(
    items: Sequence[Item], outlines: Sequence[OutlineSpec], library: Library, stamp: str
) -> list[Item]:
    """Return the outlines to paint behind texts: an empty list, or one Group.

    Each outline surrounds the previous one. Icons in a text have none.
    """
    path = _letter_outlines(items, library)
    if not path.segments or not outlines:
        return []
    box = path.bounds()
    shapes: list[Item] = []
    notes = []
    reach = 0.0
    for outline in outlines:
        reach += outline.width
        paint = paint_on(outline.paint, box.grow(reach))
        assert paint is not None
        shapes.insert(0, _line(path, paint, reach, box))
        # A proof takes a gradient for the colour in its middle.
        color = paint if isinstance(paint, Color) else paint.stops[len(paint.stops) // 2][1]
        notes.append(f"{color.hex}:{reach:g}")
    grown_box = box.grow(reach)
    region = Region(RegionKind.OUTLINE, grown_box, " ".join(notes), stamp)
    frame = Frame(Size(grown_box.right, grown_box.bottom), [region, *shapes])
    return [Group(frame, stamp=stamp, alt="")]


def _line(path: Path, paint: Paint, reach: float, box: Rect) -> Item:
    """Draw an outline beyond the letters; a transparent one has the same opacity everywhere."""
    alpha = paint.alpha if isinstance(paint, Color) else 1.0
    opaque = paint.with_alpha(1.0) if isinstance(paint, Color) else paint
    shape = Shape(path, None, Stroke(opaque, 2 * reach, join="round"))
    if alpha == 1:
        return shape
    around = box.grow(reach)
    return Group(Frame(Size(around.right, around.bottom), [shape]), opacity=alpha)


def _letter_outlines(items: Sequence[Item], library: Library, matrix: Matrix | None = None) -> Path:
    segments: list[Segment] = []
    for item in items:
        path = Path(())
        if isinstance(item, Text):
            path = Path(tuple(run_outline(item, library.font_by_key(item.font))))
        elif isinstance(item, Shape) and item.stroke is None:
            path = item.path
        elif isinstance(item, Group) and item.frame.has_texts:
            path = _letter_outlines(item.frame.items, library, item.matrix)
        segments += path.segments
    joined_path = Path(tuple(segments))
    return joined_path if matrix is None else joined_path.transform(matrix)


def run_outline(text: Text, font: Font) -> Iterator[Segment]:
    """Yield the outlines of the letters of a run, in the coordinates of its Frame."""
    em = text.size * MM_PER_POINT / 1000
    x = text.x
    for word in text.words:
        for glyph in word.glyphs:
            place = Matrix(em, 0.0, 0.0, -em, x + glyph.dx * em, text.y - glyph.dy * em)
            yield from font.outline(glyph.index).transform(place).segments
            x += glyph.advance * em + text.tracking
        if word.text == " ":
            x += text.stretch
