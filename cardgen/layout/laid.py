"""What laying out gives: Frames, and the findings about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic
from cardgen.frame import Frame
from cardgen.layout.text.setting import TextSetting

if TYPE_CHECKING:
    from cardgen.layout.text.flow import Flow


class Laid(Struct, frozen=True):
    """A finished side, the findings about it, and how its texts were set.

    ``rests`` is what did not fit of texts that go on elsewhere, by their ids.
    """

    frame: Frame
    diagnostics: tuple[Diagnostic, ...]
    settings: tuple[TextSetting, ...] = ()
    rests: Mapping[str, Flow] = {}


class LaidPages(Struct, frozen=True):
    """The pages of a text, and the diagnostics that came up."""

    frames: tuple[Frame, ...]
    diagnostics: tuple[Diagnostic, ...]
