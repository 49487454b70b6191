"""Texts that continue from one side of a card to the next."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import zip_longest

from cardgen.core.diagnostics import CardgenError
from cardgen.layout.canvas import Laid
from cardgen.layout.text.flow import Flow, has_text_with
from cardgen.model.sides import CardSides, SideSpec
from cardgen.template.element import Element


class SidesOfCard:
    """The neighbours of one side of a card, for texts that continue from side to side.

    The overflow of a text is not stored: for the second side, the first one is laid out again.
    Then the second side has the dependencies of the first side, too.
    """

    def __init__(
        self,
        element: Callable[[SideSpec], Element],
        lay_out: Callable[[SideSpec, Element], Laid],
        ever_has: Callable[[SideSpec, str], bool],
        before: SideSpec | None,
        after: SideSpec | None,
    ) -> None:
        """``element`` runs the template of a side, and ``lay_out`` lays out the element.

        ``ever_has`` returns whether the template contains a tag with an id, for any card.
        """
        self._element = element
        self._lay_out = lay_out
        self._ever_has = ever_has
        self._before = before
        self._after = after

    def goes_on(self, name: str) -> bool:
        """Whether the next side continues the text with this name."""
        if self._after is None:
            return False
        return has_text_with(self._element(self._after), "continues", name)

    def rest(self, name: str) -> Flow | None:
        """Return the overflow of the previous side's text; LookupError if it has no such text."""
        if self._before is None:
            raise LookupError(name)
        try:
            element, laid = self._laid
        except CardgenError:  # the previous side reports the error
            return None
        if not has_text_with(element, "id", name) and not self._ever_has(self._before, name):
            raise LookupError(name)
        return laid.rests.get(name)

    @cached_property
    def _laid(self) -> tuple[Element, Laid]:
        assert self._before is not None
        element = self._element(self._before)
        return element, self._lay_out(self._before, element)


def order_of_sides(decks: Iterable[Sequence[CardSides]]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the previous and the next side of each side: a continuation card, else the back."""
    before: dict[str, str] = {}
    for designs in decks:
        for design, next_design in zip_longest(designs, designs[1:]):
            if design.card is None or design.further:
                continue
            if next_design is not None and next_design.further:
                before[next_design.face.id] = design.face.id
            elif design.back is not None and design.back.card:
                before[design.back.id] = design.face.id
    return before, {face: continuation for continuation, face in before.items()}
