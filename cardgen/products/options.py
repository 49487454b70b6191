"""All options of a build, the variant of each file, and the address of pictures."""

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, quote, urlsplit

from msgspec import Struct
from msgspec.structs import asdict

from cardgen.core.choices import MACHINES, Duplex, Ink, Machine, Orientation
from cardgen.core.diagnostics import OutputError
from cardgen.core.fingerprint import as_tuples, digest
from cardgen.impose.contact import DEFAULT_MAX_SIDE_PX, LONGEST_LIMIT
from cardgen.products import problems

if TYPE_CHECKING:
    from cardgen.backend.press.profile import PressCondition
    from cardgen.impose.stock import Stock

TABLES = "tts"
PICTURES = f"{TABLES}/images/"
"""The folder of the pictures, below the output folder of a game."""
SMALLEST = 256
_SCHEMES = ("http", "https", "file")


class Hosting(Struct, frozen=True):
    """The address of the output folder, and the limit for the size of pictures.

    ``base`` ends with a slash. ``longest`` is the limit for either side, in pixels. ``below`` is
    the subfolder of the game's folder with the files, ending with a slash, or "".
    """

    base: str
    longest: int = DEFAULT_MAX_SIDE_PX
    below: str = ""

    def url(self, game: str, path: str) -> str:
        """Return the address of a file of a game, from its path in ``build.json``."""
        return self.base + quote(f"{game}/{self.below}{path}")


LOCAL = Hosting("file:///")


def hosting(output: Path, base: str | None, longest: int | None) -> Hosting:
    """Return the hosting for a build: files on this computer, unless a base URL is given.

    Raises OutputError for a base URL that cannot be used, or a size out of range.
    """
    longest = DEFAULT_MAX_SIDE_PX if longest is None else longest
    if not SMALLEST <= longest <= LONGEST_LIMIT:
        raise OutputError(problems.side_out_of_range(None, longest, SMALLEST, LONGEST_LIMIT))
    if base is None:
        return Hosting(output.absolute().as_uri().rstrip("/") + "/", longest)
    parts = _split(base)
    if parts is None:
        raise OutputError(problems.bad_base_url(None, base))
    path = quote(parts.path, safe="/%:@!$&'()*+,;=-._~")
    return Hosting(f"{parts.scheme}://{parts.netloc}{path.rstrip('/')}/", longest)


def _split(base: str) -> SplitResult | None:
    try:
        parts = urlsplit(base.strip())
        _ = parts.port
    except ValueError:
        return None
    fine = parts.scheme in _SCHEMES and (parts.hostname or parts.scheme == "file")
    plain = not (parts.query or parts.fragment or parts.username)
    odd = any(c.isspace() or c in '{}<>"' or ord(c) < 32 for c in base.strip())
    return parts if fine and plain and not odd else None


BOOKLETS = "booklets"
CUT, SHEETS, PRESS, STOCK, SVG, TEXT = "cut", "sheets", "press", "stock", "svg", "text"
"""The products for a cutting machine, in several inks, for a press, on ready-cut sheets, to work
on, and to be read aloud."""


LARGE = "large"
"""The size of type of booklets in large print."""


class Variant(Struct, frozen=True, omit_defaults=True):
    """The component of a file, and the choices that distinguish its files.

    A field is empty where a file has no such choice: a board printed whole is for no paper. File
    names are made from these fields and never read: ``build.json`` has the fields beside them.
    ``fold`` is the fold of a booklet, ``standard`` the standard of a press file, and ``type_size``
    is `LARGE` in large print.
    """

    component: str = ""
    type_size: str = ""
    fold: str = ""
    paper: str = ""
    ink: str = ""
    machine: str = ""
    stock: str = ""
    standard: str = ""
    language: str = ""

    def path(self, folder: str, ending: str = "pdf") -> str:
        """Return the path of the file below the output folder of its game.

        Full ink and the language are not in a name: each language has a separate folder.
        """
        ink = "" if self.ink == "full" else self.ink
        words = (
            self.component,
            self.type_size,
            self.fold,
            self.paper,
            ink,
            self.machine,
            self.stock,
            self.standard,
            ending,
        )
        return f"{folder}/{'.'.join(filter(None, words))}"


class PrintOptions(Struct, frozen=True):
    """What to print: the named products, or all usual ones.

    ``papers``, ``duplex``, ``orientation``, ``cut`` and ``inset`` (how much smaller cards are cut
    on each side, in mm) override the game's values. ``press`` has the standard and inks of press
    files. With ``outlines``, letters are shapes, and with ``large`` booklets are in large print.
    ``stock`` is the kind of ready-cut sheet. ``tts_base_url`` is the web address of the output
    folder, ``tts_max_side`` the longest side of a picture there, in pixels.
    """

    products: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    duplex: Duplex | None = None
    orientation: Orientation | None = None
    cut: Machine | None = None
    ink: Ink = "full"
    press: "PressCondition | None" = None
    outlines: bool = False
    large: bool = False
    stock: "Stock | None" = None
    inset: float | None = None
    tts_base_url: str | None = None
    tts_max_side: int | None = None

    def hosting(self, output: Path) -> Hosting:
        """Return the address of pictures for virtual tables; raises OutputError if unusable."""
        return hosting(output, self.tts_base_url, self.tts_max_side)

    def key(self, output: Path) -> str:
        """Return a digest of all options that affect the paths and contents of files.

        The address of pictures counts only if there are virtual tables, because printed files do
        not contain it. Raises OutputError as `hosting` does, with or without tables.
        """
        host = self.hosting(output)
        values = asdict(self)
        for name in ("products", "papers"):
            values[name] = sorted(set(values[name]))
        values["press"] = self.press and self.press.key
        values["stock"] = self.stock and as_tuples(self.stock)
        tables = TABLES in (self.products or (TABLES,))
        address = (host.base, host.longest) if tables else ("", 0)
        values["tts_base_url"], values["tts_max_side"] = address
        return digest(sorted(values.items()))

    def includes(self, kind: str, variant: Variant | None, is_usual: bool) -> bool:
        """True if a build with these options writes files of this kind and variant.

        It does not write products that are not named, or papers, inks, machines, stock and
        standards that are not chosen. Unusual products must be named. ``variant`` is None for a
        file from an older version of cardgen, which only a build of all papers replaces.
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
