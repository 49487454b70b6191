"""The product ``tokens``: sets of tokens and nets of dice, one PDF for each and each paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import cast

from cardgen.core.geometry import Size
from cardgen.frame import Frame, Page
from cardgen.impose.dicesheet import dice_pages, net_frame, net_of
from cardgen.impose.duplex import Duplex
from cardgen.impose.papers import LABELS, paper_size
from cardgen.impose.tokens import (
    Form,
    TokenPiece,
    area_of,
    check_fit,
    is_two_sided,
    token_pages,
    with_bases,
)
from cardgen.impose.workpage import check_page
from cardgen.model.components.dice import Die
from cardgen.model.components.tokens import Token, TokenSet
from cardgen.model.sides import CardSides
from cardgen.products.artifact import Artifact
from cardgen.products.cut_sheet_pdf import CutSheetJob, Slug, collected
from cardgen.products.order import Order, product

KIND = "tokens"


@product(KIND)
def tokens(order: Order) -> list[Artifact]:
    """Describe the sheets of every set of tokens and of every die."""
    return collected(_plans(order))


def _plans(order: Order) -> Iterator[Callable[[], Artifact]]:
    for component in order.game.components.values():
        for paper in order.papers:
            if isinstance(component, TokenSet) and component.count:
                yield partial(_token_sheets, order, component, paper)
            elif isinstance(component, Die) and component.copies:
                yield partial(_die_sheets, order, component, paper)


def _token_sheets(order: Order, of: TokenSet, paper: str) -> Artifact:
    """Describe the sheets of a set; raises ImpositionError where a token does not fit."""
    size, press = paper_size(paper, of.at), order.press
    shown = list(zip(of.tokens, order.sides[of.id], strict=True))
    duplex = cast(Duplex, order.duplex or of.duplex)

    def pieces(blank: bool) -> list[TokenPiece]:
        return [_piece(token, sides, of, order, blank) for token, sides in shown]

    bare = pieces(True)
    if not is_two_sided(bare):
        duplex = "none"
    check_fit(with_bases(bare), area_of(size, press.printer.margin, duplex), size)

    def pages(slug: Slug, label: Frame) -> Sequence[Page]:
        printer = press.printer
        offset = printer.offset(landscape=False)
        return token_pages(
            pieces(False), size, printer.margin, duplex, offset, slug, press.write, label
        )

    parts = [
        (token.shape, token.copies, _print(sides, order), of.bleed, of.tab)
        for token, sides in shown
    ]
    subject = f"{of.count} tokens on {LABELS[paper]}"
    return CutSheetJob(
        order, KIND, of.id, of.title, paper, subject, parts, pages, duplex
    ).artifact()


def _print(sides: CardSides, order: Order) -> tuple[str, str | None]:
    prints = order.fingerprints
    return prints[sides.face.id], prints[sides.back.id] if sides.back else None


def _piece(token: Token, sides: CardSides, of: TokenSet, order: Order, blank: bool) -> TokenPiece:
    """Return a token to place; blank where only its measures count."""

    def side(fingerprint: str) -> Frame:
        if blank:
            return Frame(sides.face.size, (), sides.face.bleed)
        return order.press.frame(fingerprint)

    face, back = _print(sides, order)
    return TokenPiece(
        token.id,
        cast(Form, token.shape),
        side(face),
        side(back) if back else None,
        token.copies,
        of.tab,
        token.at,
    )


def _die_sheets(order: Order, die: Die, paper: str) -> Artifact:
    """Describe the sheets of a die; raises ImpositionError where its net does not fit."""
    size: Size = paper_size(paper, die.at)
    press, margin = order.press, order.press.printer.margin
    net = net_of(die.faces, die.edge)
    check_page(net.size, size, margin, f"the net of `{die.id}`", die.at)
    prints = [order.fingerprints[one.face.id] for one in order.sides[die.id]]

    def pages(slug: Slug, label: Frame) -> Sequence[Page]:
        faces = {value: press.frame(name) for value, name in enumerate(prints, 1)}
        drawn = net_frame(net, faces, press.write)
        return dice_pages(drawn, die.copies, size, margin, slug, press.write, label)

    parts = (die.faces, die.edge, die.copies, prints)
    subject = f"a D{die.faces} to fold, on {LABELS[paper]}"
    return CutSheetJob(order, KIND, die.id, die.title, paper, subject, parts, pages).artifact()
