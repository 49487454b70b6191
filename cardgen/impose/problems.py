"""CG6xx: what can go wrong when pieces are placed on paper."""

from __future__ import annotations

from cardgen.core.geometry import Size
from cardgen.core.problems import Wording, problem
from cardgen.core.registry import choices, did_you_mean


def _mm(size: Size) -> str:
    return f"{round(size.width, 2):g} x {round(size.height, 2):g} mm"


@problem("CG601")
def piece_does_not_fit(
    piece: Size, bleed: float, paper: Size, margin: float, wish: str, fitting: tuple[str, ...]
) -> Wording:
    """Not even one piece fits on the sheet as asked.

    Cards are printed at their true size, always: cardgen never scales them to make them fit.
    A piece needs its own width and height inside the printable area of the paper, and with
    `arrangement: bleed` also its bleed on all sides and a little room for crop marks.

    The hints name the arrangements and papers that do take the piece. For a home printer
    that reaches closer to the edge than 5 mm, measure its border with `cardgen calibrate`
    and write it into `printer.yaml`:

        margin: 4mm

    In `game.yaml`, the component chooses its arrangement:

        components:
          events: {kind: deck, size: {width: 120mm, height: 190mm}, arrangement: butt}
    """
    asked = f"{_mm(piece)} with {bleed:g} mm bleed" if wish == "bleed" else _mm(piece)
    return Wording(
        f"a card of {asked} does not fit on paper of {_mm(paper)}",
        notes=(
            f"asked for: `{wish}`, with a printable border of {margin:g} mm",
            "cards are never scaled to fit",
        ),
        hints=fitting or ("make it a board: boards are tiled over several pages",),
    )


@problem("CG602")
def unknown_paper(name: str, known: tuple[str, ...]) -> Wording:
    """A paper is named that cardgen does not know.

    Sheets are made for the papers under `print:` in `game.yaml`, or those given with
    `--paper`:

        print: {papers: [a4, letter]}
    """
    return Wording(
        f"there is no paper `{name}`",
        hints=(*did_you_mean(name.lower(), known), f"papers: {choices(known)}"),
    )


@problem("CG603")
def side_of_another_size(piece: str, side: str, found: Size, wanted: Size) -> Wording:
    """A side does not have the size of its deck.

    All cards of a deck are cut with the same strokes, so every face and every back must have
    the deck's size exactly. cardgen does not stretch a side to make it fit. Put cards of
    another size into a deck of their own.
    """
    return Wording(
        f"the {side} of `{piece}` is {_mm(found)}, but its deck is {_mm(wanted)}",
        notes=("cards are never scaled to fit",),
    )
