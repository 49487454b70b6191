"""Lines under and through words."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.core.color import Paint
from cardgen.core.geometry import Path, Rect
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Item, Shape
from cardgen.layout.text.faces import Face

_TOUCH = 1e-6


class Rules:
    """The lines along one line of text, which go on over spaces, icons and other faces.

    ``baseline`` is in mm, and so is all that is added; ``scale`` is below 1 where text was shrunk;
    ``paint`` tells the paint of a face.
    """

    def __init__(
        self, baseline: float, scale: float, paint: Callable[[Face], Paint], stamp: str
    ) -> None:
        self._baseline = baseline
        self._scale = scale
        self._paint = paint
        self._stamp = stamp
        self._drawn: dict[str, list[tuple[Face, float, float]]] = {"u": [], "s": []}

    def add(self, face: Face, x: float, width: float) -> None:
        """Go along something that is set in a face; one line as long as height and colour stay."""
        for tag in face.ruled:
            drawn = self._drawn[tag]
            if drawn and abs(drawn[-1][2] - x) < _TOUCH and _alike(drawn[-1][0], face):
                drawn[-1] = (drawn[-1][0], drawn[-1][1], x + width)
            else:
                drawn.append((face, x, x + width))

    def draw(self, begin: int, items: list[Item]) -> None:
        """Add the lines: those under words below the items from ``begin`` on, the others above."""
        items[begin:begin] = [self._line("u", *one) for one in self._drawn["u"]]
        items += [self._line("s", *one) for one in self._drawn["s"]]

    def _line(self, tag: str, face: Face, x: float, right: float) -> Shape:
        em = face.size * MM_PER_POINT / 1000 * self._scale
        top, width = (value * em for value in face.font.rule(tag))
        y = self._baseline - face.rise * self._scale - top
        return Shape(Path.rect(Rect(x, y, right - x, width)), self._paint(face), stamp=self._stamp)


def _alike(one: Face, other: Face) -> bool:
    """Whether a line goes on from one face to another, be that bolder or slanted."""
    return (one.size, one.rise, one.key.color) == (other.size, other.rise, other.key.color)
