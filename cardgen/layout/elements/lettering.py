"""Words letter by letter: `<curved-text>` along a line, `<vertical-text>` in columns."""

import math
from collections.abc import Callable, Sequence
from typing import ClassVar

from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, LayoutError
from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.layout import problems
from cardgen.layout.attributes import ARC, PATH_DATA, POINTS_SIZE, attribute, choice
from cardgen.layout.box import LARGE, LayoutNode, element
from cardgen.layout.canvas import Canvas
from cardgen.layout.lettered import LetteredBox
from cardgen.layout.text.block import Block
from cardgen.layout.text.breaking import SLACK
from cardgen.layout.text.fitting import steps
from cardgen.layout.text.groups import SHRINK_STEP, TextSetting, first_words
from cardgen.layout.text.letters import (
    Curve,
    Letter,
    TextColumns,
    along_arc,
    along_ellipse,
    along_path,
    columns_of,
    extent,
    lettering,
    letters_of,
)
from cardgen.layout.text.outline import outline_items

Setting = Callable[[float], tuple[Sequence[tuple[Letter, Matrix]], str]]
"""Places letters at a scale and describes the excess, an empty string if they fit."""


_SHARES = {"start": 0.0, "center": 0.5, "end": 1.0}


class LetterwiseBox(LetteredBox):
    """A box that places each letter separately, and shrinks its words until they fit."""

    fit: str = attribute(choice("shrink", "error"), "shrink", "how to fit words that are too long")
    min_size: float = attribute(POINTS_SIZE, 6.0, "smallest size for `shrink`")

    def floor(self, size: float) -> float:
        """Return the smallest type size in points, for words that have ``size`` by default."""
        return min(self.min_size, size) if self.fit == "shrink" else size

    def setting(self, node: LayoutNode, block: Block, rect: Rect) -> Setting:
        """Return how words are set in a box; raises LayoutError for what it cannot set."""
        raise NotImplementedError

    def too_long(self, node: LayoutNode, words: str, excess: str, floor: str) -> Diagnostic:
        """Return the diagnostic for words that do not fit at their smallest size."""
        raise NotImplementedError

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Place each letter, as large as fits."""
        element, block = node.element, self.line(node, canvas)
        if any(piece.face.ruled for unit in block.units for piece in unit.pieces):
            subject = "a line along words"
            raise LayoutError(problems.not_letter_by_letter(element.location, self.tag, subject))
        set_at = self.setting(node, block, rect)
        if not any(unit.pieces for unit in block.units):
            return
        size = block.face.size
        for tried in (size, *steps(size, self.floor(size), SHRINK_STEP)):
            scale = tried / size
            placed_letters, excess = set_at(scale)
            if not excess:
                break
        if excess:  # a draft shows it nevertheless
            words, floor = first_words(block.string), f"{self.floor(size):g} pt"
            canvas.fault(rect, element.stamp, self.too_long(node, words, excess, floor))
        elif scale < 1:
            canvas.note_setting(element.location, self._text_setting(block, scale, element.stamp))
        group = lettering(placed_letters, block, scale, element.stamp)
        canvas.items += outline_items([group], self.outline, canvas.library, element.stamp)
        canvas.items.append(group)

    def _text_setting(self, block: Block, scale: float, stamp: str) -> TextSetting:
        """Return the setting of a text that was shrunk; its length shrinks with the type."""
        size, leading, words = block.face.size, block.face.key.leading, block.string
        sizes = size, round(size * scale, 3), leading, leading
        setting = TextSetting(stamp, self.id, self.style, "", *sizes, 1, first_words(words))
        return replace(setting, surplus=math.ceil(len(words) * (1 - scale)))


@element
class CurvedTextElement(LetterwiseBox):
    """One line of words along a curve; needs `arc`, `circle` or `d`."""

    tag: ClassVar[str] = "curved-text"

    arc: float | None = attribute(
        ARC, None, "sets the words along an arc as wide as the box; negative: arched downwards"
    )
    circle: str | None = attribute(
        choice("top", "bottom"), None, "sets the words around the ellipse in the box"
    )
    d: Path | None = attribute(
        PATH_DATA, None, "sets the words along an SVG path, in mm from the top left of the box"
    )
    side: str = attribute(choice("above", "below"), "above", "side of the line for the letters")
    align: str = attribute(choice("start", "center", "end"), "center", "alignment on the line")
    valign: str = attribute(
        choice("top", "middle", "bottom"), "middle", "vertical position of an `arc` in the box"
    )

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the size of an arc of a width, as high as its words; a path fills its box."""
        letters, length = letters_of(self.line(node, canvas))
        if self.arc is None or not letters:
            return (0.0, 0.0)
        width = min(width, length * math.pi / 2)  # of a half circle, the most bent arc
        rect = Rect(0.0, 0.0, width, LARGE)
        placed_letters, _ = self._place_letters(
            letters, length, along_arc(self.arc, width), rect, 1.0
        )
        return width, extent(placed_letters, 1.0).height

    def setting(self, node: LayoutNode, block: Block, rect: Rect) -> Setting:
        """Return how letters are placed along the line; raises LayoutError for a line break."""
        curve = self._curve(node, rect)
        if any(0 < position < len(block.units) for position in block.breaks):
            location, subject = node.element.location, "a line break"
            raise LayoutError(problems.not_letter_by_letter(location, self.tag, subject))
        letters, length = letters_of(block)
        return lambda scale: self._place_letters(letters, length, curve, rect, scale)

    def too_long(self, node: LayoutNode, words: str, excess: str, floor: str) -> Diagnostic:
        """Return the diagnostic for words that do not fit at their smallest size."""
        return problems.curve_too_short(node.element.location, words, excess, floor)

    def _curve(self, node: LayoutNode, rect: Rect) -> Curve:
        """Return the curve that is asked for; an arc begins at 0,0. Raises LayoutError."""
        named = [name for name in ("arc", "circle", "d") if getattr(self, name) is not None]
        if len(named) != 1:
            raise LayoutError(problems.no_single_curve(node.element.location, named))
        if self.arc is not None:
            return along_arc(self.arc, rect.width)
        if self.circle is not None:
            return along_ellipse(rect, self.circle)
        assert self.d is not None
        curve = along_path(self.d.transform(Matrix.translation(rect.x, rect.y)))
        if curve is None:
            raise LayoutError(problems.no_single_curve(node.element.location, ["d"]))
        return curve

    def _place_letters(
        self, letters: list[Letter], length: float, curve: Curve, rect: Rect, scale: float
    ) -> tuple[list[tuple[Letter, Matrix]], str]:
        """Place the letters on a curve at a scale; describe the excess, if any."""
        if self.side == "below":
            curve = curve.below(letters[0].face.cap_height * scale)
        free = curve.length - length * scale
        start = free * _SHARES[self.align]
        placed_letters = []
        for letter in letters:
            half = letter.width * scale / 2
            on = curve.at(start + letter.start * scale + half)
            placed_letters.append((letter, Matrix.translation(-half, 0.0).then(on)))
        if free < -SLACK:
            return (
                placed_letters,
                f"it is {-free:.1f} mm too long for the {curve.length:.1f} mm of its line",
            )
        if self.arc is None:
            return placed_letters, ""
        box = extent(placed_letters, scale)
        above = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[self.valign]
        moved = Matrix.translation(rect.x, rect.y + (rect.height - box.height) * above - box.y)
        placed_letters = [(letter, place.then(moved)) for letter, place in placed_letters]
        across = max(-box.x, box.right - rect.width)
        if across > SLACK:
            return placed_letters, f"its ends lean {across:.1f} mm out of the box"
        if box.height > rect.height + SLACK:
            over = box.height - rect.height
            return placed_letters, f"its bow is {over:.1f} mm too high for its {rect.height:.1f} mm"
        return placed_letters, ""


