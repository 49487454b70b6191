"""`<column>`: children from top to bottom."""

from __future__ import annotations

from typing import ClassVar

from cardgen.layout.box import element
from cardgen.layout.flex import Flex


@element
class ColumnElement(Flex):
    """Children from top to bottom; `grow` and `shrink` share out the height."""

    tag: ClassVar[str] = "column"
    horizontal: ClassVar[bool] = False
