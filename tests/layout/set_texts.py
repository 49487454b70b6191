"""Texts with a theme and fonts of their own, and where their lines stand."""

from cardgen.core.geometry import Insets
from cardgen.frame import Text
from cardgen.layout.engine import Layout
from cardgen.template.element import read_markup
from cardgen.template.stamps import stamp


def lay_out(markup, theme, library, size):
    """Lay out the content of a side in which nothing is wrong."""
    element = read_markup(stamp(f"<side>{markup}</side>", "card.xml"), "card.xml")
    laid = Layout(theme, library, lambda name: None).side(element, size, Insets())
    assert [f"{one.code} {one.message}" for one in laid.diagnostics] == []
    return laid.frame


def lines_of(frame):
    """Return the texts of each line, from left to right: left edge, right edge, and item."""
    lines = {}
    for item, matrix in frame.walk():
        if isinstance(item, Text):
            x, y = matrix.apply(item.x, item.y)
            lines.setdefault(round(y, 2), []).append((x, x + item.width, item))
    return [sorted(line, key=lambda part: part[0]) for _, line in sorted(lines.items())]
