"""Where Tabletop Simulator finds the pictures: on this computer, or on the web."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import SplitResult, quote, urlsplit

from msgspec import Struct

from cardgen.core.diagnostics import OutputError
from cardgen.impose.contact import LONGEST, LONGEST_LIMIT
from cardgen.products import problems

KIND = "tts"
PICTURES = f"{KIND}/images/"
"""The folder of the pictures, below the output folder of a game."""
SMALLEST = 256
_SCHEMES = ("http", "https", "file")


class Hosting(Struct, frozen=True):
    """The address of the output folder, and the limit for the size of pictures.

    ``base`` ends with a slash. ``longest`` is the limit for either side, in pixels. ``below`` is
    the folder in that of a game which the files are in, with a slash, if they are in one.
    """

    base: str
    longest: int = LONGEST
    below: str = ""

    def url(self, game: str, path: str) -> str:
        """Return the address of a file of a game; its path is that in ``build.json``."""
        return self.base + quote(f"{game}/{self.below}{path}")


LOCAL = Hosting("file:///")


def hosting(output: Path, base: str | None, longest: int | None) -> Hosting:
    """Return the hosting for a build: files on this computer, unless a base URL is given.

    Raises OutputError for an address that the game cannot load from, or a size out of range.
    """
    longest = LONGEST if longest is None else longest
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
