"""CG72x: errors of a request for press files. CG73x and CG74x: warnings about their sides."""

from collections.abc import Sequence

from cardgen.core.diagnostics import Severity
from cardgen.core.problems import HERE, Wording, problem
from cardgen.core.registry import choices, did_you_mean

ASK = "ask the press for its profile, or take one that cardgen has: `--profile fogra39`"


@problem("CG720")
def unknown_profile(name: str, names: tuple[str, ...]) -> Wording:
    """`--profile` names neither a profile of cardgen nor a file.

    cardgen has `fogra39` and `gracol` for coated paper in Europe and America, with at most 300 % of
    ink, and `fogra39-240` and `gracol-240` for services that accept less. For another profile, give
    its file::

        cardgen build --press pdfx4 --profile PSOcoated_v3.icc
    """
    hints = did_you_mean(name, names) or (f"the profiles are {choices(names)}, or name a file",)
    return Wording(f"there is no profile `{name}`", hints=hints)


@problem("CG721")
def damaged_profile(path: str, reason: str) -> Wording:
    """The file of `--profile` is no ICC profile, or is damaged.

    A profile ends in `.icc` or `.icm` and is some hundred kilobytes to some megabytes long.
    Download it again, and unpack it if it came in an archive.
    """
    return Wording(f"`{path}` cannot be read as an ICC profile: {reason}", hints=ASK)


@problem("CG722")
def not_a_press_profile(path: str, reason: str) -> Wording:
    """The profile of `--profile` does not describe a press with four inks.

    Files for a press are in cyan, magenta, yellow and black. A profile of a screen or a camera
    (RGB) does not cover these inks, and a profile that only converts inks to colours cannot choose
    inks. Press profiles have the class *output* and the colour space *CMYK*.
    """
    return Wording(f"`{path}` is not the profile of a press: {reason}", hints=ASK)


@problem(
    "CG737",
    Severity.WARNING,
    hint="give it 3 mm of `bleed`, unless its ground is white up to the edge",
    subject=HERE,
)
def little_bleed(bleed: float) -> str:
    """A component has little or no bleed around the trim, so an inexact cut shows white paper.

    Presses require 3 mm; some accept 2. Set `bleed:` of decks and boards in `game.yaml`.
    """
    return f"{bleed:.1f} mm of bleed is too little for most presses"


@problem("CG740", Severity.WARNING)
def too_much_ink(percent: float, limit: int) -> Wording:
    """A colour or a picture takes more ink than the paper holds, so it dries badly and stains.

    With cardgen's own profiles, no colour exceeds the limit, not even where black prints over other
    inks. A profile of a press may give more than the usual 300 %. Ask the press for its limit.
    """
    return Wording(
        f"a colour or picture takes {percent:.0f} % of ink, where {limit} % is the usual limit",
        hints="lighten it, or build with a `--profile` for less ink, unless the press allows it",
        rank=-percent,
        subject=HERE,
    )


@problem("CG741", Severity.WARNING)
def text_in_many_inks(inks: Sequence[str], points: float) -> Wording:
    """Small dark text is printed in three or four inks, so it gets coloured fringes.

    Inks are never aligned exactly. cardgen prints text in black ink alone if it is no lighter than
    black ink and has little colour.
    """
    names = " and ".join([", ".join(inks[:-1]), inks[-1]])
    return Wording(
        f"dark text of {points:.1f} pt is printed in {names}",
        hints="make it black, lighter, or larger than 9 pt",
        rank=points,
        subject=HERE,
    )


@problem(
    "CG744",
    Severity.WARNING,
    hint="build with `--press pdfx4`, which keeps transparency, or use opaque colours",
    subject=HERE,
)
def coarse_transparency(dpi: float) -> str:
    """A large side has transparent items, which become a coarse picture in PDF/X-1a.

    Print needs 200 to 300 pixels to the inch. At that resolution, a picture of a whole board would
    have more pixels than a computer can handle.
    """
    return f"its transparent parts become a picture of {dpi:.0f} dpi in PDF/X-1a"
