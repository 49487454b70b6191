"""What laying out gives: Frames, and the findings about them."""

from __future__ import annotations

from dataclasses import dataclass

from cardgen.core.diagnostics import Diagnostic
from cardgen.frame import Frame


@dataclass(frozen=True, slots=True)
class Laid:
    """A finished side, and the findings about it."""

    frame: Frame
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class LaidPages:
    """The pages of a text, and the diagnostics that came up."""

    frames: tuple[Frame, ...]
    diagnostics: tuple[Diagnostic, ...]
