"""Texts that go on: what does not fit one side stands on another one of the same card."""

from __future__ import annotations

from typing import Any, Protocol

from cardgen.template.element import Element


class Continuing(Protocol):
    """What a side knows of the other sides of its card."""

    def goes_on(self, name: str) -> bool:
        """Whether another side has a place for the rest of a text, which is called by its id."""
        ...

    def rest(self, name: str) -> Any:
        """Return the flow of what did not fit another side; None if all did.

        Raises LookupError if there is no such text.
        """
        ...


def texts_with(element: Element, attribute: str, value: str) -> bool:
    """Whether a side has a text with some attribute."""
    names = element.attributes
    if element.tag == "text" and value in names:
        given = dict(zip(names[::2], names[1::2], strict=True))
        if given.get(attribute) == value:
            return True
    return any(
        texts_with(child, attribute, value)
        for child in element.children
        if isinstance(child, Element)
    )
