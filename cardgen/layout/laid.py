"""What laying out gives: Frames, and the findings about them."""

from __future__ import annotations

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic
from cardgen.frame import Frame
from cardgen.layout.text.setting import TextSetting


class Laid(Struct, frozen=True):
    """A finished side, the findings about it, and how its texts were set."""

    frame: Frame
    diagnostics: tuple[Diagnostic, ...]
    settings: tuple[TextSetting, ...] = ()


class LaidPages(Struct, frozen=True):
    """The pages of a text, and the diagnostics that came up."""

    frames: tuple[Frame, ...]
    diagnostics: tuple[Diagnostic, ...]
