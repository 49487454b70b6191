"""The product ``sheets``: decks on paper, one PDF for each deck and paper size.

A deck with ``sheets: DECK`` is a guest: its cards are printed on the sheets of that deck, the
host, and not in a separate file. Cards of one size are arranged on a grid, others on shelves.

Planning is cheap. It chooses the arrangement, which may fail, and makes the key from the
fingerprints of the sides, the options and the versions. It looks at the items of a Frame only
where the colours of edges decide between two arrangements. Only making the file draws anything.
"""

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
from cardgen.frame.ink import apply_ink
from cardgen.impose import problems
from cardgen.impose.imposition import Imposition
from cardgen.impose.marks import ruler
from cardgen.impose.nup import Arrangement, Mode
from cardgen.impose.sheet import PageSide, SheetCard, impose, redrawn
from cardgen.impose.shelves import arrange_cards
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.game import Game
from cardgen.model.printer import PRINTER_FILE
from cardgen.model.scope import with_decimal_mark
from cardgen.model.words import card_name
from cardgen.products.artifact import Artifact, PdfDocument, Tools
from cardgen.products.cut_sheets import RULER_LABEL, SLUG_PT, slug_words, version_words
from cardgen.products.options import Variant
from cardgen.products.planning import product, run_plans
from cardgen.products.request import ProductRequest

KIND = "sheets"


@product(KIND, Deck)
def sheets(request: ProductRequest) -> list[Artifact]:
    """Describe the sheets of all decks; several decks may share sheets."""
    shared = shared_sheets(request.game)
    return run_plans(request, (partial(_shared_sheets, request, *decks) for decks in shared))


def _shared_sheets(request: ProductRequest, host: Deck, *guests: Deck) -> list[Artifact]:
    cards = sheet_cards(request, host)
    for guest in guests:
        cards += sheet_cards(request, guest, guest.title)
    return deck_sheets(request, host, cards)


def shared_sheets(game: Game) -> list[list[Deck]]:
    """Return the decks that share sheets: each host first, then its guests."""
    return [[host, *guests_of(game, host)] for host in decks_of(game) if not host.sheets]


def guests_of(game: Game, host: Deck) -> list[Deck]:
    """Return the decks that are printed on the sheets of another."""
    return [deck for deck in decks_of(game) if deck.sheets == host.id]


def sheet_cards(request: ProductRequest, deck: Deck, title: str = "") -> list[SheetCard]:
    """Return the cards of a deck for sheets; ``title`` is the title of a guest deck."""
    return [
        SheetCard(
            request.frames[design.face.id],
            request.back(design),
            design.copies,
            design.card.id,
            title,
            deck.size,
            card_name(design.card),
        )
        for design in request.sides[deck.id]
        if design.card is not None
    ]


def deck_sheets(request: ProductRequest, deck: Deck, cards: Sequence[SheetCard]) -> list[Artifact]:
    """Describe the sheets of some cards of a deck on each paper; none if there are no cards."""
    printed = tuple(card for card in cards if card.copies > 0)
    if not printed:
        return []
    duplex: Duplex = "none"
    if any(card.back for card in printed):
        duplex = request.options.duplex or cast(Duplex, deck.duplex)
    margin, printer = request.printer.margin, request.printer
    edges = _Edges(request, deck, printed)
    guesses: list[bool] = []

    def plan(paper: str) -> Iterator[Artifact]:
        arrangement, gaps = edges.arrange(paper, duplex, margin)
        guesses.append(printer.guesses(arrangement.landscape))
        yield _Sheets(request, deck, printed, paper, duplex, arrangement, gaps).artifact()

    artifacts = run_plans(request, (partial(plan, paper) for paper in request.papers))
    if any(guesses) and duplex in ("long-edge", "short-edge"):
        request.report(problems.offset_of_other_pages(Location(PRINTER_FILE)))
    return artifacts


class _Edges:
    """Chooses arrangements for cards, and compares the colours of their edges once, if needed."""

    def __init__(self, request: ProductRequest, deck: Deck, cards: Sequence[SheetCard]) -> None:
        self._request = request
        self._deck = deck
        self._cards = cards
        self._demand: Counter[Size] = Counter()
        for card in cards:
            self._demand[card.size or deck.size] += card.copies
        decks = (*guests_of(request.game, deck), deck)
        self._at = {guest.size: guest.location for guest in decks}

    @cached_property
    def agree(self) -> bool:
        """True if neighbouring cards have one colour where they touch, on fronts and on backs."""
        backs = [card.back for card in self._cards]
        return (not any(backs) or edges_agree(backs)) and edges_agree(c.face for c in self._cards)

    def arrange(self, paper: str, duplex: Duplex, margin: float) -> tuple[Imposition, str]:
        """Return the arrangement of cards on a paper, and the note about gaps for the margin."""
        deck, fold = self._deck, duplex == "gutterfold"
        size, mode = self._request.paper(paper, deck.location), cast(Mode, deck.arrangement)
        lie = self._request.options.orientation or cast(Orientation, deck.orientation)
        edge_checks: list[bool] = []

        def agree() -> bool:
            edge_checks.append(self.agree)
            return self.agree

        arrangement = arrange_cards(
            self._demand, deck.bleed, size, margin, mode, self._at, fold, agree, lie
        )
        if arrangement.mode == "bleed" or (arrangement.mode == "butt" and not edge_checks):
            return arrangement, ""
        game = self._request.game
        gap = with_decimal_mark(f"{arrangement.gutter:.1f}", game.language)
        gaps = game.say("gaps {gap} mm", gap=gap)
        how = gaps if arrangement.mode == "inner" else game.say("butt-cut")
        edges = game.say("edges agree" if self.agree else "edges differ")
        return arrangement, f"{how}: {edges}" if edge_checks else how


class _Sheets(Struct, frozen=True):
    """The sheets of one deck on one paper: one file."""

    request: ProductRequest
    deck: Deck
    cards: tuple[SheetCard, ...]
    paper: str
    duplex: Duplex
    arrangement: Imposition
    gaps: str
    """The note about gaps in the margin."""

    def artifact(self) -> Artifact:
        prints = [(*card.prints, card.deck, card.title) for card in self.cards]
        how = (self.duplex, self._offset, as_tuples(self.arrangement), self.gaps)
        contents = (how, prints)
        return self.request.artifact(self._path, self._variant, self.deck, contents, self._make)

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
            cards = redrawn(cards, partial(apply_ink, ink=ink))
            words = "outlines" if ink == "outline" else f"{ink} ink"
            inks = game.say(words)

        def slug(sheet: int, total: int, side: PageSide) -> Frame:
            number = game.say("sheet {number} of {total}", number=sheet, total=total)
            side_label = "" if self.arrangement.fold else game.say(side)  # with gutterfold, both
            title, version = ", ".join(decks[sheet - 1]), version_words(game)
            words = slug_words(game.title, title, number, side_label, self.gaps, inks, version)
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
