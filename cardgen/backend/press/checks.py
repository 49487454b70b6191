"""Checks of the sides in a press file: bleed, small text, ink, and resolution in PDF/X-1a.

They find faults that a change of the game or another profile can correct. They do not replace the
press's own check.
"""

from collections.abc import Iterator

from cardgen.assets.library import KeyedAssets
from cardgen.backend.press import problems
from cardgen.backend.press.flattening import Flattener
from cardgen.backend.press.inks import Separator
from cardgen.backend.press.plates import highest_sum, paints
from cardgen.backend.press.profile import PressCondition
from cardgen.backend.press.writer import decoded_pixels
from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.style import Color
from cardgen.frame import Frame, Image, Item, Page, Text

BLEED = 2.0
"""The least bleed in mm that presses accept."""
SMALL_PT, LEAST_PT = 9.0, 3.0
"""The sizes of small text; smaller text is part of a picture, such as a card on a page of rules."""
LEAST_DPI = 200.0
INK = 0.05
"""The least share of an ink that counts as used."""
TOLERANCE = 0.5
"""In percent, because inks are rounded to whole bytes."""


class SideChecks:
    """Checks the sides of press files for one printing condition."""

    def __init__(self, condition: PressCondition, library: KeyedAssets) -> None:
        self._is_flat = condition.standard == "pdfx1a"
        self._limit = condition.profile.limit
        self._library = library
        self._inks = Separator(condition.profile)
        self._flattener = Flattener(library, self._inks)
        self._pictures: dict[str, float] = {}
        """The highest ink sum of each picture, in percent."""

    def check(self, frame: Frame, location: Location | None) -> Iterator[Diagnostic]:
        """Yield the diagnostics of a side, located at tags of its template or at ``location``."""
        bleed = frame.bleed
        narrowest = min(bleed.top, bleed.right, bleed.bottom, bleed.left)
        if narrowest < BLEED - 0.01:
            yield problems.little_bleed(location, narrowest)
        if self._is_flat:
            dpi = self._flattener.dpi(Page.of_piece(frame).frame)
            if dpi < LEAST_DPI:
                yield problems.coarse_transparency(location, dpi)
        for item, matrix in frame.walk():
            tag = Location.of(getattr(item, "stamp", "")) or location
            if isinstance(item, Text):
                yield from self._text(item, item.size * matrix.scale, tag)
            percent = self._ink_sum(item)
            if percent > self._limit + TOLERANCE:
                yield problems.too_much_ink(tag, percent, self._limit)

    def _text(self, text: Text, points: float, location: Location | None) -> Iterator[Diagnostic]:
        if not isinstance(text.color, Color) or not LEAST_PT <= points <= SMALL_PT:
            return
        ink = self._inks.ink_layer(text.color, "text").ink
        names = ("cyan", "magenta", "yellow", "black")
        used = [name for name, share in zip(names, ink, strict=True) if share > INK]
        if len(used) > 2 and ink[3] >= 0.5:
            yield problems.text_in_many_inks(location, used, points)

    def _ink_sum(self, item: Item) -> float:
        """Return the highest sum of inks of an item, in percent.

        Overprinted black does not count, because the writer keeps it within the limit.
        """
        if isinstance(item, Image):
            if item.asset not in self._pictures:
                picture = decoded_pixels(self._library.picture_by_key(item.asset))
                pixels = self._inks.picture(picture)
                is_grey = pixels.mode == "L"
                self._pictures[item.asset] = 100.0 if is_grey else highest_sum(pixels) / 2.55
            return self._pictures[item.asset]
        colors = (
            color
            for paint in paints(item)
            for color in ([paint] if isinstance(paint, Color) else [c for _, c in paint.stops])
        )
        return max(
            (sum(self._inks.ink_layer(color, "area").ink) * 100 for color in colors), default=0.0
        )
