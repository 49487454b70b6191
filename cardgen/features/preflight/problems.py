"""CG73x and CG74x: what keeps a press file of ours from the press, with page and place.

This is a list of cardgen's own. A press has its own check, which decides.
"""

from __future__ import annotations

from cardgen.core.diagnostics import Severity
from cardgen.core.problems import Wording, problem


@problem("CG731")
def not_as_written(game: str, why: str) -> Wording:
    """A press file is missing, was changed or damaged, or shows an earlier state of the game.

    Only a file that is as `cardgen build` would write it today can be checked.
    """
    return Wording(
        f"this press file {why}",
        hints=f"build it again with `cardgen build {game} --press pdfx4`, or pdfx1a",
    )


@problem("CG733")
def nothing_for_a_press(game: str) -> Wording:
    """A game is to be checked that has no files for a press."""
    return Wording(
        f"`{game}` has no files for a press",
        hints=f"make them with `cardgen build {game} --press pdfx4`",
    )


@problem(
    "CG737",
    Severity.WARNING,
    hint="give it 3 mm of bleed, unless the ground is white up to the edge",
)
def little_bleed(bleed: float) -> str:
    """There is little or no bleed around the trim, so a cut that is off shows white.

    Presses want 3 mm, some take 2. Decks and boards state it as `bleed:` in `game.yaml`.
    """
    return f"{bleed:.1f} mm of bleed around the trim"


@problem(
    "CG740",
    Severity.WARNING,
    hint="lighten what is there, build with a `--profile` for less ink, or give `--ink-limit`",
)
def too_much_ink(percent: float, limit: int) -> str:
    """There is more ink in one place than the press allows: it dries badly and stains.

    The profile tells how much that is, or `--ink-limit`.
    """
    return f"{percent:.0f} % of ink, where {limit} % is allowed"


@problem("CG741", Severity.WARNING, hint="make it black, lighter, or larger than 9 pt")
def text_in_many_inks(inks: str, points: float) -> str:
    """Small dark text is printed in three or four inks, which never meet exactly: it gets fringes.

    cardgen prints text in black ink alone if it is about black: no lighter than that ink, and with
    little colour.
    """
    return f"dark text of {points:.1f} pt in {inks}"


@problem("CG744", Severity.WARNING, hint="take a larger picture: 300 dpi are usual, 200 the least")
def coarse_picture(dpi: float) -> str:
    """A picture has few pixels for its size. Print shows about 300 to the inch, and 200 at least.

    Take a larger picture, or show it smaller. On very large boards in PDF/X-1a, what is
    see-through becomes a picture of few pixels as well; PDF/X-4 keeps it as it is.
    """
    return f"a picture of {dpi:.0f} dpi"
