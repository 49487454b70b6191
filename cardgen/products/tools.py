"""What it takes to make a file, whatever the product."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from cardgen.core.units import PRINT_DPI
from cardgen.frame import Frame
from cardgen.impose.marks import Write

if TYPE_CHECKING:
    from cardgen.backend.pixels import PictureFormat, PixelSize


class Camera(Protocol):
    """Turns Frames into the bytes of picture files; sizes are in pixels.

    `cardgen.backend.pixels` says exactly how.
    """

    def grid(
        self,
        cells: Sequence[Frame | None],
        columns: int,
        rows: int,
        cell: PixelSize,
        format: PictureFormat,
        name: str = "",
    ) -> bytes:
        """Show Frames in the cells of a grid, row by row; None leaves a cell flat.

        ``name`` stays the same from build to build, so that what did not change can be kept.
        """
        ...

    def picture(
        self, frame: Frame, size: PixelSize, bleed: bool = False, dpi: float = PRINT_DPI
    ) -> bytes:
        """Show the trim of one Frame, or trim and bleed, as a PNG that declares a resolution."""
        ...

    def cutout(self, frame: Frame, size: PixelSize) -> bytes:
        """Show the trim of a Frame on a PNG for print with a transparent ground."""
        ...

    def thumbnail(self, frame: Frame, side: int = 256) -> bytes:
        """Show a Frame on a square PNG with a transparent ground."""
        ...


class Tools(Struct, frozen=True):
    """Type for what is printed beside the pieces, and a camera for pictures."""

    write: Write
    camera: Camera
