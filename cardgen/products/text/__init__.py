"""The product ``text``: the whole game as plain text, for screen readers.

The text consists of the game's words (`cardgen.model.words`); only for boards and dice, the product
reads laid-out sides.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.core.fingerprint import digest
from cardgen.model.components.board import Board
from cardgen.model.components.dice import Die
from cardgen.products.artifact import Artifact
from cardgen.products.options import TEXT
from cardgen.products.planning import product
from cardgen.products.request import ProductRequest
from cardgen.products.text.plain import plain_text
from cardgen.products.text.script import script


@product(TEXT, Board, Die, asked=True)
def texts(request: ProductRequest) -> Iterator[Artifact]:
    """Describe the whole game as plain text."""
    path, data = f"{TEXT}/{request.game.id}.txt", plain_text(script(request)).encode()
    key = digest((path, data.hex(), request.versions))
    yield Artifact(path, TEXT, key, lambda tools: data)
