"""The product ``press``: decks, boards, booklets, tokens and tuck boxes as PDFs for a press.

Each page is one side with its bleed and the page boxes of PDF/X, without marks, text in margins
and links. Each copy has separate pages. The pages of cards alternate, front and back. The product
is made only with `--product press` or `--press`.
"""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from cardgen.assets.library import KeyedAssets
from cardgen.backend.document import PageLabel
from cardgen.backend.press.profile import PressCondition, press_condition
from cardgen.core.diagnostics import Diagnostic, ImpositionError, Location
from cardgen.frame import Frame
from cardgen.impose.separations import box_for_press, token_for_press
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.box import TuckBox
from cardgen.model.components.deck import Deck
from cardgen.model.components.tokens import TokenSet
from cardgen.model.game import Component
from cardgen.products.artifact import Artifact
from cardgen.products.boxes import lining_of, tuck_box
from cardgen.products.planning import component_plans, product
from cardgen.products.request import ProductRequest
from cardgen.products.tokens import pieces_of

KIND = "press"

NamedFrame = tuple[str, Frame]
"""The name of a page, and its Frame."""
Sides = Callable[[ProductRequest, Component], list[NamedFrame]]


def check_press(request: ProductRequest, library: KeyedAssets) -> Iterator[Diagnostic]:
    """Check the sides of press files; report each finding once, with all sides that have it."""
    from cardgen.backend.press.checks import SideChecks

    checks = SideChecks(_condition(request), library)
    for component in request.game.components.values():
        try:
            sides_of = _PAGES.get(type(component))
            frames = sides_of(request, component) if sides_of else []
        except ImpositionError:  # planning reports it
            continue
        findings: dict[tuple[str, Location | None], list[Diagnostic]] = {}
        names: dict[Frame, str] = {}
        for name, frame in frames:
            names.setdefault(frame, name)
        for frame, name in names.items():
            for diagnostic in checks.check(frame, component.location):
                place = diagnostic.code, diagnostic.location
                findings.setdefault(place, []).append(replace(diagnostic, side_ids=(name,)))
        for diagnostics in findings.values():
            worst = min(diagnostics, key=lambda diagnostic: diagnostic.rank)
            sides = dict.fromkeys(
                (*worst.side_ids, *(name for d in diagnostics for name in d.side_ids))
            )
            yield replace(worst, side_ids=tuple(sides))


@product(KIND, Deck, Board, Booklet, TokenSet, TuckBox, on_request=True, check=check_press)
def press(request: ProductRequest) -> list[Artifact]:
    """Describe decks, boards, booklets, tokens and tuck boxes for a printing press (PDF/X)."""
    return component_plans(request, _pages, *_PAGES)


def _pages(request: ProductRequest, component: Component) -> Iterator[Artifact]:
    condition, frames = _condition(request), _PAGES[type(component)](request, component)
    if not frames:
        return
    variant = request.variant(component, standard=condition.standard)
    path, size = variant.path(KIND), frames[0][1].size
    subject = f"{size.width:g} x {size.height:g} mm, for {condition.profile.title}"
    labels = tuple(PageLabel(index, words=name) for index, (name, _) in enumerate(frames))
    sides = [frame for _, frame in frames]
    yield request.side_pages(
        path, variant, component, sides, component.title, subject, labels, condition
    )


def _condition(request: ProductRequest) -> PressCondition:
    return request.options.press or press_condition("pdfx4")


def card_pages(request: ProductRequest, deck: Component) -> list[NamedFrame]:
    """Return the sides of a deck in the order of pages; a missing back becomes a blank page."""
    cards = [
        design for design in request.sides[deck.id] if design.copies and design.card is not None
    ]
    backed = any(design.back is not None for design in cards)
    frames = []
    for design in cards:
        assert design.card is not None
        face, back = request.frames[design.face.id], request.back(design)
        pages = [(f"{design.card.id} front", face)]
        if backed:
            pages.append((f"{design.card.id} back", back or Frame(face.size, (), face.bleed)))
        frames += pages * design.copies
    return frames


def _fronts(request: ProductRequest, component: Component) -> list[NamedFrame]:
    faces = request.faces(component)
    if len(faces) == 1:
        return [(component.id, faces[0])]
    return [(f"{component.id} {number}", face) for number, face in enumerate(faces, 1)]


def _tokens(request: ProductRequest, token_set: Component) -> list[NamedFrame]:
    assert isinstance(token_set, TokenSet)
    frames = []
    for piece in pieces_of(request, token_set):
        pages = [(f"{piece.id} front", token_for_press(piece))]
        if piece.back is not None and piece.shape != "standee":
            pages.append((f"{piece.id} back", token_for_press(piece, back=True)))
        frames += pages * piece.copies
    return frames


def _box(request: ProductRequest, box: Component) -> list[NamedFrame]:
    assert isinstance(box, TuckBox)
    return [(box.id, box_for_press(*tuck_box(request, box), lining_of(request, box)))]


_PAGES: dict[type[Component], Sides] = {
    Deck: card_pages,
    Board: _fronts,
    Booklet: _fronts,
    TokenSet: _tokens,
    TuckBox: _box,
}
"""The pages of each kind of component that a press prints."""
