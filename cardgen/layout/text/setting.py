"""How the texts of a side were set, for reports."""

from __future__ import annotations

from msgspec import Struct

_WORDS = 40  # characters


class TextSetting(Struct, frozen=True):
    """How one text was set; sizes are in points, leading is a multiple of the size.

    ``stamp`` is the place of its tag and ``id`` the tag's; ``words`` are its first ones. ``over``
    says by how many mm it is too high or too wide for its box at the size that was asked for,
    ``share`` how much of the box that is. ``lost`` counts the characters that were cut off.
    ``fits`` is False if no means helped: then the rest is what there is at its smallest. ``means``
    are those that were allowed, ``limits`` says how far they go. ``continued`` is True of a text
    whose rest is set elsewhere, by one that ``continues`` it.
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

    @property
    def shrunk(self) -> bool:
        """Whether it is smaller than was asked for."""
        return self.size < self.asked - 1e-6

    @property
    def tightened(self) -> bool:
        """Whether its lines are closer than was asked for."""
        return self.leading < self.leading_asked - 1e-6

    @property
    def is_plain(self) -> bool:
        """Whether it is set as it was asked for."""
        return not (self.shrunk or self.tightened or self.lost or self.continued) and self.fits


def first_words(text: str) -> str:
    """Return so much of a text that it is recognised in a message."""
    return text if len(text) <= _WORDS else text[: _WORDS - 3] + "…"
