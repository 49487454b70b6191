"""Makes a text fit its box with the allowed means, in a fixed order."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from cardgen.layout.text.flow import Flow, SetFlow
from cardgen.layout.text.groups import SHRINK_STEP

LEADING_STEP = 0.05
SIGN = "»"
"""The sign at the end of a text that continues elsewhere."""


class Fitting(Struct, frozen=True):
    """The allowed ways to fit a text that is too long, with their limits.

    ``means`` are words of the `fit` attribute; ``min_size`` is in points, ``min_leading`` a
    multiple of the size; ``lines`` is how many there may be, 0 if that does not matter.
    """

    means: tuple[str, ...] = ("shrink",)
    min_size: float = 6.0
    min_leading: float = 1.05
    lines: int = 0
    sign: str = SIGN

    def floor(self, size: float) -> float:
        """Return the smallest size in points of a text that has ``size`` by default."""
        return min(self.min_size, size) if "shrink" in self.means else size

    def describe_limits(self, flow: Flow) -> str:
        """Describe the limits of shrinking and tightening, for messages."""
        limits = f"smallest size {self.floor(flow.face.size):g} pt"
        if "leading" in self.means:
            limits += f", tightest leading {min(self.min_leading, flow.face.key.leading):g}"
        return limits


class Fitted(Struct, frozen=True):
    """A fitted text and the means used; ``excess`` describes the remaining overflow.

    ``flow`` is the whole text, and ``offset`` where it was split: what follows is not
    in ``text``. It is the length of the flow unless something was left out, to be ``continued``
    elsewhere or for good.
    """

    flow: Flow
    text: SetFlow
    offset: int
    excess: str = ""
    continued: bool = False

    @property
    def rest(self) -> Flow | None:
        """The flow to set elsewhere."""
        return self.flow.tail(self.offset) if self.continued else None

    @property
    def is_changed(self) -> bool:
        """True if the text does not have its original size and length."""
        return (
            self.text.scale != 1.0
            or self.text.leading_factor != 1.0
            or self.offset < self.flow.length
        )

    @property
    def lost_characters(self) -> int:
        """The number of characters that the ellipsis replaces."""
        if self.continued or self.offset == self.flow.length:
            return 0
        return len(self.flow.string) - len(self.text.flow.string) + 1


def fit(flow: Flow, width: float, height: float, fitting: Fitting) -> Fitted:
    """Set a flow so that it fits a box of a width and height in mm, by the means allowed."""
    for scale, leading_factor in _attempts(flow, fitting):
        text = flow.break_lines(width, scale, leading_factor)
        excess = text.excess(width, height, fitting.lines)
        if not excess:
            return Fitted(flow, text, flow.length)
    offsets: Iterable[int] = ()
    fits, last = text.fitting_offset(height, fitting.lines), flow.length - 1
    goes_on = "continue" in fitting.means
    if goes_on:
        offsets, sign = flow.split_offsets(min(fits, last)), f"\N{NO-BREAK SPACE}{fitting.sign}"
    elif "ellipsis" in fitting.means:
        # A shortened text breaks as before, up to its last line: try no more units than fit now.
        offsets, sign = range(min(fits + 1, last), 0, -1), "…"
        excess = "not even its first word has room"
    for offset in offsets:
        tried = flow.cut(offset, sign).break_lines(width, scale, leading_factor)
        if not tried.excess(width, height, fitting.lines):
            return Fitted(flow, tried, offset, continued=goes_on)
    return Fitted(flow, text, flow.length, excess)


def _attempts(flow: Flow, fitting: Fitting) -> Iterator[tuple[float, float]]:
    """Yield the scales and the factors of line distance to try: smaller sizes, then tighter lines.

    Without `shrink` there is no smaller size.
    """
    scale = 1.0
    yield scale, 1.0
    for size in steps(flow.face.size, fitting.floor(flow.face.size), SHRINK_STEP):
        scale = size / flow.face.size
        yield scale, 1.0
    if "leading" in fitting.means:
        for leading in steps(flow.face.key.leading, fitting.min_leading, LEADING_STEP):
            yield scale, leading / flow.face.key.leading


def steps(value: float, floor: float, step: float) -> Iterator[float]:
    """Yield decreasing values down to the floor."""
    while value > floor + 1e-9:
        value = max(value - step, floor)
        yield value


def least_height(flow: Flow, width: float, fitting: Fitting) -> float:
    """Return the smallest height in mm at which a flow can fit a width."""
    if not flow.length:
        return 0.0
    *_, least = _attempts(flow, fitting)
    text = flow.break_lines(width, *least)
    first = flow.face.line_height * text.scale * text.leading_factor
    parted = "ellipsis" in fitting.means or "continue" in fitting.means
    return min(text.height, first) if parted else text.height
