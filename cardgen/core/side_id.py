"""The id of a side: component, part of the component, and side of the part."""


class SideId(str):
    """The text that identifies a side in templates, ``build.json`` and the preview.

    It is ``component/part/side``, for example ``heroes/anna/face``. The part is a card, a token or
    the panel of a box. A side without a part is ``component/side``: ``map/face`` of a board,
    ``heroes/back`` for the back that all cards of a deck share, ``rules/page-03`` of a booklet.
    """

    __slots__ = ()

    @classmethod
    def of(cls, component: str, part: str, side: str) -> "SideId":
        """Return the id of a side; the part may be empty."""
        return cls("/".join(filter(None, (component, part, side))))

    @classmethod
    def from_name(cls, name: str) -> "SideId":
        """Return the side that a name shows: the face for ``deck/card``, the back for ``deck``."""
        return cls(f"{name}/face" if "/" in name else f"{name}/back")

    @property
    def component(self) -> str:
        """The id of the deck, board, token set or other component."""
        return self.partition("/")[0]

    @property
    def part(self) -> str:
        """The card or other part; empty for a side of a whole component."""
        return self.design.partition("/")[2]

    @property
    def side(self) -> str:
        """The name of the side: ``face``, ``back`` or ``page-03``."""
        return self.rpartition("/")[2]

    @property
    def design(self) -> str:
        """Component and part: ``heroes/anna``, or ``map`` of a board."""
        return self.rpartition("/")[0]
