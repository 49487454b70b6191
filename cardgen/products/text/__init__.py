"""The product ``text``: a game for players who do not see well, as text, in Braille, as labels."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.core.fingerprint import digest
from cardgen.model.components.board import Board
from cardgen.model.components.dice import Die
from cardgen.products.artifact import Artifact, Tools
from cardgen.products.planning import product
from cardgen.products.request import ProductRequest
from cardgen.products.text.plain import plain_text
from cardgen.products.text.script import script

KIND = "text"


@product(KIND, Board, Die, asked=True)
def texts(request: ProductRequest) -> Iterator[Artifact]:
    """Describe the whole game as plain text, in Braille, and labels for sleeves."""
    passages = script(request)
    text = plain_text(passages).encode()
    yield _file(request, "txt", text)


def _file(request: ProductRequest, ending: str, data: bytes) -> Artifact:
    path = f"{KIND}/{request.game.id}.{ending}"
    return Artifact(path, KIND, digest((path, data, request.versions)), lambda tools: data)
