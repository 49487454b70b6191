"""What laying out gives: Frames, and the findings about them."""

from __future__ import annotations

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic
from cardgen.frame import Frame


class Laid(Struct, frozen=True):
    """A finished side, and the findings about it."""

    frame: Frame
    diagnostics: tuple[Diagnostic, ...]


class LaidPages(Struct, frozen=True):
    """The pages of a text, and the diagnostics that came up."""

    frames: tuple[Frame, ...]
    diagnostics: tuple[Diagnostic, ...]
