"""The resources of a game: fonts, icons, pictures and templates, its own before shared ones.

The line setter (`writer`) sets text beside the pieces: slugs, rulers and calibration sheets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.assets.library import Library
from cardgen.core.diagnostics import Location
from cardgen.core.direction import has_right_to_left, starts_right_to_left
from cardgen.core.geometry import Size
from cardgen.core.reads import Reads
from cardgen.core.style import Color
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame, Item, Text
from cardgen.frame.items import PLAIN, Shaping
from cardgen.layout.text.bidi import embedding_levels, visual_order
from cardgen.products.artifact import Tools
from cardgen.source.files import BUNDLED
from cardgen.template.environment import SHARED, Templates, Translate

if TYPE_CHECKING:
    from cardgen.assets.fonts import Font
    from cardgen.assets.library import Library
    from cardgen.backend.content import Drawings
    from cardgen.backend.pixels import KeepStrips

FONTS = (
    "barlow-condensed/medium",
    "noto-sans/regular",
    "noto-symbols/regular",
    "m-plus-1p/regular",
)

# Single spaces and words. Two hyphens, as in `--offset`, are shaped separately: some fonts would
# join them to a dash.
_PARTS = re.compile(r" |-(?=-)|-?[^ -]+(?:-[^ -]+)*|-")
_BLACK = Color(0.0, 0.0, 0.0)


def slug_fonts(library: Library) -> tuple[str, ...]:
    """Return the names of the fonts for lines of text, in order of preference.

    After the fonts of cardgen come all regular fonts of the game, for further scripts.
    """
    regular = (name for name in library.font_names() if name.endswith("/regular"))
    return (*FONTS, *(name for name in regular if name not in FONTS))


class _Line:
    """Sets lines of text, and loads fallback fonts only when a character needs them."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._first = library.font(FONTS[0])

    def __call__(self, text: str, size: float) -> Frame:
        """Set a string at a size in points, as a Frame of the size of the text."""
        em = size * MM_PER_POINT / 1000
        baseline = self._first.ascent * em
        items: list[Item] = []
        x = 0.0
        for font, run, leftward in self._in_order(text):
            shaping = Shaping(direction="rtl") if leftward else PLAIN
            words = tuple(font.shape(part, True, shaping) for part in _PARTS.findall(run))
            words = words[::-1] if leftward else words
            for word in words:
                font.check(word, Location(font.file))
            items.append(Text(x, baseline, font.key, size, _BLACK, words))
            x += sum(word.width for word in words) * em
        return Frame(Size(x, baseline - self._first.descent * em), items)

    def _in_order(self, text: str) -> Iterator[tuple[Font, str, bool]]:
        """Yield runs in one font and direction from left to right."""
        if not has_right_to_left(text):
            yield from ((font, run, False) for font, run in self._runs(text))
            return
        levels = embedding_levels(text, starts_right_to_left(text))
        runs = [list(run) for _, run in groupby(range(len(text)), levels.__getitem__)]
        for index in visual_order([levels[run[0]] for run in runs]):
            indices, leftward = runs[index], levels[runs[index][0]] % 2 == 1
            parts = self._runs(text[indices[0] : indices[-1] + 1])
            yield from ((f, part, leftward) for f, part in (parts[::-1] if leftward else parts))

    def _runs(self, text: str) -> list[tuple[Font, str]]:
        if all(map(self._first.covers, text)):
            return [(self._first, text)]
        chosen: list[tuple[Font, str]] = []
        for char in text:
            fonts = (self._library.font(name) for name in slug_fonts(self._library))
            font = next((font for font in fonts if font.covers(char)), None)
            chosen.append((font, char) if font else (self._first, "?"))
        runs = [list(run) for _, run in groupby(chosen, key=lambda pair: pair[0].key)]
        return [(run[0][0], "".join(char for _, char in run)) for run in runs]


def writer(library: Library) -> Callable[[str, float], Frame]:
    """Return a function that sets a string at a size in points, as a Frame of the text's size.

    A character that is in no font becomes a question mark, because a slug must not stop a build.
    """
    return _Line(library)


def library_of(root: Path, game: str) -> Library:
    """Return the assets that a game can use; its own replace shared ones."""
    return Library(
        root,
        fonts=_folders(root / "fonts", BUNDLED / "fonts"),
        icons=_folders(
            root / "card_data" / game / "icons",
            root / "templates/shared/icons",
            BUNDLED / "templates/shared/icons",
        ),
        images=_folders(root / "card_data" / game),
    )


def templates_of(
    root: Path, game: str, reads: Reads | None = None, phrase: Translate | None = None
) -> Templates:
    """Return the templates that a game can use; its own replace shared ones.

    They record in ``reads`` what they read. ``phrase`` translates their own texts into the language
    of the game.
    """
    return Templates(root, template_folders(root, game), reads, phrase)


def shared_templates(root: Path) -> Templates:
    """Return the shared templates of a project."""
    return templates_of(root, SHARED)


def template_folders(root: Path, game: str) -> tuple[Path, ...]:
    """Return the template folders of a game, its own first."""
    own = root / "templates"
    bundled = BUNDLED / "templates"
    return _folders(own / game, own / SHARED, bundled / SHARED)


def tools_of(
    library: Library,
    drawings: Drawings | None = None,
    keep: KeepStrips | None = None,
    outlines: bool = False,
) -> Tools:
    """Return the tools that make files, with the assets of a game.

    ``drawings`` and ``keep`` (stored strips of pictures) save time.
    """
    from cardgen.backend.pixels import PixelCamera  # slow to import, and only pictures need it

    camera = PixelCamera(library, drawings, keep)
    return Tools(writer(library), camera, library, outlines)


def _folders(*folders: Path) -> tuple[Path, ...]:
    return tuple(dict.fromkeys(folder for folder in folders if folder.is_dir()))
