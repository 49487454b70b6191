"""The entry point of layout: from elements to Frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.assets.library import Library
from cardgen.core.diagnostics import Diagnostics
from cardgen.core.geometry import Insets, Rect, Size
from cardgen.core.reads import Reads, TrackedMapping
from cardgen.core.style import Theme
from cardgen.frame import Frame
from cardgen.layout.attributes import Narrow
from cardgen.layout.canvas import Canvas, CardPictures, Continuing, Laid, LaidPages
from cardgen.layout.elements.revision import fill_in
from cardgen.layout.reader import ElementReader
from cardgen.layout.text.faces import Faces
from cardgen.template.element import Element

if TYPE_CHECKING:
    from cardgen.layout.book.keeping import Keep
    from cardgen.layout.book.pages import Render
    from cardgen.layout.text.groups import GroupSizes
    from cardgen.model.flowing import FlowSpec


def _track_theme(theme: Theme, reads: Reads) -> Theme:
    return Theme(
        TrackedMapping("theme.colors", theme.colors, reads),
        TrackedMapping("theme.styles", theme.styles, reads),
        theme.fallback,
        TrackedMapping("theme.words", theme.words, reads),
        theme.language,
    )


class Layout:
    """Lays out the sides of one game, with the values that sides share."""

    def __init__(
        self,
        theme: Theme,
        library: Library,
        pictures: CardPictures,
        narrow: Narrow = lambda location, _: location,
    ) -> None:
        self._given = theme
        self._theme = _track_theme(theme, library.reads)
        self._library = library
        self._pictures = pictures
        self._reader = ElementReader(self._theme, narrow, library.reads)
        self._faces = Faces(self._theme, library)

    def side(
        self,
        element: Element,
        size: Size,
        bleed: Insets,
        groups: GroupSizes | None = None,
        continuing: Continuing | None = None,
    ) -> Laid:
        """Lay out a side at a trim size; ``groups`` has the sizes of text groups.

        ``continuing`` knows the other sides of the card.

        Raises TemplateError where the markup cannot be read; later errors are in the
        result's diagnostics.
        """
        node = self._reader.side(element)
        canvas = self._canvas(size, bleed)
        canvas.marks, canvas.settings = [], []
        canvas.groups, canvas.continuing, canvas.rests = groups, continuing, {}
        canvas.place(node, canvas.trim)
        frame = Frame(size, canvas.items, bleed)
        if canvas.marks:
            if not fill_in(canvas, frame):
                canvas = replace(canvas, items=[], diagnostics=Diagnostics(), settings=[])
                canvas.place(node, canvas.trim)
            frame = Frame(size, canvas.items, bleed)
        settings = tuple(canvas.settings or ())
        return Laid(frame, tuple(canvas.diagnostics), settings, canvas.rests)

    def pages(self, spec: FlowSpec, render: Render, keep: Keep | None = None) -> LaidPages:
        """Lay out a text over pages; ``render`` runs the templates of the pages.

        ``keep`` may have the result of an earlier build.
        """
        from cardgen.layout.book.leaf import Leaf
        from cardgen.layout.book.pages import Book

        if len(spec.papers) > 1:
            paper_specs = [
                replace(spec, size=s, papers={name: s}) for name, s in spec.papers.items()
            ]
            laid = [self.pages(paper_spec, render) for paper_spec in paper_specs]
            diagnostics = [item for result in laid for item in result.diagnostics]
            is_complete = all(result.frames for result in laid)
            frames = [page for result in laid for page in result.frames] if is_complete else []
            return LaidPages(tuple(frames), tuple(diagnostics))
        canvas = self._canvas(spec.size, spec.bleed)
        canvas.shrink = spec.limits.shrink
        if spec.theme is not self._given:  # type at the scale of the page
            theme = _track_theme(spec.theme, self._library.reads)
            canvas = replace(canvas, theme=theme, faces=Faces(theme, self._library))
        kind = Leaf if spec.papers else Book
        return kind(spec, self._reader, canvas, render, keep).lay_out_pages()

    def _canvas(self, size: Size, bleed: Insets) -> Canvas:
        trim = Rect(0.0, 0.0, size.width, size.height)
        return Canvas(self._theme, self._library, self._faces, self._pictures, trim, bleed)
