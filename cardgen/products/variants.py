"""What the name of a file says: for which paper it is, in which ink, for which machine.

Names are ``<folder>/<id>.<paper>[.<ink or machine>][.<page>].<ending>``; ids have no dots.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Literal

from msgspec import Struct

from cardgen.frame.ink import INKS

Machine = Literal["silhouette", "cricut"]
MACHINES: tuple[Machine, ...] = ("silhouette", "cricut")

_ON_PAPER = ("boards", "booklets", "boxes", "cut", "series", "sheets", "tokens")
_WAYS = ("fold", "mini", "test")


class Variant(Struct, frozen=True):
    """A paper, an ink and a machine; each is empty where the file is for any."""

    paper: str = ""
    ink: str = ""
    machine: str = ""


def variant_of(path: str) -> Variant:
    """Read the path of a file, below the output folder of a game."""
    folder, _, rest = path.partition("/")
    if folder not in _ON_PAPER:
        return Variant()
    words = PurePosixPath(rest).name.split(".")[1:-1]
    ink = next((word for word in words if word in INKS), "")
    machine = next((word for word in words if word in MACHINES), "")
    papers = [w for w in words if w not in (ink, machine, *_WAYS) and not w.isdigit()]
    return Variant(papers[-1] if papers else "", ink, machine)
