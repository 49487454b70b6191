"""CG70x and CG75x: what can be wrong with a request for products."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Severity
from cardgen.core.geometry import Size
from cardgen.core.problems import Wording, problem
from cardgen.core.registry import choices, did_you_mean


@problem("CG701")
def unknown_product(name: str, known: tuple[str, ...]) -> Wording:
    """`--product` names a product that cardgen does not make.

    Without `--product`, every product of a game is made.
    """
    hints = did_you_mean(name, known) or (f"the products are {choices(known)}",)
    return Wording(f"there is no product `{name}`", hints=hints)


@problem("CG711", hint="give it a larger `inside`, or none, or name less in `holds`")
def content_does_not_fit(
    box: str, inside: tuple[float, float, float], piles: float | None, booklets: float
) -> str:
    """A box with a lid is too small for what it is to hold.

    Cards, tokens and dice lie in piles, booklets on top of them, with 2 mm of play in each
    direction. Leave out `inside:`, so that the box takes the size of its content, or hold less:

        components:
          box: {kind: game-box, holds: [heroes, rules]}
    """
    width, height, depth = inside
    measures = f"{width:g} x {height:g} x {depth:g} mm inside"
    if piles is None:
        why = f"its content finds no room on {width:g} x {height:g} mm, in piles of any height"
    else:
        why = (
            f"piles of {piles:g} mm, booklets of {booklets:g} mm and 2 mm of play "
            f"are {piles + booklets + 2:g} mm"
        )
    return f"box `{box}` of {measures} cannot hold all that it should: {why}"


@problem("CG703")
def unknown_stock(name: str, known: tuple[str, ...]) -> Wording:
    """`--stock` names a kind of ready-cut sheet that cardgen does not know.

    `cardgen list --stock` lists all. Add one as a row of a TOML file in `stock/`, beside
    `card_data/`: docs/handing-on.md describes its form.
    """
    hints = did_you_mean(name, known) or (f"there are {choices(known)}",)
    return Wording(f"there is no stock `{name}`", hints=hints)


@problem("CG704", hint="see `docs/handing-on.md` for its form")
def bad_stock_file(path: str, reason: str) -> str:
    """A file of ready-cut sheets cannot be used.

    docs/handing-on.md describes its form. Places must lie on the paper.
    """
    return f"the ready-cut sheets of `{path}` cannot be used: {reason}"


@problem("CG705")
def larger_than_place(
    title: str, size: Size, stock: str, place: Size, fitting: Sequence[str]
) -> Wording:
    """A card or a token is larger than the places of the ready-cut sheet that it is to lie on.

    Pieces lie in the middle of their places at their true size, upright or turned. Choose a sheet
    with larger places, or another `size` for the deck.
    """
    hint = f"it fits on {choices(fitting)}" if fitting else "it fits on none: print sheets and cut"
    return Wording(
        f"`{title}` of {_mm(size)} is larger than the places of {stock}, {_mm(place)}", hints=hint
    )


def _mm(size: Size) -> str:
    return f"{round(size.width, 2):g} x {round(size.height, 2):g} mm"


LIMITS = "CG706"


@problem(LIMITS, hint="change the game, or the limit")
def beyond_limit(found: str, allowed: str) -> str:
    """A game is not within the ``limits:`` that it states, as those of a contest.

    ``cardgen check`` and ``cardgen release`` refuse it; ``cardgen build`` warns and builds it all
    the same, since a prototype may be larger than what is handed in.
    """
    return f"the game has {found}, and its limits allow {allowed}"


def insisted(found: Diagnostic) -> Diagnostic:
    """Return a finding as it counts where limits do: a build has let it pass as a warning."""
    return replace(found, severity=Severity.ERROR) if found.code == LIMITS else found


@problem("CG750", hint="write it with its scheme, for example `https://example.org/games/`")
def bad_base_url(base: str) -> str:
    """`--tts-base-url` is not an address that pictures can be loaded from.

    It is the address of the folder that holds what `output` holds, with its scheme, for example
    `https://example.org/games/`. Query, fragment, user name, spaces and braces cannot be in it.
    """
    return f"`{base}` is no address of a folder on the web"


@problem("CG751")
def side_out_of_range(side: int, least: int, most: int) -> Wording:
    """`--tts-max-side` is out of range.

    The makers of the game advise 4096 pixels for the longest side of a picture; pictures with more
    than 10 000 fail to load.
    """
    return Wording(
        f"{side} pixels for the longest side of a picture is out of range",
        hints=f"choose {least} to {most}; 4096 is what the game's makers advise",
    )


@problem("CG752", Severity.WARNING)
def drawn_smaller(component: str, dpi: int, longest: int, needed: int | None) -> Wording:
    """A picture is drawn below 300 dpi, because it would be larger than Tabletop Simulator likes.

    Cards stand in grids of at least 2 by 2 cells, so a card may have half of the longest side. No
    picture may have more than 10 000 pixels a side.
    """
    hints = (f"`--tts-max-side {needed}` draws them at 300 dpi",) if needed else ()
    return Wording(
        f"the cards of `{component}` are drawn at {dpi} dpi: pictures have at most {longest} "
        "pixels a side",
        hints=hints,
    )
