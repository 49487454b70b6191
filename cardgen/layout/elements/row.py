"""`<row>`: children from left to right."""

from __future__ import annotations

from typing import ClassVar

from cardgen.layout.box import element
from cardgen.layout.flex import Flex


@element
class RowElement(Flex):
    """Children from left to right; `grow` and `shrink` share out the width."""

    tag: ClassVar[str] = "row"
    horizontal: ClassVar[bool] = True
