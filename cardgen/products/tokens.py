"""The product ``tokens``: sets of tokens, and nets of dice, one PDF for each on each paper."""

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from cardgen.core.choices import Duplex
from cardgen.core.geometry import Rect
from cardgen.core.units import label_of
from cardgen.frame import Frame, Page
from cardgen.impose.dicesheet import cube_net, icosahedron_net, net_frame
from cardgen.impose.marks import Write
from cardgen.impose.tokens import (
    Form,
    TokenPiece,
    area_of,
    check_fit,
    count_pages,
    folded_over,
    is_two_sided,
    token_pages,
    with_bases,
)
from cardgen.impose.workpage import Slug, check_page, nest_nets, net_pages
from cardgen.model.components.dice import Die
from cardgen.model.components.tokens import TokenSet
from cardgen.products.artifact import Artifact
from cardgen.products.cut_sheets import cut_sheets
from cardgen.products.planning import paper_plans, product, run_plans
from cardgen.products.request import ProductRequest

KIND = "tokens"
OntoFronts = Callable[[Sequence[TokenPiece]], list[TokenPiece]]


@product(KIND, TokenSet, Die)
def tokens(request: ProductRequest) -> list[Artifact]:
    """Describe the sheets of every set of tokens and of every die."""
    return run_plans(request, paper_plans(request, {TokenSet: token_sheets, Die: die_sheets}))


def token_sheets(
    request: ProductRequest, token_set: TokenSet, paper: str, onto_fronts: OntoFronts = folded_over
) -> Iterator[Artifact]:
    """Describe the sheets of a set; raises ImpositionError if a token does not fit.

    ``onto_fronts`` moves backs to the front pages, if that takes no more paper than back pages.
    """
    if not token_set.count:
        return
    size, printer = request.paper(paper, token_set.location), request.printer
    pieces = pieces_of(request, token_set)
    duplex: Duplex = "none"
    if is_two_sided(pieces):
        duplex = request.options.duplex or cast(Duplex, token_set.duplex)
        moved, area = onto_fronts(pieces), area_of(size, printer.margin, duplex)
        if not request.options.duplex and _saves(token_set, pieces, moved, area):
            pieces, duplex = moved, "none"
    check_fit(with_bases(pieces), area_of(size, printer.margin, duplex), size)

    def pages(write: Write, slug: Slug, label: Frame) -> Sequence[Page]:
        offset = printer.offset(landscape=False)
        return token_pages(pieces, size, printer.margin, duplex, offset, slug, write, label)

    cut = token_set.bleed, token_set.tab
    parts = [
        (piece.shape, piece.copies, (_print(piece.face), _print(piece.back)), *cut, piece.folded)
        for piece in pieces
    ]
    subject = f"{token_set.count} tokens on {label_of(paper)}"
    yield cut_sheets(request, KIND, token_set, paper, subject, parts, pages, duplex)


def pieces_of(request: ProductRequest, token_set: TokenSet) -> list[TokenPiece]:
    """Return the tokens of a set, ready to be put on sheets."""
    return [
        TokenPiece(
            token.id,
            cast(Form, token.shape),
            request.frames[sides.face.id],
            request.back(sides),
            token.copies,
            token_set.tab,
            token.location,
        )
        for token, sides in zip(token_set.tokens, request.sides[token_set.id], strict=True)
    ]


def _saves(
    token_set: TokenSet, pieces: Sequence[TokenPiece], moved: Sequence[TokenPiece], area: Rect
) -> bool:
    """True if backs go onto front pages: if the set is ``folded``, or if it saves paper."""
    if token_set.folded is not None:
        return token_set.folded
    flat, fronts = count_pages(pieces, area), count_pages(moved, area)
    return flat is not None and fronts is not None and fronts <= flat


def _print(side: Frame | None) -> str | None:
    return side.fingerprint if side is not None else None


def die_sheets(request: ProductRequest, die: Die, paper: str) -> Iterator[Artifact]:
    """Describe the sheets of a die; raises ImpositionError if its net does not fit."""
    if not die.copies:
        return
    size, margin = request.paper(paper, die.location), request.printer.margin
    net = cube_net(die.edge) if die.faces == 6 else icosahedron_net(die.edge)
    page = check_page(net.size, size, margin, f"the net of `{die.id}`", die.location)
    faces = request.faces(die)

    def pages(write: Write, slug: Slug, label: Frame) -> Sequence[Page]:
        drawn = net_frame(net, dict(enumerate(faces, 1)), write)
        lying, sheets = nest_nets([drawn] * die.copies, page, margin)
        return net_pages(lying, margin, sheets, slug, write, label)

    parts = (die.faces, die.edge, die.copies, [face.fingerprint for face in faces])
    subject = f"a D{die.faces} to fold, on {label_of(paper)}"
    yield cut_sheets(request, KIND, die, paper, subject, parts, pages)
