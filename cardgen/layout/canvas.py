"""The canvas collects the items of one side while its boxes are placed.

Laying out a side or a text gives a `Laid`: Frames, and the findings about them.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, get_args

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.assets.library import Library
from cardgen.core.diagnostics import CardgenError, Diagnostic, Diagnostics, Location
from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size
from cardgen.core.side_id import SideId
from cardgen.core.style import Theme
from cardgen.frame import IDENTITY, Frame, Group, Item, Region, RegionKind
from cardgen.impose.tokens import hexagon
from cardgen.layout import problems
from cardgen.layout.box import LayoutNode
from cardgen.layout.shadow import cast
from cardgen.layout.text.faces import Faces
from cardgen.layout.text.groups import GroupSizes, TextSetting
from cardgen.model.pieces import Outline

CardPictures = Callable[[str], Frame | None]
"""Looks up the Frame of a side such as ``soldiers/tank-driver/face``.

Raises LookupError, with the names there are, for a side that does not exist and RecursionError
for one that shows itself; None means that the side is broken (and reported elsewhere).
"""


class Mark(Struct, frozen=True):
    """A revision mark that waits for its code: where it is to be among which items."""

    node: LayoutNode
    rect: Rect
    items: list[Item]
    index: int


class Continuing(Protocol):
    """What a side knows of the other sides of its card."""

    def goes_on(self, name: str) -> bool:
        """Whether another side has a place for the rest of a text, which is called by its id."""
        ...

    def rest(self, name: str) -> Any:
        """Return the flow of what did not fit another side; None if all did.

        Raises LookupError if there is no such text.
        """
        ...


class Canvas(Struct):
    """The state of placing boxes: items in painting order, and diagnostics.

    ``revision`` is the code for revision marks, once it is known; ``marks`` are the marks that wait
    for it, None where marks are impossible. ``groups`` has the sizes of texts that are set alike,
    and ``settings`` takes how texts were set; both are None on the pages of a text, where texts
    below the share ``shrink`` of their size are reported at once. ``continuing`` has the other
    sides of the card, ``rests`` maps ids to the flows that continue there.
    """

    theme: Theme
    library: Library
    faces: Faces
    pictures: CardPictures
    trim: Rect
    bleed: Insets
    items: list[Item] = []
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    revision: str = ""
    marks: list[Mark] | None = None
    groups: GroupSizes | None = None
    settings: list[TextSetting] | None = None
    shrink: float = 0.0
    continuing: Continuing | None = None
    rests: dict[str, Any] = {}

    def report(self, *diagnostics: Diagnostic) -> None:
        """Collect findings that do not stop the side."""
        self.diagnostics.add(*diagnostics)

    def note_setting(self, location: Location | None, setting: TextSetting) -> None:
        """Note how a text was set, or report it on a page if it is cut off or much too small."""
        if self.settings is not None:
            self.settings.append(setting)
            return
        words, style, means = setting.words, setting.style, setting.means
        if setting.lost and setting.fits:
            lost = [(f"`{words}`", setting.lost)]
            self.report(problems.texts_cut(location, words, 1, lost, setting.limits, means))
        if setting.is_too_small(self.shrink):
            small = (f"`{words}`", setting.size, setting.asked, setting.asked, setting.surplus)
            self.report(problems.texts_shrunk(location, style, 1, [small]))

    def place(self, node: LayoutNode, rect: Rect) -> None:
        """Place a box, with the shadow, clip, fade and turn that all boxes may have.

        A box that fails is reported and left out, so that its neighbours are still checked.
        """
        box = node.box
        try:
            if box.plain:
                box.place(node, rect, self)
                return
            if box.bleed:
                rect = self.extend_to_bleed(rect)
            if box.id:
                self.items.append(Region.for_id(box.id, rect, node.element.stamp))
            target_items: list[Item] = (
                [Region(RegionKind.KEEP, rect, stamp=node.element.stamp)] if box.keep else []
            )
            if box.apart:
                self.place_apart(node, rect, target_items)
            else:
                self.items += target_items
                box.place(node, rect, self)
        except CardgenError as error:
            self.fail(error, node)
            codes = " ".join(dict.fromkeys(diagnostic.code for diagnostic in error.diagnostics))
            self.items.append(Region(RegionKind.FAULT, rect, codes, node.element.stamp))

    def fault(self, rect: Rect, stamp: str, *diagnostics: Diagnostic) -> None:
        """Report an error of a box that is placed nevertheless, for drafts."""
        self.report(*diagnostics)
        self.items.append(
            Region(
                RegionKind.FAULT,
                rect,
                " ".join(diagnostic.code for diagnostic in diagnostics),
                stamp,
            )
        )

    def place_apart(self, node: LayoutNode, rect: Rect, target_items: list[Item]) -> None:
        """Place a box that is cut, casts a shadow, or is turned or faded as a whole."""
        box, stamp = node.box, node.element.stamp
        outer, self.items = self.items, []
        try:
            box.place(node, rect, self)
            if box.mask is not None:
                clip = box.mask(rect, self.library, node.element.location)
                inner, self.items = self.items, []
                self.add_clipped(inner, rect, clip, stamp)
            if box.shadow:
                self.items[:0] = cast(self.items, box.shadow, self.library, stamp)
        finally:
            inner, self.items = self.items, outer
        matrix = box.transform(rect)
        inner = [*target_items, *inner]
        if matrix == IDENTITY and box.opacity == 1.0 and not box.fade:
            self.items += inner
        elif inner:
            fade = box.fade(rect) if box.fade else None
            frame = Frame(Size(rect.right, rect.bottom), inner)
            self.items.append(Group(frame, matrix, None, box.opacity, stamp, fade=fade))

    def fail(self, error: CardgenError, node: LayoutNode) -> None:
        """Report a box that cannot be measured or placed."""
        location = node.element.location
        for diagnostic in error.diagnostics:
            self.report(
                diagnostic if diagnostic.location else replace(diagnostic, location=location)
            )

    def picture(self, side: str, location: Location | None) -> Frame | None:
        """Return the Frame of another side of the game; report one that does not exist."""
        try:
            return self.pictures(side)
        except LookupError as error:
            self.report(problems.no_such_card(location, SideId(side).design, error.args))
        except RecursionError:
            self.report(problems.card_shows_itself(location, SideId(side).design))
        return None

    def add_clipped(self, inner: list[Item], rect: Rect, clip: Path, stamp: str) -> None:
        """Add items as one Group that is cut; its Frame keeps the side's coordinates."""
        if inner:
            frame = Frame(Size(rect.right, rect.bottom), inner)
            self.items.append(Group(frame, Matrix(), clip, stamp=stamp))

    def extend_to_bleed(self, rect: Rect) -> Rect:
        """Move every edge on the trim out to the bleed."""
        near = 0.01
        left = self.bleed.left if abs(rect.x - self.trim.x) < near else 0.0
        top = self.bleed.top if abs(rect.y - self.trim.y) < near else 0.0
        right = self.bleed.right if abs(rect.right - self.trim.right) < near else 0.0
        bottom = self.bleed.bottom if abs(rect.bottom - self.trim.bottom) < near else 0.0
        return rect.inset(Insets(-top, -right, -bottom, -left))


OUTLINES: tuple[str, ...] = get_args(Outline)
CORNER = 3.0
"""Corner radius of a card, in mm."""


def outline(kind: str, size: Size, radius: float = CORNER) -> Path:
    """Return the outline of a piece at its true size; ``radius`` counts for a ``card``."""
    w, h = size.width, size.height
    match kind:
        case "round":
            return Path.ellipse(w / 2, h / 2, w / 2, h / 2)
        case "hex":
            return Path.polygon(hexagon(size))
        case "triangle":
            return Path.polygon([(w / 2, 0.0), (w, h), (0.0, h)])
    return Path.rect(Rect(0.0, 0.0, w, h), radius if kind == "card" else 0.0)


class Laid(Struct, frozen=True):
    """A finished side, the findings about it, and how its texts were set.

    ``rests`` maps the id of each continued text to the flow that did not fit.
    """

    frame: Frame
    diagnostics: tuple[Diagnostic, ...]
    settings: tuple[TextSetting, ...] = ()
    rests: Mapping[str, Any] = {}


class LaidPages(Struct, frozen=True):
    """The pages of a text, and the diagnostics that came up."""

    frames: tuple[Frame, ...]
    diagnostics: tuple[Diagnostic, ...]
