"""What every element is: a frozen set of typed attributes that can measure and place.

An element class is one file in ``layout/elements``. It declares its attributes as class
variables (`attribute`), says what may stand inside it (``content``), and implements `measure`
and `place`. Reading, error messages and the reference page come from the declarations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

from cardgen.core.errors import CardgenError, LayoutError
from cardgen.core.geometry import Rect
from cardgen.core.registry import Registry
from cardgen.layout import problems
from cardgen.layout.attributes import (
    AMOUNT,
    EXTENT,
    FLAG,
    LENGTH,
    NAME,
    NUMBER,
    SHARE,
    Attribute,
    Length,
    Percent,
    attribute,
    choice,
    resolve,
)
from cardgen.template.element import Element

if TYPE_CHECKING:
    from cardgen.layout.canvas import Canvas

B = TypeVar("B", bound="Box")
Content = Literal["boxes", "inline", "nothing"]

ALIGN = choice("start", "center", "end", "stretch")
LARGE = 1e6  # "as much room as you like" for measuring, in mm


@dataclass(frozen=True, slots=True)
class Axis:
    """What a box in a stack or side says of its place along one axis.

    The rules are those of absolutely positioned boxes (CSS Positioned Layout 3, section 4.1):
    two distances give a size, and where all three are given the far distance is ignored.
    """

    start: Length | None
    end: Length | None
    extent: Length | None

    def size(self, whole: float) -> float | None:
        """Return the size that the attributes give, in mm; None where they leave it open."""
        if self.extent is not None:
            return resolve(self.extent, whole)
        if self.start is None or self.end is None:
            return None
        return whole - resolve(self.start, whole) - resolve(self.end, whole)

    def place(
        self, origin: float, whole: float, natural: Callable[[], float | None]
    ) -> tuple[float, float]:
        """Return start and size in a parent; a box without a ``natural`` size fills it."""
        near = 0.0 if self.start is None else resolve(self.start, whole)
        far = 0.0 if self.end is None else resolve(self.end, whole)
        size = self.size(whole)
        if size is None:
            size = natural()
        if size is None:
            return origin + near, whole - near - far
        if self.start is None and self.end is not None:
            return origin + whole - far - size, size
        return origin + near, size


class Box:
    """The attributes that every element has.

    An instance holds the values that a template gave; the rest are the class's defaults. It is
    never changed once made, because cards share it.
    """

    attributes: ClassVar[dict[str, Attribute]] = {}

    tag: ClassVar[str] = ""
    content: ClassVar[Content] = "nothing"
    shrinks: ClassVar[bool] = False
    static: ClassVar[bool] = False
    """Whether the items depend on the attributes and the place alone."""

    x: Length | None = attribute(LENGTH, None, "distance from the parent's left edge")
    y: Length | None = attribute(LENGTH, None, "distance from the parent's top edge")
    right: Length | None = attribute(LENGTH, None, "distance from the parent's right edge")
    bottom: Length | None = attribute(LENGTH, None, "distance from the parent's bottom edge")
    width: Length | None = attribute(EXTENT, None, "width; without it the room there is")
    height: Length | None = attribute(EXTENT, None, "height; without it the room there is")
    min_width: Length | None = attribute(EXTENT, None, "least width in a row or column")
    max_width: Length | None = attribute(EXTENT, None, "greatest width in a row or column")
    min_height: Length | None = attribute(EXTENT, None, "least height in a row or column")
    max_height: Length | None = attribute(EXTENT, None, "greatest height in a row or column")
    grow: float = attribute(AMOUNT, 0.0, "share of the room left over in a row or column")
    shrink: float | None = attribute(
        AMOUNT, None, "share of what is missing; 1 for texts, rows, columns and spacers"
    )
    align_self: str | None = attribute(ALIGN, None, "own place across a row or column")
    rotate: float = attribute(NUMBER, 0.0, "degrees clockwise about the box's centre")
    opacity: float = attribute(SHARE, 1.0, "0 (invisible) to 1")
    bleed: bool = attribute(FLAG, False, "extend each edge that lies on the trim to the bleed")
    id: str = attribute(NAME, "", "name of a Region at this box, for proofs and preview")
    keep: bool = attribute(FLAG, False, "keep in one piece where a board is tiled over pages")

    def __init__(self, **given: Any) -> None:
        self.__dict__.update(given)

    def __init_subclass__(cls) -> None:
        collect(cls)

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the natural size within a width, both in mm."""
        return (0.0, 0.0)

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Put the items into the canvas; ``rect`` is final."""

    @cached_property
    def plain(self) -> bool:
        """Whether placing needs no more than a call of `place`."""
        return not (self.rotate or self.opacity != 1.0 or self.bleed or self.id or self.keep)

    @property
    def horizontally(self) -> Axis:
        """What the attributes say from left to right."""
        return Axis(self.x, self.right, self.width)

    @property
    def vertically(self) -> Axis:
        """What the attributes say from top to bottom."""
        return Axis(self.y, self.bottom, self.height)

    @cached_property
    def shrink_factor(self) -> float:
        """How readily the box gives way in a row or column."""
        return self.shrink if self.shrink is not None else (1.0 if self.shrinks else 0.0)

    def wanted(
        self, node: LayoutNode, width: float, height: float, canvas: Canvas
    ) -> tuple[float, float]:
        """Return the size in a flow: what the attributes say, else the natural one.

        A share of a height that is not known yet counts as none.
        """
        w = None if self.width is None else resolve(self.width, width)
        unknown = height >= LARGE and isinstance(self.height, Percent)
        h = None if self.height is None or unknown else resolve(self.height, height)
        if w is None or h is None:
            room = w if w is not None else width
            if self.max_width is not None:
                room = min(room, resolve(self.max_width, width))
            try:
                natural = self.measure(node, room, canvas)
            except CardgenError as error:  # its neighbours are still measured, and checked
                canvas.fail(error, node)
                natural = (0.0, 0.0)
            w = natural[0] if w is None else w
            h = natural[1] if h is None else h
        if self.min_width is not None:
            w = max(w, resolve(self.min_width, width))
        if self.min_height is not None and not isinstance(self.min_height, Percent):
            h = max(h, self.min_height)
        return (w, h)

    def position(self, node: LayoutNode, parent: Rect, canvas: Canvas) -> Rect:
        """Return the box inside a stack or side."""
        x, width = self.horizontally.place(
            parent.x, parent.width, lambda: self.natural_width(node, canvas)
        )
        y, height = self.vertically.place(
            parent.y, parent.height, lambda: self.natural_height(node, canvas)
        )
        if width < -1e-6 or height < -1e-6:
            size = f"it would be {width:.2f} x {height:.2f} mm"
            raise LayoutError(problems.box_impossible(node.element.location, self.tag, size))
        return Rect(x, y, width, height)

    def proportion(self, node: LayoutNode, canvas: Canvas) -> float | None:
        """Return height over width for a box whose width follows its height, or the reverse."""
        return None

    def natural_width(self, node: LayoutNode, canvas: Canvas) -> float | None:
        """Return the width of a box that does not fill its parent by itself, else None."""
        return None

    def natural_height(self, node: LayoutNode, canvas: Canvas) -> float | None:
        """Return the height of a box that does not fill its parent by itself, else None."""
        return None


class LayoutNode:
    """An element of one side: its typed box, its children, and its stamp."""

    __slots__ = ("box", "children", "element", "state")

    def __init__(self, box: Box, element: Element, children: list[LayoutNode]) -> None:
        self.box = box
        self.element = element
        self.children = children
        self.state: Any = None


def collect(cls: type[Box]) -> None:
    """Put declared attributes on record and leave their defaults in their place."""
    cls.attributes = dict(cls.attributes)
    for name, value in list(vars(cls).items()):
        if isinstance(value, Attribute):
            cls.attributes[name.replace("_", "-")] = replace(value, name=name)
            setattr(cls, name, value.default)


collect(Box)

ELEMENTS: Registry[type[Box]] = Registry("element")


def element(cls: type[B]) -> type[B]:
    """Register an element class under its tag."""
    ELEMENTS.add(cls.tag, cls)
    return cls
