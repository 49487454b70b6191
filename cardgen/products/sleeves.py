"""The sleeves for the decks of a game: their size and number, and the thickness of each deck."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from cardgen.core.files import Length, Source, read_rows
from cardgen.core.geometry import Size
from cardgen.core.registry import plural
from cardgen.model.components.deck import decks_of
from cardgen.model.game import Game
from cardgen.model.stowage import CARD, SLEEVED

TIGHT = 1.0
"""The most by which a card may exceed the nominal size of a sleeve, in mm.

Sleeves have some play: cards of 2.5 x 3.5 in, 88.9 mm long, fit into sleeves for 88 mm.
"""
LOOSE = 2.0
"""The most by which a sleeve may be wider or longer than a card, in mm."""


class Sleeve(Struct, frozen=True, forbid_unknown_fields=True):
    """A size of sleeve; ``fits`` is the size of its cards in mm."""

    name: str
    fits: tuple[Length, Length]
    source: str


class Sleeved(Struct, frozen=True):
    """A deck in sleeves; ``sleeve`` is None if no usual size fits. Thicknesses in mm."""

    deck: str
    title: str
    size: Size
    cards: int
    sleeve: Sleeve | None
    bare: float
    thick: float

    @property
    def words(self) -> str:
        """The deck and its sleeve in one line."""
        size = f"{self.size.width:g} x {self.size.height:g} mm"
        cards = f"{plural(self.cards, 'card')} of {size}"
        if self.sleeve is None:
            return f"{cards}: no usual sleeve fits; {self.bare:.0f} mm thick"
        width, height = self.sleeve.fits
        kind = f"{self.sleeve.name} ({width:g} x {height:g} mm)"
        return f"{cards}: {kind}; {self.bare:.0f} mm thick, {self.thick:.0f} mm in sleeves"


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    sleeves: tuple[Sleeve, ...]
    sources: dict[str, Source]


def sleeve_sizes() -> tuple[Sleeve, ...]:
    """Return all sizes of sleeves."""
    return read_rows(Path(__file__).with_name("sleeves.toml"), _File).sleeves


def sleeve_for(size: Size, sleeves: tuple[Sleeve, ...]) -> Sleeve | None:
    """Return the closest sleeve for a card, upright or turned; None if no sleeve fits."""
    short, long = sorted((size.width, size.height))
    fitting: list[tuple[float, Sleeve]] = []
    for sleeve in sleeves:
        across, along = (room - side for room, side in zip(sleeve.fits, (short, long), strict=True))
        if min(across, along) >= -TIGHT and max(across, along) <= LOOSE:
            fitting.append((across + along, sleeve))
    return min(fitting, key=lambda pair: pair[0], default=(0.0, None))[1]


def sleeved_decks(game: Game) -> Iterator[Sleeved]:
    """Yield each printed deck of a game in its sleeves."""
    sleeves = sleeve_sizes()
    for deck in decks_of(game):
        if deck.count:
            sleeve = sleeve_for(deck.size, sleeves)
            thick = deck.count * CARD, deck.count * SLEEVED
            yield Sleeved(deck.id, deck.title, deck.size, deck.count, sleeve, *thick)