@element
class VerticalTextElement(LetterwiseBox):
    """Text in columns from top to bottom and right to left; Latin words are turned."""

    tag: ClassVar[str] = "vertical-text"

    align: str = attribute(
        choice("start", "center", "end"), "start", "vertical alignment of the columns"
    )
    across: str = attribute(
        choice("left", "center", "right"), "right", "horizontal position of the columns in the box"
    )

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the size of the text where no column is broken but by `<br/>`."""
        text = columns_of(self.line(node, canvas), LARGE, 1.0)
        return text.width, max(text.heights, default=0.0)

    def setting(self, node: LayoutNode, block: Block, rect: Rect) -> Setting:
        """Return how the text is broken into columns, and its characters are placed."""
        beside = {"left": 1.0, "center": 0.5, "right": 0.0}[self.across]

        def at_scale(scale: float) -> tuple[list[tuple[Letter, Matrix]], str]:
            text = columns_of(block, rect.height, scale)
            right = rect.right - (rect.width - text.width) * beside
            placed_letters = text.place_cells(right, rect.y, rect.height, _SHARES[self.align])
            return placed_letters, _excess(text, rect)

        return at_scale

    def too_long(self, node: LayoutNode, words: str, excess: str, floor: str) -> Diagnostic:
        """Return the diagnostic for words that do not fit at their smallest size."""
        location, least = node.element.location, f"smallest size {floor}"
        return problems.text_does_not_fit(location, words, excess, least, (self.fit,))


def _excess(text: TextColumns, rect: Rect) -> str:
    """Describe by how much the columns exceed the box; an empty string if they fit."""
    high = max(text.heights, default=0.0) - rect.height
    if high > SLACK:
        return f"it is {high:.1f} mm too high for its {rect.height:.1f} mm"
    if text.width > rect.width + SLACK:
        over, count = text.width - rect.width, len(text.columns)
        columns = "its column is" if count == 1 else f"its {count} columns are"
        return f"{columns} {over:.1f} mm too wide for its {rect.width:.1f} mm"
    return ""
