"""What a side of a card knows of the others, where a text goes on from one to the next.

The rest of a text is nothing that is kept or sent about: whoever needs it lays out the side before
once more. All that is read for it is read by the side that shows the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from cardgen.core.errors import CardgenError
from cardgen.layout.laid import Laid
from cardgen.layout.text.continuing import texts_with
from cardgen.layout.text.flow import Flow
from cardgen.model.sides import SideSpec
from cardgen.template.element import Element


class SidesOfCard:
    """The side before and the side after one, if there are any."""

    def __init__(
        self,
        before: SideSpec | None,
        after: SideSpec | None,
        element: Callable[[SideSpec], Element],
        lay_out: Callable[[SideSpec, Element], Laid],
        ever_has: Callable[[SideSpec, str], bool],
    ) -> None:
        self._before = before
        self._after = after
        self._element = element
        self._lay_out = lay_out
        self._ever_has = ever_has

    def goes_on(self, name: str) -> bool:
        """Whether the next side has a place for the rest of a text."""
        return self._after is not None and texts_with(self._element(self._after), "continues", name)

    def rest(self, name: str) -> Flow | None:
        """Return what did not fit the side before."""
        if self._before is None:
            raise LookupError(name)
        try:
            element, laid = self._laid
        except CardgenError:  # the side itself reports it
            return None
        if not texts_with(element, "id", name) and not self._ever_has(self._before, name):
            raise LookupError(name)
        return laid.rests.get(name)

    @cached_property
    def _laid(self) -> tuple[Element, Laid]:
        assert self._before is not None
        element = self._element(self._before)
        return element, self._lay_out(self._before, element)
