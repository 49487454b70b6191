"""The product ``series``: the sheets of a deck without end, a file for each volume and paper.

A series has too many cards to load at once, so the product plans no files. Instead the pipeline
reads and lays out one volume at a time, and calls `volume_sheets` for its files.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from msgspec import Struct
from msgspec.structs import asdict, replace

from cardgen.model.components.deck import Deck
from cardgen.products.artifact import Artifact
from cardgen.products.planning import product
from cardgen.products.request import ProductRequest
from cardgen.products.sheets import deck_sheets, sheet_cards

KIND = "series"
_DIGITS = 4  # of the number of a volume; more where there are more


@product(KIND, Deck)
def series(request: ProductRequest) -> Iterable[Artifact]:
    """Describe the sheets of decks with `series:`, in several files; they are made one by one."""
    return ()


class VolumeFile(Struct, frozen=True):
    """A file of a series: its path, the numbers of its first and last card, and its digest."""

    path: str
    first: int
    last: int
    sha256: str


def manifest_path(deck: str) -> str:
    """Return the path of the list of all volumes, below the output folder of the game."""
    return f"{KIND}/{deck}/manifest.json"


def volume_path(deck: str, number: int, volumes: int, paper: str) -> str:
    """Return the path of a volume; sorted by name, they are in order."""
    return f"{KIND}/{deck}/{number:0{max(_DIGITS, len(str(volumes)))}}.{paper}.pdf"


def volume_sheets(
    request: ProductRequest, deck: Deck, number: int, volumes: int
) -> tuple[Artifact, ...]:
    """Describe the sheets of a volume; the request has only the cards of this volume.

    Raises ImpositionError if a card does not fit.
    """
    named = replace(deck, title=f"{deck.title}, volume {number} of {volumes}")
    planned = deck_sheets(request.with_options(ink="full"), named, sheet_cards(request, deck))
    return tuple(
        replace(sheets, kind=KIND, path=volume_path(deck.id, number, volumes, sheets.variant.paper))
        for sheets in planned
    )


def manifest(deck: Deck, cards: int, files: Sequence[VolumeFile]) -> bytes:
    """Return the list of all volumes as JSON, a line for each file."""
    head = json.dumps({"deck": deck.id, "title": deck.title, "cards": cards}, ensure_ascii=False)
    lines = [json.dumps({**asdict(file), "path": PurePosixPath(file.path).name}) for file in files]
    return (head[:-1] + ', "volumes": [\n ' + ",\n ".join(lines) + "\n]}\n").encode()
