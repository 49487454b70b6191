"""Making a text fit its box: an order of means, each of which is used only if it is allowed."""

from __future__ import annotations

from msgspec import Struct

from cardgen.layout.text.flow import Flow, SetFlow
from cardgen.layout.text.groups import SHRINK_STEP

LEADING_STEP = 0.05
SIGN = "»"
"""What stands at the end of a text that goes on elsewhere."""


class Fitting(Struct, frozen=True):
    """What may be done to a text that is too long, and how far.

    ``means`` are words of the `fit` attribute; ``min_size`` is in points, ``min_leading`` a
    multiple of the size; ``lines`` is how many there may be, 0 if that does not matter.
    """

    means: tuple[str, ...] = ("shrink",)
    min_size: float = 6.0
    min_leading: float = 1.05
    lines: int = 0
    sign: str = SIGN

    def floor(self, size: float) -> float:
        """Return the smallest size in points that a text of some size may have."""
        return min(self.min_size, size) if "shrink" in self.means else size

    def said(self, flow: Flow) -> str:
        """Say how far a text may be changed, for messages."""
        said = f"smallest size {self.floor(flow.size):g} pt"
        if "leading" in self.means:
            said += f", tightest leading {min(self.min_leading, flow.leading):g}"
        return said


class Fitted(Struct, frozen=True):
    """A text and what was done to have it fit; ``excess`` says what is too much nevertheless.

    ``flow`` is the whole text, and ``place`` where it was parted: what follows that place is not
    in ``text``. It is the length of the flow unless something was left out, to be ``continued``
    elsewhere or for good.
    """

    flow: Flow
    text: SetFlow
    place: int
    excess: str = ""
    continued: bool = False

    @property
    def rest(self) -> Flow | None:
        """What is to be set elsewhere."""
        return self.flow.tail(self.place) if self.continued else None

    @property
    def changed(self) -> bool:
        """Whether anything was done."""
        return self.text.scale != 1.0 or self.text.tight != 1.0 or self.place < self.flow.length

    @property
    def lost(self) -> int:
        """How many characters were cut, and replaced by an ellipsis."""
        if self.continued or self.place == self.flow.length:
            return 0
        return len(self.flow.string) - len(self.text.flow.string) + 1

    @property
    def note(self) -> str:
        """What was done, as the Region of the text tells it.

        It has the scale and the size in points that it gives; the leading if lines are tighter,
        and the number of characters that were cut, if any.
        """
        text, flow = self.text, self.flow
        note = f"scale={text.scale:.3f} size={flow.size * text.scale:.2f}"
        if text.tight != 1.0:
            note += f" leading={flow.leading * text.tight:.2f}"
        return f"{note} cut={self.lost}" if self.lost else note


def fit(flow: Flow, width: float, height: float, fitting: Fitting) -> Fitted:
    """Set a flow so that it fits a box of a width and height in mm, by the means allowed."""
    text = flow.broken(width)
    excess = text.excess(width, height, fitting.lines)
    if excess:
        for means, use in _USES:
            if excess and means in fitting.means:
                text, excess = use(text, excess, width, height, fitting)
        if excess and "continue" in fitting.means:
            return _parted(text, excess, width, height, fitting)
        if excess and "ellipsis" in fitting.means:
            return _cut(text, width, height, fitting)
    return Fitted(flow, text, flow.length, excess)


def least_height(flow: Flow, width: float, fitting: Fitting) -> float:
    """Return the height in mm down to which the means allowed can have a flow fit a width."""
    if not flow.length:
        return 0.0
    tight = min(fitting.min_leading / flow.leading, 1.0) if "leading" in fitting.means else 1.0
    text = flow.broken(width, fitting.floor(flow.size) / flow.size, tight)
    first = flow.face.line_height * text.scale * text.tight
    parted = "ellipsis" in fitting.means or "continue" in fitting.means
    return min(text.height, first) if parted else text.height


def _shrunk(
    text: SetFlow, excess: str, width: float, height: float, fitting: Fitting
) -> tuple[SetFlow, str]:
    """Find the largest size that fits, or else the smallest."""
    flow = text.flow
    size = tried = flow.size
    floor = fitting.floor(size)
    while excess and tried > floor + 1e-9:
        tried = max(tried - SHRINK_STEP, floor)
        text = flow.broken(width, tried / size)
        excess = text.excess(width, height, fitting.lines)
    return text, excess


def _tightened(
    text: SetFlow, excess: str, width: float, height: float, fitting: Fitting
) -> tuple[SetFlow, str]:
    """Find the widest distance of lines that fits, or else the tightest."""
    flow = text.flow
    leading = tried = flow.leading
    floor = min(fitting.min_leading, leading)
    while excess and tried > floor + 1e-9:
        tried = max(tried - LEADING_STEP, floor)
        text = flow.broken(width, text.scale, tried / leading)
        excess = text.excess(width, height, fitting.lines)
    return text, excess


_USES = (("shrink", _shrunk), ("leading", _tightened))


def _parted(text: SetFlow, excess: str, width: float, height: float, fitting: Fitting) -> Fitted:
    """Leave the end of the text for another side, with a sign that it goes on."""
    flow = text.flow
    for place in flow.partings(min(text.place(height, fitting.lines), flow.length - 1)):
        tried = flow.cut(place, f"\N{NO-BREAK SPACE}{fitting.sign}").broken(
            width, text.scale, text.tight
        )
        if not tried.excess(width, height, fitting.lines):
            return Fitted(flow, tried, place, continued=True)
    return Fitted(flow, text, flow.length, excess)


def _cut(text: SetFlow, width: float, height: float, fitting: Fitting) -> Fitted:
    """Remove units from the end until the rest fits, with an ellipsis."""
    flow = text.flow
    # The lines of what is left break as before, up to the last: no more than these can stay.
    most = min(text.place(height, fitting.lines) + 1, flow.length - 1)
    for place in range(most, 0, -1):
        tried = flow.cut(place).broken(width, text.scale, text.tight)
        if not tried.excess(width, height, fitting.lines):
            return Fitted(flow, tried, place)
    return Fitted(flow, text, flow.length, "not even its first word has room")
