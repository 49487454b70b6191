"""The product ``sheets``: decks on paper, one PDF for each deck and paper size.

A deck whose data says so is printed on the sheets of another, and has no file of its own. Cards of
one size lie on a grid, cards of several on shelves.

Planning is cheap. It chooses the arrangement, which may fail, and makes the key from the
fingerprints of the sides, the options and the versions. It looks at the items of a Frame only
where the colours of edges decide between two arrangements; all else is left to the making of the
file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import cast

from msgspec import Struct

from cardgen.core.choices import Duplex, Orientation
from cardgen.core.diagnostics import Location
from cardgen.core.fingerprint import as_tuples
from cardgen.core.geometry import Size
from cardgen.core.units import label_of
from cardgen.frame import Frame
from cardgen.frame.edges import edges_agree
from cardgen.frame.ink import inked
from cardgen.impose import problems
from cardgen.impose.imposition import Imposition
from cardgen.impose.marks import ruler
from cardgen.impose.nup import Arrangement, Mode
from cardgen.impose.sheet import PageSide, SheetCard, impose, redrawn
from cardgen.impose.shelves import arrange_cards
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.game import Game
from cardgen.model.printer import PRINTER_FILE
from cardgen.model.words import card_name
from cardgen.products.artifact import Artifact, PdfDocument, Tools
from cardgen.products.cut_sheets import RULER_LABEL, SLUG_PT, slug_words, version_words
from cardgen.products.options import Variant
from cardgen.products.planning import product
from cardgen.products.request import ProductRequest

KIND = "sheets"


@product(KIND, Deck)
def sheets(request: ProductRequest) -> Iterator[Artifact]:
    """Describe the sheets of every deck, with the guests on them."""
    for host, *guests in shared_sheets(request.game):
        cards = sheet_cards(request, host)
        for guest in guests:
            cards += sheet_cards(request, guest, guest.title)
        yield from deck_sheets(request, host, cards)


def shared_sheets(game: Game) -> list[list[Deck]]:
    """Return the decks that share sheets: each host first, then its guests."""
    return [[host, *guests_of(game, host)] for host in decks_of(game) if not host.sheets]


def guests_of(game: Game, host: Deck) -> list[Deck]:
    """Return the decks that are printed on the sheets of another."""
    return [deck for deck in decks_of(game) if deck.sheets == host.id]


def sheet_cards(request: ProductRequest, deck: Deck, title: str = "") -> list[SheetCard]:
    """Return the cards of a deck, ready to be put on sheets; those of guests with their title."""
    return [
        SheetCard(
            request.frames[one.face.id],
            request.back(one),
            one.copies,
            one.card.id,
            title,
            deck.size,
            card_name(one.card),
        )
        for one in request.sides[deck.id]
        if one.card is not None
    ]


def deck_sheets(
    request: ProductRequest, deck: Deck, cards: Sequence[SheetCard]
) -> tuple[Artifact, ...]:
    """Describe the sheets of some cards of a deck on each paper; none if there are no cards.

    Raises ImpositionError if a card does not fit.
    """
    printed = tuple(card for card in cards if card.copies > 0)
    if not printed:
        return ()
    duplex: Duplex = "none"
    if any(card.back for card in printed):
        duplex = request.options.duplex or cast(Duplex, deck.duplex)
    margin, printer = request.printer.margin, request.printer
    edges = _Edges(request, deck, printed)
    arrangements = {paper: edges.arranged(paper, duplex, margin) for paper in request.papers}
    guessed = any(printer.guesses(chosen.landscape) for chosen, _ in arrangements.values())
    if guessed and duplex in ("long-edge", "short-edge"):
        request.report(problems.offset_of_other_pages(Location(PRINTER_FILE)))
    return tuple(
        _Sheets(request, deck, printed, paper, duplex, *chosen).artifact()
        for paper, chosen in arrangements.items()
    )


class _Edges:
    """Chooses arrangements for some cards, looking at their edges once, and only if it matters."""

    def __init__(self, request: ProductRequest, deck: Deck, cards: Sequence[SheetCard]) -> None:
        self._request = request
        self._deck = deck
        self._cards = cards
        self._demand: Counter[Size] = Counter()
        for card in cards:
            self._demand[card.size or deck.size] += card.copies
        decks = (*guests_of(request.game, deck), deck)
        self._at = {one.size: one.at for one in decks}

    @cached_property
    def agree(self) -> bool:
        """Whether neighbours have one colour where they touch, on fronts and on backs."""
        backs = [card.back for card in self._cards]
        return (not any(backs) or edges_agree(backs)) and edges_agree(c.face for c in self._cards)

    def arranged(self, paper: str, duplex: Duplex, margin: float) -> tuple[Imposition, str]:
        """Return how cards lie on a paper, and what the margin says about the gaps."""
        deck, fold = self._deck, duplex == "gutterfold"
        size, mode = self._request.paper(paper, deck.at), cast(Mode, deck.arrangement)
        lie = self._request.options.orientation or cast(Orientation, deck.orientation)
        asked: list[bool] = []

        def agree() -> bool:
            asked.append(self.agree)
            return self.agree

        found = arrange_cards(
            self._demand, deck.bleed, size, margin, mode, self._at, fold, agree, lie
        )
        if found.mode == "bleed" or (found.mode == "butt" and not asked):
            return found, ""
        game = self._request.game
        gaps = game.say("gaps {gap} mm", gap=f"{found.gutter:.1f}")
        how = gaps if found.mode == "inner" else game.say("butt-cut")
        edges = game.say("edges agree" if self.agree else "edges differ")
        return found, f"{how}: {edges}" if asked else how


class _Sheets(Struct, frozen=True):
    """The sheets of one deck on one paper: one file."""

    request: ProductRequest
    deck: Deck
    cards: tuple[SheetCard, ...]
    paper: str
    duplex: Duplex
    arrangement: Imposition
    gaps: str
    """What the margin says of them."""

    def artifact(self) -> Artifact:
        prints = [(*card.prints, card.deck, card.title) for card in self.cards]
        how = (self.duplex, self._offset, as_tuples(self.arrangement), self.gaps)
        shown = (how, prints)
        return self.request.artifact(self._path, self._variant, self.deck, shown, self._make)

    @property
    def _variant(self) -> Variant:
        return self.request.variant(self.deck, paper=self.paper, ink=self.request.options.ink)

    @property
    def _path(self) -> str:
        return self._variant.path(KIND)

    @property
    def _offset(self) -> tuple[float, float]:
        return self.request.printer.offset(self.arrangement.landscape)

    def _make(self, tools: Tools) -> PdfDocument:
        game, decks, ink = self.request.game, self._deck_titles(), self.request.options.ink
        cards: Sequence[SheetCard] = self.cards
        inks = ""
        if ink != "full":
            cards = redrawn(cards, partial(inked, ink=ink))
            words = "outlines" if ink == "outline" else f"{ink} ink"
            inks = game.say(words)

        def slug(sheet: int, total: int, side: PageSide) -> Frame:
            number = game.say("sheet {number} of {total}", number=sheet, total=total)
            shown = "" if self.arrangement.fold else game.say(side)  # with gutterfold, both
            title, version = ", ".join(decks[sheet - 1]), version_words(game)
            words = slug_words(game.title, title, number, shown, self.gaps, inks, version)
            return tools.write(words, SLUG_PT)

        scale = ruler(tools.write(game.say(RULER_LABEL), SLUG_PT))
        titles = dict.fromkeys(title for sheet in decks for title in sheet)
        pages = impose(cards, self.arrangement, self.duplex, self._offset, slug, scale)
        info = self.request.info(", ".join(titles), self._subject(), self.duplex)
        return PdfDocument(self._path, pages, info)

    def _deck_titles(self) -> list[tuple[str, ...]]:
        queue = [card for card in self.cards for _ in range(card.copies)]
        titles = [card.deck or self.deck.title for card in queue]
        hands = self.arrangement.deal(card.size or self.deck.size for card in queue)
        return [tuple(dict.fromkeys(titles[index] for index in hand)) for hand, _ in hands]

    def _subject(self) -> str:
        grid = self.arrangement
        cards = sum(card.copies for card in self.cards)
        sheets = len(self._deck_titles())
        ups = f"{grid.slots}-up" if isinstance(grid, Arrangement) else "several sizes"
        inner = f"{grid.gutter / 2:.2g} mm inner bleed"
        how = {"bleed": "full bleed", "inner": inner, "butt": "butt-cut"}[grid.mode]
        return (
            f"{cards} card{'s' * (cards != 1)} on {sheets} sheet{'s' * (sheets != 1)} "
            f"of {label_of(self.paper)}, "
            f"{ups}, {how}{', gutterfold' if grid.fold else ''}; print at actual size"
        )
