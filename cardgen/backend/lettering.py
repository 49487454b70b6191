"""Letters as outlines: the same Frame without any text.

Some printers accept no fonts, and some programs lack them. Every glyph becomes the shape that its
font draws, at its position in the layout, so the picture stays the same. Readers can no longer
read, search or copy the text.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from cardgen.assets.library import KeyedAssets
from cardgen.core.geometry import Matrix, Path, Segment
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame, Group, Item, Page, Shape, Text


class Outliner:
    """Turns text into shapes; each inner Frame is turned once."""

    def __init__(self, library: KeyedAssets) -> None:
        self._library = library
        self._glyphs: dict[tuple[str, int], Path] = {}
        self._frames: dict[Frame, Frame] = {}

    def page(self, page: Page) -> Page:
        """Return a page without text; its boxes and links stay."""
        return replace(page, frame=self.frame(page.frame))

    def frame(self, frame: Frame) -> Frame:
        """Return a Frame without text, of the same size and bleed."""
        if not frame.has_texts:
            return frame
        if frame not in self._frames:
            items = [new_item for item in frame.items for new_item in self._item(item)]
            self._frames[frame] = Frame(frame.size, items, frame.bleed)
        return self._frames[frame]

    def shape(self, text: Text) -> Shape:
        """Return a run of text as one shape."""
        segments: list[Segment] = []
        size = text.size * MM_PER_POINT / 1000
        x = text.x
        for word in text.words:
            for glyph in word.glyphs:
                outline = self._glyph(text.font, glyph.index)
                origin = x + glyph.dx * size, text.y - glyph.dy * size
                segments += outline.transform(Matrix(size, 0.0, 0.0, -size, *origin)).segments
                x += glyph.advance * size + text.tracking
            if word.text == " ":
                x += text.stretch
        return Shape(Path(tuple(segments)), text.color, stamp=text.stamp)

    def _item(self, item: Item) -> Iterator[Item]:
        if isinstance(item, Group):
            yield replace(item, frame=self.frame(item.frame), reads=None)
        elif not isinstance(item, Text):
            yield item
        elif (shape := self.shape(item)).path.segments:  # empty for spaces
            yield shape

    def _glyph(self, font: str, index: int) -> Path:
        key = font, index
        if key not in self._glyphs:
            self._glyphs[key] = self._library.font_by_key(font).outline(index)
        return self._glyphs[key]
