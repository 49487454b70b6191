"""The options of a print: one value from the command line to the products."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import asdict

from cardgen.core.choices import MACHINES, Duplex, Ink, Machine, Orientation
from cardgen.core.fingerprint import as_tuples, digest
from cardgen.products.artifact import LARGE, Variant
from cardgen.products.hosting import KIND as TABLES
from cardgen.products.hosting import Hosting, hosting

if TYPE_CHECKING:
    from cardgen.backend.press.profile import PressCondition
    from cardgen.impose.stock import Stock

BOOKLETS = "booklets"
CUT, SHEETS, PRESS, STOCK, SVG, TEXT = "cut", "sheets", "press", "stock", "svg", "text"
"""The products for a cutting machine, in several inks, for a press, on ready-cut sheets, to work
on, and to be read aloud."""


class PrintOptions(Struct, frozen=True):
    """What to print: the named products, or all usual ones.

    ``papers``, ``duplex``, ``orientation``, ``cut`` and ``inset`` (how much smaller cards are cut
    on each side, in mm) overrule what a game says. ``press`` is what
    files for a press are made for. With ``outlines``, letters are shapes, and with ``large``
    booklets are in large print. ``stock`` are the
    ready-cut sheets to print on. ``tts_base_url`` is the address under which the output folder is
    found on the web, ``tts_max_side`` the longest side of a picture there, in pixels.
    """

    products: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    duplex: Duplex | None = None
    orientation: Orientation | None = None
    cut: Machine | None = None
    ink: Ink = "full"
    press: PressCondition | None = None
    outlines: bool = False
    large: bool = False
    stock: Stock | None = None
    inset: float | None = None
    tts_base_url: str | None = None
    tts_max_side: int | None = None

    def hosting(self, output: Path) -> Hosting:
        """Return where virtual tables find pictures; raises OutputError for what cannot be one."""
        return hosting(output, self.tts_base_url, self.tts_max_side)

    def key(self, output: Path) -> str:
        """Return a digest of what decides which files there are and what they show.

        The address of pictures counts for virtual tables alone; what is printed is the same in
        every folder. Raises OutputError as `hosting` does, with or without tables.
        """
        at = self.hosting(output)
        asked = asdict(self)
        for name in ("products", "papers"):
            asked[name] = sorted(set(asked[name]))
        asked["press"] = self.press and self.press.key
        asked["stock"] = self.stock and as_tuples(self.stock)
        tables = TABLES in (self.products or (TABLES,))
        asked["tts_base_url"], asked["tts_max_side"] = (at.base, at.longest) if tables else ("", 0)
        return digest(sorted(asked.items()))

    def includes(self, kind: str, variant: Variant | None, is_usual: bool) -> bool:
        """Return whether a build with these options writes files of this kind and variant.

        It leaves alone products that are not named, and papers, inks, machines, stock and standards
        that are not chosen. A product that is not usual has to be named. ``variant`` is None for a
        file that an older version of cardgen wrote: only a build of all papers replaces it.
        """
        if not (kind in self.products if self.products else is_usual):
            return False
        if variant is None:
            return not self.papers
        machines = (self.cut,) if self.cut else MACHINES if CUT in self.products else ()
        is_large = variant.type_size == LARGE
        return (
            (not self.papers or variant.paper in ("", *self.papers))
            and variant.ink in ("", self.ink)
            and variant.machine in ("", *machines)
            and variant.stock in ("", self.stock and self.stock.id)
            and (self.press is None or variant.standard in ("", self.press.standard))
            and (kind != BOOKLETS or is_large == self.large)
        )
