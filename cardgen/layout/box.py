"""The base of every element: a fixed set of typed attributes that can be measured and placed.

Each element class is one file in ``layout/elements``. It declares its attributes as class
variables (`attribute`) and its possible content (``content``), and implements `measure` and
`place`. Parsing, error messages and the reference page all come from the declarations.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

from msgspec import Struct

from cardgen.core.diagnostics import CardgenError, LayoutError
from cardgen.core.geometry import Matrix, Rect
from cardgen.core.registry import Registry
from cardgen.frame import IDENTITY
from cardgen.layout import problems
from cardgen.layout.attributes import (
    AMOUNT,
    ANGLES,
    EXTENT,
    FLAG,
    LENGTH,
    NAME,
    NUMBER,
    SHARE,
    Length,
    Percent,
    Tag,
    attribute,
    choice,
    resolve,
)
from cardgen.layout.shadow import FADE, MASK, SHADOWS, ClipMask, Fade, ShadowSpec
from cardgen.template.element import Element

if TYPE_CHECKING:
    from cardgen.layout.canvas import Canvas
    from cardgen.layout.distribute import Need

B = TypeVar("B", bound="Box")
Content = Literal["boxes", "inline", "nothing"]

UPRIGHT = (0.0, 0.0)
ALIGN = choice("start", "center", "end", "stretch")
LARGE = 1e6  # mm: measuring with this much room gives the size without any limit


class Axis(Struct, frozen=True):
    """The position and size of a box in a stack or side along one axis.

    As for absolutely positioned boxes (CSS 2.1, sections 10.3.7 and 10.6.4), two distances decide
    the size; if the size is set, too, the far distance is ignored.
    """

    start: Length | None
    end: Length | None
    extent: Length | None

    def size(self, available_mm: float) -> float | None:
        """Return the size from the attributes, in mm; None if they do not decide it."""
        if self.extent is not None:
            return resolve(self.extent, available_mm)
        if self.start is None or self.end is None:
            return None
        return available_mm - resolve(self.start, available_mm) - resolve(self.end, available_mm)

    def place(
        self, origin: float, available_mm: float, natural: float | None
    ) -> tuple[float, float]:
        """Return start and size within a parent; a box without a ``natural`` size fills it."""
        near = 0.0 if self.start is None else resolve(self.start, available_mm)
        far = 0.0 if self.end is None else resolve(self.end, available_mm)
        size = self.size(available_mm)
        size = natural if size is None else size
        if size is None:
            return origin + near, available_mm - near - far
        if self.start is None and self.end is not None:
            return origin + available_mm - far - size, size
        return origin + near, size


class Bounds(Tag):
    """The attributes for the place of an element in its parent, and for its size."""

    x: Length | None = attribute(LENGTH, None, "distance from the parent's left edge")
    y: Length | None = attribute(LENGTH, None, "distance from the parent's top edge")
    right: Length | None = attribute(LENGTH, None, "distance from the parent's right edge")
    start: Length | None = attribute(
        LENGTH, None, "distance from the edge where text starts: at the right in right-to-left text"
    )
    end: Length | None = attribute(LENGTH, None, "distance from the edge where text ends")
    bottom: Length | None = attribute(LENGTH, None, "distance from the parent's bottom edge")
    width: Length | None = attribute(EXTENT, None, "width; the available space if left out")
    height: Length | None = attribute(EXTENT, None, "height; the available space if left out")
    min_width: Length | None = attribute(EXTENT, None, "minimum width in a row or column")
    max_width: Length | None = attribute(EXTENT, None, "maximum width in a row or column")
    min_height: Length | None = attribute(EXTENT, None, "minimum height in a row or column")
    max_height: Length | None = attribute(EXTENT, None, "maximum height in a row or column")

    def horizontally(self, leftward: bool) -> Axis:
        """Return the horizontal attributes; text may start at the right."""
        left, right = (self.end, self.start) if leftward else (self.start, self.end)
        return Axis(
            left if self.x is None else self.x,
            right if self.right is None else self.right,
            self.width,
        )

    @property
    def vertically(self) -> Axis:
        """The vertical attributes."""
        return Axis(self.y, self.bottom, self.height)


class Box(Bounds):
    """An element with the attributes that all elements have.

    Instances never change, because the cards of a deck share them.
    """

    tag: ClassVar[str] = ""
    content: ClassVar[Content] = "nothing"
    shrinks: ClassVar[bool] = False

    grow: float = attribute(AMOUNT, 0.0, "share of the unused space in a row or column")
    shrink: float | None = attribute(
        AMOUNT,
        None,
        "how much the box shrinks if there is too little space; the default is 1 for spacers, and "
        "others shrink as far as their content allows",
    )
    align_self: str | None = attribute(ALIGN, None, "alignment across the row or column")
    rotate: float = attribute(NUMBER, 0.0, "degrees clockwise about the box's centre")
    skew: tuple[float, float] = attribute(
        ANGLES, (0.0, 0.0), "slant in degrees, horizontal and vertical: `12` or `0 8`"
    )
    flip: str = attribute(choice("none", "horizontal", "vertical", "both"), "none", "mirror image")
    opacity: float = attribute(SHARE, 1.0, "opacity from 0 (invisible) to 1")
    mask: ClipMask | None = attribute(
        MASK, None, "hides everything outside a shape: `circle`, `rounded 2`, `icon:shield` …"
    )
    fade: Fade | None = attribute(FADE, None, "fades out towards an edge: `bottom 30%`, `left 8`")
    shadow: tuple[ShadowSpec, ...] = attribute(SHADOWS, (), "soft shadow: `0.4 0.6 1.2 ink/40%`")
    bleed: bool = attribute(
        FLAG, False, "extends the box into the bleed at each edge that is on the cut line"
    )
    id: str = attribute(NAME, "", "name of the box, for proofs and preview")
    keep: bool = attribute(FLAG, False, "is not divided when a board is printed on several pages")

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the natural width and height within a given width, in mm."""
        return (0.0, 0.0)

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Add the items to the canvas; ``rect`` is the final place of the box."""

    @cached_property
    def plain(self) -> bool:
        """Whether calling `place` is enough to place the box."""
        return not (self.apart or self.bleed or self.id or self.keep)

    @property
    def apart(self) -> bool:
        """Whether its items are cut, turned or faded as a whole, or cast a shadow."""
        turned = self.rotate or self.skew != UPRIGHT or self.flip != "none"
        drawn = self.opacity != 1.0 or self.mask or self.fade or self.shadow
        return bool(turned or drawn)

    def transform(self, rect: Rect) -> Matrix:
        """Return the transform that mirrors, slants and turns the box about its centre."""
        x, y = rect.center
        matrix = IDENTITY
        if self.flip != "none":
            across = -1.0 if self.flip in ("horizontal", "both") else 1.0
            down = -1.0 if self.flip in ("vertical", "both") else 1.0
            matrix = Matrix(across, 0.0, 0.0, down, x - across * x, y - down * y)
        if self.skew != UPRIGHT:
            right, below = (math.tan(math.radians(angle)) for angle in self.skew)
            lean = Matrix(1.0, below, right, 1.0, -right * y, -below * x)
            matrix = matrix.then(lean)
        return matrix.then(Matrix.rotation(self.rotate, x, y)) if self.rotate else matrix

    def preferred_size(
        self, node: LayoutNode, width: float, height: float, canvas: Canvas
    ) -> tuple[float, float]:
        """Return the size in a row, column or grid: as the attributes say, or else the natural one.

        A percentage of a height that is not known yet counts as no height at all, as in CSS 2.1,
        section 10.5.
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
            except CardgenError as error:  # go on, so that its neighbours are checked too
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
        wide, high = self.natural(node, parent, canvas)
        leftward = (self.start, self.end) != (None, None) and canvas.faces.leftward
        x, width = self.horizontally(leftward).place(parent.x, parent.width, wide)
        y, height = self.vertically.place(parent.y, parent.height, high)
        if width < -1e-6 or height < -1e-6:
            size = f"it would be {width:.2f} x {height:.2f} mm"
            raise LayoutError(problems.box_impossible(node.element.location, self.tag, size))
        return Rect(x, y, width, height)

    def proportion(self, node: LayoutNode, canvas: Canvas) -> float | None:
        """Return height over width where one of them follows from the other, else None."""
        return None

    def need(
        self, node: LayoutNode, horizontal: bool, across: float, canvas: Canvas
    ) -> Need | None:
        """Return how the box's texts share missing room along an axis; None without such texts.

        ``across`` is its width where the axis is vertical.
        """
        return None

    def natural(
        self, node: LayoutNode, parent: Rect, canvas: Canvas
    ) -> tuple[float | None, float | None]:
        """Return the box's own width and height; None for an axis on which it fills its parent."""
        return None, None


class LayoutNode:
    """An element of one side with its typed box and its children.

    ``state`` is what the box remembers from measuring to placing: unlike the box, the node belongs
    to one side alone.
    """

    __slots__ = ("box", "children", "element", "state")

    def __init__(self, box: Box, element: Element, children: list[LayoutNode]) -> None:
        self.box = box
        self.element = element
        self.children = children
        self.state: Any = None


ELEMENTS: Registry[type[Box]] = Registry("element")


def element(cls: type[B]) -> type[B]:
    """Register an element class under its tag."""
    ELEMENTS.add(cls.tag, cls)
    return cls
