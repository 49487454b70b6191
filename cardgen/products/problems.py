"""CG70x and CG75x: what can be wrong with a request for products."""

from collections.abc import Sequence

from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Severity
from cardgen.core.geometry import Size
from cardgen.core.problems import Wording, problem
from cardgen.core.registry import choices, did_you_mean


@problem("CG701")
def unknown_product(name: str, product_names: tuple[str, ...]) -> Wording:
    """`--product` names a product that cardgen does not make.

    Without `--product`, every product of a game is made.
    """
    hints = did_you_mean(name, product_names) or (f"the products are {choices(product_names)}",)
    return Wording(f"there is no product `{name}`", hints=hints)


@problem("CG711", hint="give it a larger `inside`, leave `inside` out, or list less in `holds`")
def content_does_not_fit(
    box: str, inside: tuple[float, float, float], piles: float | None, booklets: float
) -> str:
    """A box with a lid is too small for its content.

    The box has piles of cards, tokens and dice with the booklets on top, and 2 mm of play in each
    direction. Leave out `inside:` to let cardgen choose the size, or list fewer parts in `holds:`:

        components:
          box: {kind: game-box, holds: [heroes, rules]}
    """
    width, height, depth = inside
    measures = f"{width:g} x {height:g} x {depth:g} mm inside"
    if piles is None:
        why = f"no arrangement in piles fits on {width:g} x {height:g} mm"
    else:
        why = (
            f"piles of {piles:g} mm, booklets of {booklets:g} mm and 2 mm of play "
            f"are {piles + booklets + 2:g} mm"
        )
    return f"box `{box}` of {measures} is too small for its content: {why}"


@problem("CG703")
def unknown_stock(name: str, stock_names: tuple[str, ...]) -> Wording:
    """`--stock` names a kind of ready-cut sheet that cardgen does not know.

    `cardgen list --stock` lists all. Add one as a row of a TOML file in `stock/`, beside
    `card_data/`: `cardgen docs handing-on` describes its form.
    """
    hints = did_you_mean(name, stock_names) or (f"there are {choices(stock_names)}",)
    return Wording(f"there is no stock `{name}`", hints=hints)


@problem("CG704", hint="see `cardgen docs handing-on` for its form")
def bad_stock_file(path: str, reason: str) -> str:
    """A file of ready-cut sheets cannot be used.

    `cardgen docs handing-on` describes its form. All places must be within the paper.
    """
    return f"the ready-cut sheets of `{path}` cannot be used: {reason}"


@problem("CG705")
def larger_than_place(
    title: str, size: Size, stock: str, place: Size, fitting: Sequence[str]
) -> Wording:
    """A card or a token is larger than the places of the ready-cut sheet.

    Pieces are printed in the middle of the places at their true size, upright or turned. Choose a
    sheet with larger places, or another `size` for the deck.
    """
    hint = f"it fits on {choices(fitting)}" if fitting else "it fits on none: print sheets and cut"
    return Wording(
        f"`{title}` of {_mm(size)} is larger than the places of {stock}, {_mm(place)}", hints=hint
    )


def _mm(size: Size) -> str:
    return f"{round(size.width, 2):g} x {round(size.height, 2):g} mm"


LIMITS = "CG706"


@problem(LIMITS, hint="change the game, or the limit")
def beyond_limit(actual: str, allowed: str) -> str:
    """A game exceeds its ``limits:``, such as the limits of a contest.

    ``cardgen check`` and ``cardgen release`` report an error. ``cardgen build`` warns and still
    builds the game, because a prototype may be larger than the entry for a contest.
    """
    return f"the game has {actual}, and its limits allow {allowed}"


def promote_to_error(diagnostic: Diagnostic) -> Diagnostic:
    """Return a finding about limits as an error, and any other finding unchanged."""
    return replace(diagnostic, severity=Severity.ERROR) if diagnostic.code == LIMITS else diagnostic


@problem("CG750", hint="write it with its scheme, for example `https://example.org/games/`")
def bad_base_url(base: str) -> str:
    """`--tts-base-url` is not an address that pictures can be loaded from.

    Give the address of the folder to which you upload the content of `output`, with its scheme, for
    example `https://example.org/games/`, without query, fragment, user name, spaces and braces.
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
    """A picture is drawn below 300 dpi, because it would be too large for Tabletop Simulator.

    A picture has at least 2 by 2 cards, so a card may have half of the longest side. No picture may
    have more than 10 000 pixels a side.
    """
    hints = (f"`--tts-max-side {needed}` draws them at 300 dpi",) if needed else ()
    return Wording(
        f"the cards of `{component}` are drawn at {dpi} dpi: pictures have at most {longest} "
        "pixels a side",
        hints=hints,
    )
