"""CG77x: what can be wrong with an order."""

from collections.abc import Sequence

from cardgen.core.diagnostics import Severity
from cardgen.core.problems import Wording, problem


@problem("CG772", Severity.WARNING)
def nothing_of_that_size(deck: str, size: str, service: str, nearest: str) -> Wording:
    """A service cuts no cards of a deck's size, and the deck is left out of the order.

    cardgen scales sides by up to 2.5 %. To order the deck anyway, give it the size of a product in
    `game.yaml`, or name a product, to which cardgen then scales the deck:

        cardgen order GAME --service mpc --product small-square
    """
    return Wording(
        f"{service} has no cards of {size}: deck `{deck}` is left out",
        notes=(f"nearest is {nearest}",) if nearest else (),
        hints="change the deck's `size`, name a `--product`, or choose another service",
    )


@problem("CG773")
def nothing_to_order(game: str, service: str, notes: Sequence[str]) -> Wording:
    """A service prints none of the parts of a game, so no files are written.

    The notes give the reason for each deck. `cardgen order --list --service NAME` lists the
    products of the service, with sizes.
    """
    return Wording(
        f"nothing of `{game}` can be ordered from {service}",
        notes=tuple(notes),
        hints="change the deck's `size`, name a `--product`, or choose another service",
    )


@problem("CG774")
def bleed_too_small(deck: str, product: str, bleed: float, short: float, needed: float) -> Wording:
    """The bleed of a deck is too small for the pictures of a service.

    Services cut inexactly, so a picture must have artwork beyond the cut. cardgen repeats the edge
    of the bleed for up to 0.75 mm; more would be visible. Give the deck more bleed:

        components:
          heroes: {kind: deck, bleed: 3.3mm}
    """
    return Wording(
        f"`{deck}` has {bleed:g} mm of bleed, which ends {short:.2f} mm short of {product}",
        hints=f"give it `bleed: {needed:.1f}mm`, or more",
    )


@problem("CG775", Severity.WARNING)
def blank_backs(deck: str, cards: int, service: str) -> Wording:
    """A service prints both sides of every card, and some cards have no back.

    They are ordered with a white back. To print a back, give the deck a `back:`.
    """
    count_text = "a card" if cards == 1 else f"{cards} cards"
    return Wording(
        f"{count_text} of deck `{deck}` without a back: ordered with a white one",
        notes=f"{service} prints both sides",
        hints="give the deck a `back:`, if there should be one",
    )


@problem(
    "CG776",
    Severity.WARNING,
    hint="order some decks alone with `--deck NAME`, to split it yourself",
)
def several_projects(count: int, product: str, most: int, projects: int, service: str) -> str:
    """An order has more cards than a service takes in one project.

    cardgen splits it into projects, which you pay for separately. `--deck` orders some decks only.
    """
    return (
        f"{count} cards of `{product}` are more than the {most} that {service} takes in one "
        f"project: split into {projects}"
    )


@problem("CG777", hint="see `cardgen docs where-to-print` for its form")
def bad_service_file(path: str, reason: str) -> str:
    """The table of a printing service cannot be used.

    `cardgen docs where-to-print` describes its form. Trim, bleed, canvas and resolution must agree.
    """
    return f"the table of a printing service `{path}` cannot be used: {reason}"


@problem(
    "CG778", Severity.WARNING, hint="give the deck the product's `size`, to lay it out for that"
)
def scaled_much(deck: str, product: str, percent: float) -> str:
    """A deck is ordered as a product of another size, because `--product` names it.

    cardgen scales the whole card, type too. A deck with the `size` of the product is not scaled.
    """
    how = "larger" if percent > 0 else "smaller"
    return f"deck `{deck}` is drawn {abs(percent):.1f} % {how} to be {product}"


@problem("CG779")
def one_name_for_two(service: str, path: str) -> Wording:
    """Two files of an order would have the same name, and one of them would be lost.

    The patterns in the service's table must give different names. `front` and `back` need
    `{piece}`, and `{component}` if several decks share card ids. `document` needs `{component}`, or
    `{width}` and `{height}` for a file for each size, and `{side}` if `pages` is `apart`.
    """
    return Wording(
        f"two different files of the order from `{service}` would be `{path}`",
        hints="put `{component}` and `{piece}` into the names of its table",
    )
