"""Content streams: a Frame and the Frames inside it, inlined or called.

A Frame that a document paints more than once is stored once, as a form XObject (ISO 32000-2,
8.10), and called. Other Frames are inlined, because that compresses better. The stream of a page
depends only on its Frame and these decisions, so a build can reuse it from the last build.
"""

import re
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, MutableMapping
from typing import Any

from msgspec import Struct

from cardgen.backend.deflate import packer
from cardgen.backend.drawing import OFF_PAGES, ON_PAGES, Drawing, InnerFrame, draw
from cardgen.backend.structure import PageTags, TagEvent
from cardgen.frame import Frame, Shading, pack_gradient, unpack_gradient

COMPRESSION = 3
"""The level of zlib-ng's deflate: a sixth of the time of zlib at 6, for a fifteenth more bytes."""

Drawings = MutableMapping[str, Drawing]
"""Drawings by the fingerprint of their Frame."""

Shared = Callable[[str], bool]
"""Returns True for the fingerprint of a Frame that is stored once and called."""


class Content(Struct):
    """A compressed content stream, and the resources that it uses.

    ``glyphs`` maps font keys to the text of each glyph index. ``forms`` maps names to the
    fingerprints of called Frames, with True for a transparency group. ``tags`` are the events of
    `PageTags`.
    """

    stream: bytes = b""
    glyphs: dict[str, dict[int, str]] = {}
    images: set[str] = set()
    alphas: set[int] = set()
    gradients: dict[str, Shading] = {}
    forms: dict[str, tuple[str, bool]] = {}
    tags: tuple[str, ...] = ()

    def pack(self) -> tuple[Any, ...]:
        """Return plain values for the store."""
        gradients = {name: pack_gradient(gradient) for name, gradient in self.gradients.items()}
        images, alphas = sorted(self.images), sorted(self.alphas)
        return (self.stream, self.glyphs, images, alphas, gradients, self.forms, self.tags)

    def add(self, page_content: "Content") -> None:
        """Add the resources of one page."""
        for key, glyphs in page_content.glyphs.items():
            self.glyphs.setdefault(key, {}).update(glyphs)
        self.images |= page_content.images
        self.alphas |= page_content.alphas
        self.gradients.update(page_content.gradients)
        self.forms.update(page_content.forms)

    @classmethod
    def unpack(cls, packed: tuple[Any, ...]) -> "Content":
        """Undo `pack`."""
        stream, glyphs, images, alphas, gradients, forms, tags = packed
        shades = {name: unpack_gradient(gradient) for name, gradient in gradients.items()}
        return cls(stream, glyphs, set(images), set(alphas), shades, forms, tuple(tags))


class Compiler:
    """Makes content streams from drawings, deflated at a level of zlib-ng; 0 means uncompressed.

    ``draw`` may draw Frames for other inks.
    """

    def __init__(
        self, drawings: Drawings, level: int = COMPRESSION, draw: Callable[[Frame], Drawing] = draw
    ) -> None:
        self._draw = draw
        self._drawings = drawings
        self.level = level
        self._painted: dict[str, Counter[str]] = {}

    def count_paintings(self, frame: Frame) -> Mapping[str, int]:
        """Count how often each Frame inside is painted, on all levels."""
        counts = self._painted.get(frame.fingerprint)
        if counts is None:
            counts = self._painted[frame.fingerprint] = Counter()
            for part in self._drawing(frame).parts:
                if isinstance(part, InnerFrame):
                    counts[part.frame.fingerprint] += 1
                    counts.update(self.count_paintings(part.frame))
        return counts

    def compile(
        self, frame: Frame, shared: Shared, before: str = "", tags: PageTags | None = None
    ) -> Content:
        """Write a Frame as a stream, which begins with the operators ``before`` for a page.

        ``tags`` receives the tags of a tagged page.
        """
        content = Content()
        out = [before]
        self._paste(frame, shared, out, content, tags)
        if tags is not None:
            tags.close(out)
            content.tags = tuple(tags.events)
        stream = "".join(out)
        if ON_PAGES in stream:
            read = before and self.level  # False for pixels, in which text is not read
            only = f"[{ON_PAGES}{OFF_PAGES}]" if read else f"{ON_PAGES}[^{OFF_PAGES}]*{OFF_PAGES}"
            stream = re.sub(only, "", stream)
        data = stream.encode("ascii")
        content.stream = packer.compress(data, self.level) if self.level else zlib.compress(data, 0)
        return content

    def _paste(
        self, frame: Frame, shared: Shared, out: list[str], content: Content, tags: PageTags | None
    ) -> None:
        """Write a Frame, and inline inner Frames that are not called."""
        drawing = self._drawing(frame)
        for font, words in drawing.words.items():
            glyphs = content.glyphs.setdefault(font, {})
            # In a stable order, so that a glyph with two texts always gets the same one.
            for word in sorted(words, key=lambda word: (word.text, len(word.glyphs))):
                glyphs.update(word.texts)
        content.images |= drawing.images
        content.alphas |= drawing.alphas
        content.gradients.update(drawing.gradients)
        for part in drawing.parts:
            if isinstance(part, TagEvent):
                if tags is not None:
                    tags.meet(part.event)
                continue
            if tags is not None:
                tags.paint(out)
            if isinstance(part, str):
                out.append(part)
            elif part.isolated or (not part.read and shared(part.frame.fingerprint)):
                # The same Frame as a transparency group is another form.
                name = ("T" if part.isolated else "X") + part.frame.fingerprint[:16]
                content.forms[name] = (part.frame.fingerprint, part.isolated)
                out.append(f"/{name} Do\n")
            else:
                # pdfium does not find replacement text inside a form, so these are inlined.
                inner = (lambda fingerprint: False) if part.read else shared
                self._paste(part.frame, inner, out, content, tags)

    def _drawing(self, frame: Frame) -> Drawing:
        try:
            return self._drawings[frame.fingerprint]
        except KeyError:
            drawing = self._drawings[frame.fingerprint] = self._draw(frame)
            return drawing
