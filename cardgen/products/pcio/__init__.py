"""The product ``pcio``: a room of playingcards.io, which VirtualTabletop opens as well.

A room is a ZIP of ``widgets.json``, a flat list of everything that is there, and the pictures that
it names. `piles` turns the set-up of the game into moves from pile to pile, `calls` writes them as
buttons, `room` finds a place for everything, and `widgets` makes the list.
"""

from __future__ import annotations

import json

from cardgen.core.files import zipped
from cardgen.core.fingerprint import digest
from cardgen.products.artifact import Artifact, Tools
from cardgen.products.hosting import KIND as FOLDER
from cardgen.products.pcio.widgets import RoomWidgets
from cardgen.products.planning import product
from cardgen.products.request import ProductRequest

PCIO = "pcio"
SCHEMA = "8"
STYLE = 1
"""Part of every key, to be raised when the same Frames give another room."""


@product(PCIO, asked=True)
def rooms(request: ProductRequest) -> list[Artifact]:
    """Describe a room of playingcards.io with the game set up; VirtualTabletop reads it, too."""
    room = RoomWidgets(request)
    widgets = room.widgets()
    path = f"{FOLDER}/{request.game.id}.pcio"
    pictures = room.pictures
    shown = {name: (one.frame.fingerprint, one.size) for name, one in pictures.items()}
    key = digest((PCIO, STYLE, json.dumps(widgets), sorted(shown.items()), request.versions))

    def make(tools: Tools) -> bytes:
        drawn = {name: one.draw(tools) for name, one in sorted(pictures.items())}
        # As playingcards.io does it: not packed, the list first.
        written = json.dumps(widgets, ensure_ascii=False, indent=1).encode()
        files = {"schemaVersion": SCHEMA.encode(), "widgets.json": written, **drawn}
        return zipped(files, packed=False)

    return [Artifact(path, PCIO, key, make)]
