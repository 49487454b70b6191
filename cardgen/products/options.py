"""What is to be printed, and how: one value from the command line to the products.

The names of files say some of it: for which paper a file is, in which ink, for which machine.
They are ``<folder>/<id>.<paper>[.<ink or machine>][.<page>].<ending>``; ids have no dots.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import asdict

from cardgen.core.fingerprint import as_tuples, digest
from cardgen.products.hosting import KIND as TABLES
from cardgen.products.hosting import Hosting, hosting

if TYPE_CHECKING:
    from cardgen.backend.press.profile import PressCondition
    from cardgen.frame.ink import Ink
    from cardgen.impose.duplex import Duplex
    from cardgen.impose.nup import Orientation
    from cardgen.impose.stock import Stock

Machine = Literal["silhouette", "cricut"]
MACHINES: tuple[Machine, ...] = ("silhouette", "cricut")

BOOKLETS = "booklets"
CUT, SHEETS, PRESS, STOCK, SVG, TEXT = "cut", "sheets", "press", "stock", "svg", "text"
"""The products for a cutting machine, in several inks, for a press, on ready-cut sheets, to work
on, and to be read aloud."""

_ON_PAPER = ("boards", "booklets", "boxes", "cut", "series", "sheets", "tokens")
LARGE = "large"
_WAYS = ("fold", "mini", "test", LARGE)


class Variant(Struct, frozen=True):
    """A paper, an ink and a machine; each is empty where the file is for any."""

    paper: str = ""
    ink: str = ""
    machine: str = ""


def variant_of(path: str) -> Variant:
    """Read the path of a file, below the output folder of a game."""
    from cardgen.frame.ink import INKS

    folder, _, rest = path.partition("/")
    if folder not in _ON_PAPER:
        return Variant()
    words = PurePosixPath(rest).name.split(".")[1:-1]
    ink = next((word for word in words if word in INKS), "")
    machine = next((word for word in words if word in MACHINES), "")
    papers = [w for w in words if w not in (ink, machine, *_WAYS) and not w.isdigit()]
    return Variant(papers[-1] if papers else "", ink, machine)


def is_large(path: str) -> bool:
    """Whether a file is in large print, by its path."""
    return LARGE in PurePosixPath(path).name.split(".")[1:-1]


def component_of(path: str) -> str:
    """Read the id of the component in the path of its file."""
    return PurePosixPath(path).name.partition(".")[0]


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

    def covers(self, path: str, kind: str, usual: bool) -> bool:
        """Whether a build with these options looks after a file of an earlier build.

        It leaves alone products that are not named, and papers, inks, machines and standards for a
        press that are not chosen. A product that is not ``usual`` has to be named.
        """
        variant = variant_of(path)
        other = bool(self.papers) and variant.paper != "" and variant.paper not in self.papers
        if variant.machine:
            other |= variant.machine != self.cut if self.cut else CUT not in self.products
        other |= kind == SHEETS and (variant.ink or "full") != self.ink
        other |= kind == BOOKLETS and is_large(path) != self.large
        other |= kind == STOCK and not (self.stock and f".{self.stock.id}." in f".{path}")
        if kind == PRESS and self.press is not None:
            other |= not path.endswith(f".{self.press.standard}.pdf")
        return (kind in self.products if self.products else usual) and not other
