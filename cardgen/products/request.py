"""What a product is planned from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.backend.document import Bookmark, DocumentInfo, PageLabel
from cardgen.backend.press.profile import PressCondition
from cardgen.core.choices import Duplex
from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Size
from cardgen.core.side_id import SideId
from cardgen.frame import Frame, Page
from cardgen.impose.nup import paper_size
from cardgen.model.game import Game
from cardgen.model.printer import Printer
from cardgen.model.sides import CardSides
from cardgen.products.artifact import Artifact, PdfDocument, Tools
from cardgen.products.options import LOCAL, Hosting, PrintOptions, Variant

if TYPE_CHECKING:
    from cardgen.model.game import Component

Render = Callable[[str, Mapping[str, Any], Location | None], str]
"""Runs a text template of the game: its name, what it sees, and the place that asks for it."""

Simplex = Literal["simplex"]


class ProductRequest(Struct, frozen=True):
    """A game to make products of.

    ``sides`` maps the ids of components to their designs, ``frames`` the ids of sides to finished
    Frames. ``report`` takes warnings; what makes an artifact impossible is raised.

    ``versions`` goes into every key. It names what shows in a file besides the Frames: the
    program itself and the typefaces of slugs. Where nothing is written it may stay empty.
    ``named`` tells the name and the place of the tag that an item was made by, from its stamp.
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
        """The papers to print on: those that were asked for, or else the game's."""
        return self.options.papers or self.game.print.papers

    def with_options(self, **changes: Any) -> ProductRequest:
        """Return the same request with some other options."""
        return replace(self, options=replace(self.options, **changes))

    def paper(self, name: str, at: Location | None = None) -> Size:
        """Return the size of a paper, in portrait; raises ImpositionError if there is none."""
        return paper_size(name, at, self.printer.papers)

    def faces(self, component: Component) -> tuple[Frame, ...]:
        """Return the front sides of a component in order: faces, or the pages of a text."""
        return tuple(self.frames[one.face.id] for one in self.sides[component.id])

    def info(
        self,
        title: str,
        subject: str,
        duplex: Duplex | Simplex | None = None,
        outline: tuple[Bookmark, ...] = (),
        labels: tuple[PageLabel, ...] = (),
        universal: bool = False,
    ) -> DocumentInfo:
        """Return what a PDF of this game says about itself; ``title`` is what it shows."""
        game = self.game
        return DocumentInfo(
            title=f"{game.title}: {title}",
            author=game.author,
            subject=subject,
            duplex="simplex" if duplex == "none" or duplex == "gutterfold" else duplex,
            language=game.theme.language,
            outline=outline,
            labels=labels,
            universal=universal,
        )

    def variant(self, component: Component, **choices: str) -> Variant:
        """Return the variant of a file about a component; ``choices`` are its other fields."""
        return Variant(component.id, language=self.game.theme.language, **choices)

    def artifact(
        self,
        path: str,
        variant: Variant,
        component: Component,
        shown: Any,
        make: Callable[[Tools], PdfDocument | bytes],
    ) -> Artifact:
        """Describe a file about a component, in the folder of its product.

        Its key covers ``shown``, which is everything that decides what the file shows besides the
        names of game and component.
        """
        game, (kind, _, _) = self.game, path.partition("/")
        names = (game.title, game.version, game.author, component.title)
        key = digest((path, names, shown, self.versions))
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
        """Describe a PDF in which each page is a side with its bleed, and nothing else."""

        def make(tools: Tools) -> PdfDocument:
            info = self.info(title, subject, labels=labels)
            return PdfDocument(path, [Page.of_piece(frame) for frame in frames], info, press)

        prints = [frame.fingerprint for frame in frames]
        shown = (prints, title, subject, [one.words for one in labels], press and press.key)
        return self.artifact(path, variant, component, shown, make)

    def back(self, sides: CardSides) -> Frame | None:
        """Return the back of a design, if it has one."""
        return self.frames[sides.back.id] if sides.back is not None else None
