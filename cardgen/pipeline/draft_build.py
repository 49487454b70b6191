"""The sides of a draft: faulty sides are hatched and have a banner with their errors.

The marks are red and above all other items: a faulty card never looks finished.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Severity
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.problems import PROBLEMS
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Item, RegionKind, Shape, Stroke, Text
from cardgen.pipeline.game_build import GameBuild
from cardgen.pipeline.game_work import blank
from cardgen.pipeline.resources import writer
from cardgen.pipeline.results import has_errors
from cardgen.pipeline.text_report import field_at, source_at, template_places
from cardgen.template.stamps import TagLocations

Write = Callable[[str, float], Frame]
"""Sets a line of text at a size in points, as a Frame."""

_RED, _WHITE = Color(0.78, 0.05, 0.1), Color(1.0, 1.0, 1.0)
_EDGE = Stroke(_RED, 0.35)
_HATCH = Stroke(_RED.with_alpha(0.3), 0.3)
_SPACING = 2.4  # mm between two lines of a hatching
_HEAD_PT, _TEXT_PT = 7.0, 4.8
_LEADING = 1.25
_PAD = 1.0  # mm inside the banner
_LINES = 5  # the most lines of text on a banner


def mark_side(
    side: Frame | None,
    blank: Frame,
    diagnostics: Sequence[Diagnostic],
    write: Write,
    name: Callable[[Diagnostic], str],
) -> Frame:
    """Return a side with its faulty areas hatched, and with a banner that lists the errors.

    A ``side`` that could not be laid out is None: ``blank`` is an empty Frame of its size. ``name``
    returns the card and the field of an error.
    """
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR]
    trim = blank.trim
    items: list[Item] = []
    boxes = []
    if side is not None and side.items:
        items.append(Group(side))
        boxes = [
            matrix.apply_rect(region.rect) for region, matrix in side.regions(RegionKind.FAULT)
        ]
    for box in boxes or [blank.bleed_rect]:
        items += _hatch(box)
    fault_texts = [f"{name(error)}: {error.code} {error.message}" for error in errors]
    items += _banner(trim, errors, fault_texts, write)
    return Frame(blank.size, items, blank.bleed)


def _hatch(box: Rect) -> list[Item]:
    outline = Path.rect(box)
    count = int((box.width + box.height) / _SPACING) + 1
    lines = [
        Shape(
            Path.polygon(
                [(box.x + n * _SPACING, box.y), (box.x + n * _SPACING - box.height, box.bottom)],
                False,
            ),
            None,
            _HATCH,
        )
        for n in range(1, count)
    ]
    inner = Frame(Size(box.right, box.bottom), lines)
    return [Group(inner, Matrix(), outline), Shape(outline, None, _EDGE)]


def _banner(
    trim: Rect, errors: Sequence[Diagnostic], fault_texts: Sequence[str], write: Write
) -> list[Item]:
    """Return a band across the foot of a side, with the list of errors."""
    kinds = dict.fromkeys(PROBLEMS[error.code].name for error in errors)
    head = " · ".join(("DRAFT", *kinds))
    room = trim.width * 0.92 - 2 * _PAD
    lines = [(head, _HEAD_PT)]
    wrapped = [line for text in fault_texts for line in _wrap_text(text, room, write)]
    if len(wrapped) > _LINES:
        wrapped[_LINES - 1 :] = ["…"]
    lines += [(line, _TEXT_PT) for line in wrapped]
    line_frames = [_fit_line(write(text, size), room) for text, size in lines]
    height = sum(line_frame.size.height * _LEADING for line_frame in line_frames) + 2 * _PAD
    band = Rect(trim.x + trim.width * 0.04, trim.bottom - height - trim.height * 0.05, 0, 0)
    band = Rect(band.x, max(band.y, 0.0), trim.width * 0.92, height)
    items: list[Item] = [Shape(Path.rect(band, 0.8), _RED)]
    y = band.y + _PAD
    for line in line_frames:
        items.append(Group(line, Matrix(1.0, 0.0, 0.0, 1.0, band.x + _PAD, y)))
        y += line.size.height * _LEADING
    return items


def _fit_line(line: Frame, room: float) -> Frame:
    white = [replace(i, color=_WHITE) if isinstance(i, Text) else i for i in line.items]
    white_line = Frame(line.size, white)
    if line.size.width <= room:
        return white_line
    scale = room / line.size.width
    small = Group(white_line, Matrix(scale, 0.0, 0.0, scale, 0.0, 0.0))
    return Frame(Size(room, line.size.height * scale), [small])


def _wrap_text(text: str, room: float, write: Write) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and write(f"{lines[-1]} {word}", _TEXT_PT).size.width <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


_KEY = re.compile(r"""(\w+)\s*:\s*['"]?$""")


def mark_as_draft(build: GameBuild) -> None:
    """Turn a build into a draft, and mark all sides with errors."""
    build.draft = True
    write, places = writer(build.library), template_places(build.root)
    marked_results = []
    for result in build.side_results:
        data_errors = build.faulty.get(result.id.design, ())
        if not data_errors and not has_errors([result]):
            marked_results.append(result)
            continue
        spec = build.work.specs.get(result.id)
        side = result.frame or result.draft
        empty = blank(spec) if spec is not None else side
        assert empty is not None  # a page is never without a Frame
        card = spec.card if spec is not None and spec.card else result.id
        name = partial(_card_and_field, card, places)
        frame = mark_side(side, empty, (*data_errors, *result.diagnostics), write, name)
        build.work.draw(frame, build.work.drawings)
        marked_results.append(replace(result, frame=frame, drawings={}, keep=False))
    build.replace_results(marked_results)


def _card_and_field(card: str, places: TagLocations, diagnostic: Diagnostic) -> str:
    """Return a card and its field, if the location of the diagnostic identifies a field."""
    if diagnostic.location is None:
        return card
    field = field_at(source_at(places, diagnostic.location))
    if not field:  # in a deck file, the key is before its value
        line = source_at(places, replace(diagnostic.location, column=1))
        key = _KEY.search(line[: diagnostic.location.column - 1])
        field = key[1] if key else ""
    return f"{card}, {field}" if field else card
