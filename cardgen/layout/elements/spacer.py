"""`<spacer>`: nothing, of a given size."""

from __future__ import annotations

from typing import ClassVar

from cardgen.layout.box import Box, element


@element
class SpacerElement(Box):
    """Empty room in a row or column."""

    tag: ClassVar[str] = "spacer"
    shrinks: ClassVar[bool] = True
