"""A pen that writes inks in place of RGB."""

from __future__ import annotations

from msgspec.structs import replace

from cardgen.backend.drawing import Drawing, Gradient, Pen
from cardgen.backend.press.inks import (
    APART,
    HAIRLINE,
    KNOCKOUT,
    LARGE,
    MULTIPLY,
    OVER,
    InkLayer,
    InkTarget,
    Separator,
    Use,
)
from cardgen.core.style import Color
from cardgen.frame import (
    Frame,
    Group,
    Image,
    Region,
    RegionKind,
    Shadow,
    Shape,
    Stroke,
    Text,
)


class PressPen(Pen):
    """Writes the items of a Frame that is painted at a scale, the largest one if at several.

    Overprint is off where a Frame begins, and is switched off before all that is not meant to be
    printed over what lies below. It needs opaque ink. In a Frame that is ``knocked`` out it is off
    for black ink, too.
    """

    def __init__(
        self, inks: Separator, target: InkTarget, scale: float, knocked: bool = False
    ) -> None:
        super().__init__()
        self._inks = inks
        self._target = target
        self._scale = scale
        self._knocked = knocked
        self._use: Use = "patch"
        self._set = ""
        self._state = KNOCKOUT
        self._apart = ""
        self._sharp = False
        self.multiplies = False

    def frame(self, frame: Frame) -> Drawing:
        """Write a Frame; one with a separation is in the ink that it names.

        What machines read is black ink alone: four inks never meet exactly.
        """
        for item in frame.items:
            if isinstance(item, Region) and item.kind is RegionKind.SEPARATION:
                self._apart = item.note
            elif isinstance(item, Region) and item.kind is RegionKind.MACHINE_READ:
                self._sharp = True
        return super().frame(frame)

    def _print(self, state: str) -> None:
        if state != self._state:
            self._state = state
            self.out.append(f"/{state} gs")

    def _begin(self, color: Color, use: Use) -> InkLayer:
        """Set opacity and overprint for a colour; the states of plates set opacity as well."""
        laid = self._inks.laid(color, use)
        if self._apart or (laid.over and color.alpha == 1 and not self._knocked):
            self.set_alpha(color.alpha)
            self._print(APART if self._apart else OVER)
        else:
            self._print(KNOCKOUT)
            self.set_alpha(color.alpha)
        return laid

    def set_fill(self, color: Color) -> None:
        """Set the inks that areas and letters are filled with."""
        laid = self._begin(color, self._use)
        operator = self._operator(laid, self._target.fill, "cs", "scn")
        if operator != self._set:
            self._set = operator
            self.out.append(operator)

    def set_line(self, line: Stroke) -> None:
        """Set the look of lines; overprint also where the look is the same."""
        assert isinstance(line.paint, Color)
        self._use = "line" if line.width * self._scale <= HAIRLINE else "patch"
        self._begin(line.paint, self._use)
        super().set_line(line)

    def line_color(self, color: Color) -> str:
        """Return the operator that sets the inks of lines."""
        return self._operator(self._inks.laid(color, self._use), self._target.line, "CS", "SCN")

    def glow(self, color: Color) -> str:
        """Return the operator that sets the inks of a glow; all four where it is not multiplied."""
        laid = InkLayer(self._inks.ink(color)) if self._knocked else self._inks.laid(color, "patch")
        return self._operator(laid, self._target.fill, "cs", "scn")

    def _operator(self, laid: InkLayer, process: str, space: str, apart: str) -> str:
        if self._apart:
            return f"/{self._apart} {space} 1 {apart}"
        parts = self._target.parts(laid.ink)
        return f"{' '.join(f'{part:.4g}' for part in parts)} {process}"

    def shape(self, shape: Shape) -> None:
        """Write a shape; what is opaque in two steps, since only one may print over the ground."""
        fill, line = shape.fill, shape.stroke
        drawn = None if line is None else line.paint
        if isinstance(fill, Color) and isinstance(drawn, Color) and fill.alpha == drawn.alpha == 1:
            self.shape(replace(shape, stroke=None))
            self.shape(replace(shape, fill=None))
            return
        if fill is not None:
            box = shape.path.bounds()
            large = min(box.width, box.height) * self._scale >= LARGE
            self._use = "line" if self._sharp else "area" if large else "patch"
        super().shape(shape)

    def shade(self, filled: str, clipped: str, gradient: Gradient) -> None:
        """Paint a gradient, which prints over nothing."""
        self._print(KNOCKOUT)
        super().shade(filled, clipped, gradient)

    def text(self, text: Text) -> None:
        """Write a run of text."""
        self._use = "text"
        super().text(text)

    def group(self, group: Group) -> None:
        """Write a Frame inside, which begins without overprint."""
        if not group.frame.is_empty:
            self._print(KNOCKOUT)
        super().group(group)

    def image(self, image: Image) -> None:
        """Write a picture, which prints over nothing."""
        self._print(KNOCKOUT)
        super().image(image)

    def shadow(self, shadow: Shadow) -> None:
        """Write a shadow; its mask and its opacity keep it from being overprinted."""
        self._print(KNOCKOUT)
        super().shadow(shadow)

    def mixing(self, color: Color) -> str:
        """Have black ink alone multiplied: it would take the other inks away that it darkens."""
        if self._knocked or not self._inks.laid(color, "patch").over:
            return ""
        self.multiplies = True
        return f"/{MULTIPLY} gs "
