"""CG72x: what can be wrong with a request for press files."""

from __future__ import annotations

from cardgen.core.problems import Wording, problem
from cardgen.core.registry import choices, did_you_mean

ASK = "ask the press for its profile, or take one that cardgen has: `--profile fogra39`"


@problem("CG720")
def unknown_profile(name: str, known: tuple[str, ...]) -> Wording:
    """`--profile` names no profile that cardgen has, and no file.

    Its own are `fogra39` and `gracol` for coated paper in Europe and America, with at most 300 % of
    ink, and `fogra39-240` and `gracol-240` for services that want less. Any other is given as a
    file::

        cardgen build --press pdfx4 --profile PSOcoated_v3.icc
    """
    hints = did_you_mean(name, known) or (f"the profiles are {choices(known)}, or name a file",)
    return Wording(f"there is no profile `{name}`", hints=hints)


@problem("CG721")
def damaged_profile(path: str, reason: str) -> Wording:
    """The file that `--profile` names is no ICC profile, or a damaged one.

    A profile ends in `.icc` or `.icm` and is some hundred kilobytes to some megabytes long.
    Download it again, and unpack it if it came in an archive.
    """
    return Wording(f"`{path}` cannot be read as an ICC profile: {reason}", hints=ASK)


@problem("CG722")
def not_a_press_profile(path: str, what: str) -> Wording:
    """The profile that `--profile` names does not describe a press with four inks.

    Files for a press are in cyan, magenta, yellow and black. A profile of a screen or a camera
    (RGB) says nothing of these, and one that only leads from inks to colours cannot be used to
    choose inks. Press profiles are of the class *output* and the colour space *CMYK*.
    """
    return Wording(f"`{path}` is not the profile of a press: {what}", hints=ASK)
