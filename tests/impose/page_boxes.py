"""Boxes and lines on pages, for all tests of pages to print and cut."""

import pytest
from hypothesis import assume

from cardgen.core.diagnostics import ImpositionError
from cardgen.core.geometry import Insets, Path, Rect
from cardgen.frame import Frame, Group, Shape


def page_of(grid):
    """Return the page of an arrangement as a rectangle."""
    return Rect(0, 0, grid.page.width, grid.page.height)


def grown(rect, by: Insets):
    """Return a rectangle that reaches beyond another one, on each side by its own length."""
    return rect.inset(Insets(-by.top, -by.right, -by.bottom, -by.left))


def shared_lengths(one, other):
    """Return the common length of two rectangles across and along; below 0 it is their distance."""
    across = min(one.right, other.right) - max(one.x, other.x)
    along = min(one.bottom, other.bottom) - max(one.y, other.y)
    return across, along


def overlap(one, other, slack=1e-6):
    """Tell whether two rectangles overlap; a line inside of one does, too."""
    return (
        one.x < other.right - slack
        and other.x < one.right - slack
        and one.y < other.bottom - slack
        and other.y < one.bottom - slack
    )


def line_ends(shape):
    """Return both ends of each straight line of a shape."""
    segments = shape.path.segments
    return [(*a[1:], *b[1:]) for a, b in zip(segments[::2], segments[1::2], strict=True)]


def boxes_of_lines(frame, stroke):
    """Return the boxes of all shapes that are drawn with a stroke."""
    return [
        matrix.apply_rect(item.path.bounds())
        for item, matrix in frame.walk()
        if isinstance(item, Shape) and item.stroke == stroke
    ]


def numbered_pages(count, size):
    """Return pages with bleed that are told apart by a mark in their upper left corner."""
    marks = [Shape(Path.rect(Rect(0, 0, 1 + number, 1))) for number in range(count)]
    return [Frame(size, [mark], Insets(3, 3, 3, 3)) for mark in marks]


def places_of_pages(sheet, pages):
    """Return the number of each page that a sheet shows, its box there, and its matrix."""
    places = []
    for item, matrix in sheet.frame.walk():
        if isinstance(item, Group) and item.frame in pages:
            whole = item.matrix.then(matrix)
            places.append((pages.index(item.frame), whole.apply_rect(item.frame.trim), whole))
    return places


def arranged(arrange, *arguments, **options):
    """Arrange cards on a page, in a property; cards that fit on no page are no example."""
    try:
        return arrange(*arguments, **options)
    except ImpositionError:
        assume(False)


def refusal(impose, *arguments):
    """Return the first diagnostic of what cannot be imposed."""
    with pytest.raises(ImpositionError) as caught:
        impose(*arguments)
    return caught.value.diagnostics[0]
