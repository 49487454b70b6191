"""`<column>`: children from top to bottom."""

from __future__ import annotations

from typing import ClassVar

from cardgen.layout.box import element
from cardgen.layout.lane import Lane


@element
class Column(Lane):
    """Children from top to bottom; `grow` and `shrink` share out the height."""

    tag: ClassVar[str] = "column"
    horizontal: ClassVar[bool] = False
