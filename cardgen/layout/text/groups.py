"""Texts of one size over a whole deck, and a report on how each text was set.

A text of a group first finds the largest size at which it fits on its own: its *need*. The
needs of all texts make the *ladder* of the group, which has few sizes, and every text is set at
the largest one that is no larger than its need. So the sizes depend only on the texts on the
cards, and not on the order of layout.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Self

from msgspec import Struct

FIT = "fit:"
"""What names begin with by which a side has read a size of a group."""

SHRINK_STEP = 0.25
"""Points from one size that is tried to the next."""

STEPS = 4
"""So many sizes has a group unless it says otherwise."""

OF_GAME = "game/"
"""What the name of a group begins with that spans all components of the game."""

GroupSizes = Callable[[str, int, float], float]
"""Returns a text's size in points from its group, its maximum sizes and its need."""

Ladders = Mapping[str, tuple[float, ...]]
"""The sizes of each group in points, the largest first."""


class GroupNeed(Struct, frozen=True):
    """The need of a text: the largest size in points at which it fits without its group.

    ``group`` is ``heroes/rules``, or ``/rules`` over a game; ``steps`` is how many sizes there may
    be.
    """

    group: str
    steps: int
    size: float

    @classmethod
    def of(cls, component: str, group: str, steps: int, size: float) -> Self:
        """Return the need of a text on a component's side, with the group's written name."""
        if group.startswith(OF_GAME):
            return cls(f"/{group.removeprefix(OF_GAME)}", steps, size)
        return cls(f"{component}/{group}", steps, size)

    @property
    def name(self) -> str:
        """The name of the dependency; its value is the size of the text."""
        return f"{FIT}{self.group} {self.steps} {self.size:.6g}"

    @classmethod
    def parse(cls, name: str) -> Self:
        """Parse a name."""
        group, steps, size = name.removeprefix(FIT).split(" ")
        return cls(group, int(steps), float(size))

    @property
    def is_of_game(self) -> bool:
        """True if the group contains texts of all components."""
        return self.group.startswith("/")

    def on(self, ladders: Ladders) -> float:
        """Return the size of the text in points."""
        sizes = ladders.get(self.group, ())
        return next((size for size in sizes if size <= self.size), self.size)


def ladders_of(names: Iterable[str]) -> dict[str, tuple[float, ...]]:
    """Return the ladders of all groups, given the names that sides have read."""
    needs: dict[str, list[GroupNeed]] = {}
    for name in set(names):
        if name.startswith(FIT):
            need = GroupNeed.parse(name)
            needs.setdefault(need.group, []).append(need)
    return {
        group: _ladder([need.size for need in group_needs], min(need.steps for need in group_needs))
        for group, group_needs in sorted(needs.items())
    }


def _ladder(needs: list[float], steps: int) -> tuple[float, ...]:
    """Return sizes from the largest need to the smallest, at even distances."""
    top, bottom = max(needs), min(needs)
    if steps <= 1:
        return (bottom,)
    each = (top - bottom) / (steps - 1)
    between = {top - round(each * n / SHRINK_STEP) * SHRINK_STEP for n in range(steps - 1)}
    return (*sorted((size for size in between if size > bottom), reverse=True), bottom)


_WORDS = 40  # characters


class TextSetting(Struct, frozen=True):
    """The result of setting one text; sizes in points, leading as a multiple of the size.

    ``stamp`` and ``id`` belong to its tag; ``words`` are its first words. ``over`` is the excess of
    the text beyond its box in mm, at its original size ``asked``, and ``share`` the same as a part
    of the box. ``lost`` counts the characters that were cut off. ``fits`` is False if the text does
    not fit even at its smallest size; then the other values describe that. ``means`` are the
    allowed ways to fit it, ``limits`` describes their limits. ``continued`` is True if another text
    ``continues`` it. ``more`` is a low estimate of the number of further characters that fit, and
    ``surplus`` the number of characters for which the box has no room at the original size.
    """

    stamp: str
    id: str
    style: str
    group: str
    asked: float
    size: float
    leading_asked: float
    leading: float
    lines: int
    words: str = ""
    over: float = 0.0
    share: float = 0.0
    lost: int = 0
    fits: bool = True
    continued: bool = False
    continues: str = ""
    means: tuple[str, ...] = ()
    limits: str = ""
    more: int = 0
    surplus: int = 0

    @property
    def shrunk(self) -> bool:
        """True if the text is smaller than its original size."""
        return self.size < self.asked - 1e-6

    def is_too_small(self, least_share: float) -> bool:
        """Whether a text that fits is smaller than this share of its original size."""
        return self.fits and self.size < self.asked * least_share - 1e-6

    @property
    def is_tightened(self) -> bool:
        """True if the lines are closer than the original leading."""
        return self.leading < self.leading_asked - 1e-6

    @property
    def is_plain(self) -> bool:
        """True if the text has its original size and leading."""
        return not (self.shrunk or self.is_tightened or self.lost or self.continued) and self.fits


_UNSEEN = dict.fromkeys([0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""Controls of direction (UAX #9, section 2)."""


def first_words(text: str) -> str:
    """Return the first words of a text for a message, without control characters."""
    text = text.translate(_UNSEEN)
    return text if len(text) <= _WORDS else text[: _WORDS - 3] + "…"
