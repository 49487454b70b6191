"""CG73x and CG74x: what keeps a PDF from the press; each names the page and the place.

This is a list of cardgen's own. A press has its own check, which decides.
"""

from __future__ import annotations

from cardgen.core.diagnostics import Severity
from cardgen.core.problems import Wording, problem

AGAIN = "build it with `cardgen build GAME --press pdfx4`"


@problem("CG730", hint='install it with `pip install "cardgen[press]"`')
def no_pikepdf() -> str:
    """`cardgen preflight` reads PDFs by a library that is not installed.

    It comes with an extra, so that those who never print at a press need not load it::

        pip install "cardgen[press]"
    """
    return "`cardgen preflight` needs the library `pikepdf`, which is not installed"


@problem("CG731", hint="export it again from the program that made it")
def unreadable_pdf(path: str, reason: str) -> str:
    """A file to be checked is missing, is no PDF, or is damaged beyond repair."""
    return f"`{path}` cannot be read as a PDF: {reason}"


@problem("CG732", hint="export it again without a password and without restrictions")
def locked_pdf(path: str) -> str:
    """A file to be checked is protected by a password. PDF/X forbids that, even without one."""
    return f"`{path}` is encrypted, which PDF/X forbids"


@problem("CG733")
def nothing_for_a_press(game: str) -> Wording:
    """A game is to be checked that has no files for a press."""
    return Wording(
        f"`{game}` has no files for a press",
        hints=f"make them with `cardgen build {game} --press pdfx4`",
    )


@problem("CG734")
def no_standard(where: str, what: str) -> Wording:
    """A file does not say, or not rightly, that it is a PDF/X-4 or a PDF/X-1a.

    X-4 says so in its metadata (XMP: `pdfxid:GTS_PDFXVersion`), X-1a in its document information
    (`GTS_PDFXVersion`). Both say whether they are trapped.
    """
    return Wording(f"{where}{what}", hints=(AGAIN, "or export as PDF/X-4"))


@problem("CG735")
def no_output_intent(where: str, what: str) -> Wording:
    """A file does not say for which press its inks are meant: it wants an output intent.

    The output intent holds the profile of the press, with four inks.
    """
    return Wording(f"{where}{what}", hints=(AGAIN, "or export with the profile of the press"))


@problem("CG736", hint="export with trim and bleed")
def boxes_disagree(where: str, what: str) -> str:
    """The boxes of a page are missing, or do not lie within each other.

    The trim (`TrimBox`) is where it is cut. It lies within the bleed (`BleedBox`), and that within
    the page (`MediaBox`).
    """
    return f"{where}{what}"


@problem(
    "CG737",
    Severity.WARNING,
    hint="give it 3 mm of bleed, unless the ground is white up to the edge",
)
def little_bleed(where: str, bleed: float) -> str:
    """There is little or no bleed around the trim, so a cut that is off shows white.

    Presses want 3 mm, some take 2. Decks and boards state it as `bleed:` in `game.yaml`.
    """
    return f"{where}{bleed:.1f} mm of bleed around the trim"


@problem("CG738", hint="export with all fonts")
def font_not_embedded(where: str, font: str) -> str:
    """A font is named but not part of the file, so that the press would print another one."""
    return f"{where}font `{font}` is not embedded"


@problem("CG739", hint="convert it to CMYK by the profile of the press")
def stray_color(where: str, what: str) -> str:
    """Something is not in the inks of the press but in RGB, or in a colour space of its own.

    PDF/X-1a forbids it. X-4 allows it together with a profile; but presses convert it by rules of
    their own, and mostly refuse it.
    """
    return f"{where}{what}"


@problem(
    "CG740",
    Severity.WARNING,
    hint="build with `--profile fogra39-240`, lighten what lies there, or give `--ink-limit`",
)
def too_much_ink(where: str, percent: float, limit: int) -> str:
    """There is more ink in one place than the press allows: it dries badly and stains.

    Choose a profile that was made for less ink, such as `fogra39-240`, or a lighter colour. What a
    press allows is given by `--ink-limit`.
    """
    return f"{where}{percent:.0f} % of ink, where {limit} % is allowed"


@problem("CG741", Severity.WARNING, hint="make it black, lighter, or larger than 9 pt")
def text_in_many_inks(where: str, inks: str, points: float) -> str:
    """Small dark text is printed in three or four inks, which never meet exactly: it gets fringes.

    cardgen prints text in black ink alone if it is about black: no lighter than that ink, and with
    little colour.
    """
    return f"{where}dark text of {points:.1f} pt in {inks}"


@problem("CG742", Severity.WARNING, hint="switch on overprint for black text")
def black_knocks_out(where: str) -> str:
    """Black text leaves a gap in the inks below it, which shows white where they do not meet."""
    return f"{where}black text does not print over its ground"


@problem("CG743", hint="switch off overprint for it")
def white_overprints(where: str) -> str:
    """Something white is set to overprint, so it will not be there in print."""
    return f"{where}something white is set to overprint, and would vanish"


@problem("CG744", Severity.WARNING, hint="take a larger picture: 300 dpi are usual, 200 the least")
def coarse_picture(where: str, dpi: float) -> str:
    """A picture has few pixels for its size. Print shows about 300 to the inch, and 200 at least.

    Take a larger picture, or show it smaller.
    """
    return f"{where}a picture of {dpi:.0f} dpi"


@problem("CG745", hint="export without links and notes")
def annotated(where: str, kind: str) -> str:
    """There is a link, a note, a field or the like on what is printed, which PDF/X forbids."""
    return f"{where}an annotation ({kind})"


@problem("CG746", hint="flatten it, or use PDF/X-4")
def see_through(where: str, what: str) -> str:
    """PDF/X-1a does not know transparency."""
    return f"{where}{what}, which PDF/X-1a forbids"


@problem("CG747", hint="export with a CMYK blend space")
def blends_elsewhere(where: str, space: str) -> str:
    """Transparent parts are to be blended in another colour space than the inks of the press.

    Presses refuse such files, or print other colours than were meant.
    """
    return f"{where}transparency is blended in {space}, not in the inks of the press"


@problem("CG748", Severity.WARNING, hint="switch off overprint for it")
def overprints(where: str, what: str) -> str:
    """Something other than black is set to overprint, and mixes with what lies below."""
    return f"{where}{what} is set to overprint"


@problem("CG749", Severity.WARNING, hint="export it again")
def unsound(where: str, what: str) -> str:
    """The structure of a file is not sound, or a part of it could not be checked."""
    return f"{where}{what}"
