"""What it takes to print, whatever the product."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardgen.frame import Frame
from cardgen.model.printer import Printer

if TYPE_CHECKING:
    from cardgen.assets.library import Library
    from cardgen.backend.pdf import Drawings


@dataclass(frozen=True, slots=True)
class Press:
    """Frames by fingerprint, type for the slug, assets, a printer.

    ``write`` sets a string in a size in points: a Frame of one line, as wide as the text.
    ``versions`` names everything else that shows on paper: the program, the backend and the
    typeface of the slug. ``drawings`` is the backend's memory of what it has drawn.
    """

    frame: Callable[[str], Frame]
    write: Callable[[str, float], Frame]
    library: Library
    versions: tuple[str, ...]
    printer: Printer = Printer()
    drawings: Drawings | None = None
