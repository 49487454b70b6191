"""Making a text fit its box: an order of means, each of which is used only if it is allowed."""

from __future__ import annotations

from msgspec import Struct

from cardgen.layout.text.flow import Flow, SetFlow
from cardgen.layout.text.groups import SHRINK_STEP


class Fitting(Struct, frozen=True):
    """What may be done to a text that is too long, and how far.

    ``means`` are words of the `fit` attribute; ``min_size`` is in points; ``lines`` is how many
    there may be, 0 if that does not matter.
    """

    means: tuple[str, ...] = ("shrink",)
    min_size: float = 6.0
    lines: int = 0

    def floor(self, size: float) -> float:
        """Return the smallest size in points that a text of some size may have."""
        return min(self.min_size, size) if "shrink" in self.means else size


class Fitted(Struct, frozen=True):
    """A text and what was done to have it fit; ``excess`` says what is too much nevertheless.

    ``place`` is where the text was parted: what follows that place of the flow is not in ``text``.
    It is the length of the flow unless something was left out.
    """

    text: SetFlow
    place: int
    excess: str = ""

    @property
    def changed(self) -> bool:
        """Whether anything was done."""
        return self.text.scale != 1.0

    @property
    def note(self) -> str:
        """What was done, as the Region of the text tells it."""
        scale = self.text.scale
        return f"scale={scale:.3f} size={self.text.flow.size * scale:.2f}"


def fit(flow: Flow, width: float, height: float, fitting: Fitting) -> Fitted:
    """Set a flow so that it fits a box of a width and height in mm, by the means allowed."""
    text = flow.broken(width)
    excess = text.excess(width, height, fitting.lines)
    if excess and "shrink" in fitting.means:
        text, excess = _shrunk(text, excess, width, height, fitting)
    if excess and "ellipsis" in fitting.means:
        return _cut(text, width, height, fitting)
    return Fitted(text, flow.length, excess)


def _shrunk(
    text: SetFlow, excess: str, width: float, height: float, fitting: Fitting
) -> tuple[SetFlow, str]:
    """Find the largest size that fits; fixed steps give similar texts the same size."""
    flow = text.flow
    size = tried = flow.size
    floor = fitting.floor(size)
    while excess and tried > floor + 1e-9:
        tried = max(tried - SHRINK_STEP, floor)
        text = flow.broken(width, tried / size)
        excess = text.excess(width, height, fitting.lines)
    return text, excess


def _cut(text: SetFlow, width: float, height: float, fitting: Fitting) -> Fitted:
    """Remove units from the end until the rest fits, with an ellipsis."""
    flow = text.flow
    # The lines of what is left break as before, up to the last: no more than these can stay.
    most = min(text.place(height, fitting.lines) + 1, flow.length - 1)
    for place in range(most, 0, -1):
        tried = flow.cut(place).broken(width, text.scale)
        if not tried.excess(width, height, fitting.lines):
            return Fitted(tried, place)
    return Fitted(text, 0, "not even its first word has room")
