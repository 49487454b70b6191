"""Dies: where a page is cut and where it is creased."""

from __future__ import annotations

from msgspec import Struct

from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Path, Size


class Dies(Struct, frozen=True):
    """The paths of one page in mm, from its top left corner.

    A path that is cut is closed, but for one that someone drew open.
    """

    page: Size
    cut: tuple[Path, ...]
    crease: tuple[Path, ...] = ()

    @property
    def code(self) -> str:
        """Eight characters that tell whether a print and a file with paths belong together."""
        micrometres = [
            [(name, *(round(float(v) * 1000) for v in at)) for name, *at in path.segments]
            for path in (*self.cut, *self.crease)
        ]
        return digest((micrometres, len(self.cut)))[:8]
