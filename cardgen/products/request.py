"""The request from which products plan their files."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.backend.document import Bookmark, DocumentInfo, PageLabel
from cardgen.backend.press.profile import PressCondition
from cardgen.core.choices import Duplex
from cardgen.core.diagnostics import Diagnostic, ImpositionError, Location
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Matrix, Size
from cardgen.core.side_id import SideId
from cardgen.frame import Frame, Page
from cardgen.impose.nup import paper_size
from cardgen.model.game import Component, Game
from cardgen.model.printer import Printer
from cardgen.model.sides import CardSides
from cardgen.products.artifact import Artifact, PdfDocument, Tools
from cardgen.products.options import LOCAL, Hosting, PrintOptions, Variant

Render = Callable[[str, Mapping[str, Any], Location | None], str]
"""Renders a text template of the game from its name, its context and the location that names it."""

Simplex = Literal["simplex"]


class SoundFrames(dict[SideId, Frame]):
    """Frames by side, without the components with errors; a missing side ends the current plan."""

    def __missing__(self, id: SideId) -> Frame:
        raise ImpositionError  # without a diagnostic: layout has reported the error


class ProductRequest(Struct, frozen=True):
    """A game to make products of.

    ``sides`` maps the ids of components to their designs, ``frames`` the ids of sides to finished
    Frames. ``report`` takes warnings, and the errors of artifacts that are left out.

    ``versions`` goes into every key: the versions of the program and of the typefaces of slugs,
    which also affect a file. It may be empty if no file is written. ``named`` returns the name and
    the place of the tag with a given stamp.
    """

    game: Game
    sides: Mapping[str, Sequence[CardSides]]
    frames: Mapping[SideId, Frame]
    printer: Printer
    render: Render
    report: Callable[[Diagnostic], None]
    options: PrintOptions = PrintOptions()
    hosting: Hosting = LOCAL
    versions: tuple[str, ...] = ()
    named: Callable[[str], tuple[str, str]] = lambda stamp: ("", stamp)

    @property
    def papers(self) -> tuple[str, ...]:
        """The papers to print on: the papers of the options, or else of the game."""
        return self.options.papers or self.game.print.papers

    def with_options(self, **changes: Any) -> "ProductRequest":
        """Return the same request with some other options."""
        return replace(self, options=replace(self.options, **changes))

    def paper(self, name: str, location: Location | None = None) -> Size:
        """Return the size of a paper, in portrait; raises ImpositionError if there is none."""
        return paper_size(name, location, self.printer.papers)

    def faces(self, component: Component) -> tuple[Frame, ...]:
        """Return the front sides of a component in order: faces, or the pages of a text."""
        return tuple(self.frames[design.face.id] for design in self.sides[component.id])

    def info(
        self,
        title: str,
        subject: str,
        duplex: Duplex | Simplex | None = None,
        outline: tuple[Bookmark, ...] = (),
        labels: tuple[PageLabel, ...] = (),
        universal: bool = False,
    ) -> DocumentInfo:
        """Return the metadata of a PDF of this game; ``title`` follows the game's title."""
        game = self.game
        return DocumentInfo(
            title=f"{game.title}: {title}",
            author=game.author,
            subject=subject,
            duplex="simplex" if duplex == "none" or duplex == "gutterfold" else duplex,
            language=game.theme.language,
            outline=outline,
            labels=labels,
            is_pdf_ua=universal,
        )

    def variant(self, component: Component, **choices: str) -> Variant:
        """Return the variant of a file about a component; ``choices`` are its other fields."""
        return Variant(component.id, language=self.game.theme.language, **choices)

    def artifact(
        self,
        path: str,
        variant: Variant,
        component: Component,
        contents: Any,
        make: Callable[[Tools], PdfDocument | bytes],
    ) -> Artifact:
        """Describe a file about a component, in the folder of its product.

        Its key covers the names of game and component, and ``contents``, all other values that
        affect the file. Sheets of paper are enlarged or reduced as the user's printer needs it.
        """
        scale = self.printer.scale
        if scale != 1 and (variant.paper or variant.stock):
            contents, make = (contents, scale), partial(_make_scaled, make, scale)
        game, (kind, _, _) = self.game, path.partition("/")
        names = (game.title, game.version, game.author, component.title)
        key = digest((path, names, contents, self.versions))
        return Artifact(path, kind, key, make, variant)

    def side_pages(
        self,
        path: str,
        variant: Variant,
        component: Component,
        frames: Sequence[Frame],
        title: str,
        subject: str,
        labels: tuple[PageLabel, ...] = (),
        press: PressCondition | None = None,
    ) -> Artifact:
        """Describe a PDF with one page for each side, with its bleed and without marks."""

        def make(tools: Tools) -> PdfDocument:
            info = self.info(title, subject, labels=labels)
            return PdfDocument(path, [Page.of_piece(frame) for frame in frames], info, press)

        prints = [frame.fingerprint for frame in frames]
        contents = (prints, title, subject, [label.words for label in labels], press and press.key)
        return self.artifact(path, variant, component, contents, make)

    def back(self, sides: CardSides) -> Frame | None:
        """Return the back of a design, if it has one."""
        return self.frames[sides.back.id] if sides.back is not None else None


def _make_scaled(
    make: Callable[[Tools], PdfDocument | bytes], scale: float, tools: Tools
) -> PdfDocument | bytes:
    """Make a file, and scale the content of its pages from their middle."""
    content = make(tools)
    if not isinstance(content, PdfDocument):
        return content
    pages = []
    for page in content.pages:
        paper = page.frame.size
        middle = (1 - scale) / 2 * paper.width, (1 - scale) / 2 * paper.height
        matrix = Matrix.scaling(scale).then(Matrix.translation(*middle))
        pages.append(page.transform(matrix, paper))
    return replace(content, pages=pages)
