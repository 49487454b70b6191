"""What a game has to put on a virtual table, and the pictures that show it.

A `TablePiece` is one object: a deck, a single card, a token, a die, a board or a booklet. It knows
the size that it has on the table, and makes the object once its place is known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Size
from cardgen.model.pieces import Outline
from cardgen.model.sides import CardSides
from cardgen.products.artifact import Artifact, Tools
from cardgen.products.hosting import KIND, PICTURES
from cardgen.products.request import ProductRequest
from cardgen.products.tts.names import Guids, file_name
from cardgen.products.tts.objects import Pose, Thing
from cardgen.products.tts.sprites import PictureFacts, Sprite, SpriteCell

if TYPE_CHECKING:
    from cardgen.backend.pixels import PictureFormat

PieceKind = Literal["deck", "card", "token", "standee", "die", "board", "booklet", "counter"]


class TablePiece(Struct, frozen=True):
    """One object; ``size`` is in mm as seen from above, or for a standee from the front.

    ``component`` is the id in ``game.yaml``. ``id`` distinguishes the pieces of a component:
    ``tokens/turn``, or ``tokens/turn/2`` for a second copy. ``design`` is what it shows, of a
    deck or booklet the first; None for a die, which is one of the simulator's own.
    """

    id: str
    component: str
    kind: PieceKind
    title: str
    size: Size
    cards: int
    make: Callable[[Pose, Guids], Thing]
    face_down: bool = False
    design: CardSides | None = None
    outline: Outline = "rect"


class TablePictures(Struct):
    """The picture files of a game, the facts about each by its address, and the cards on them."""

    artifacts: dict[str, Artifact] = {}
    known: dict[str, PictureFacts] = {}
    paths: dict[str, str] = {}
    sprites: list[Sprite] = []

    def draw(
        self,
        request: ProductRequest,
        name: str,
        key: str,
        format: PictureFormat,
        picture: PictureFacts,
        make: Callable[[Tools], bytes],
    ) -> str:
        """Describe a picture by what it shows (``key``); return its address."""
        path = file_name(name, key, format)
        artifact = Artifact(path, KIND, digest((key, request.versions)), make)
        return self.add(artifact, request.hosting.url(request.game.id, path), picture)

    def add(self, artifact: Artifact, url: str, picture: PictureFacts | None) -> str:
        """Add a file, once; return its address."""
        if picture is not None:
            self.known[url] = picture
        self.artifacts[artifact.path] = artifact
        self.paths[url] = artifact.path
        return url

    def cell(self, url: str, index: int) -> SpriteCell:
        """Return a cell of a picture."""
        return SpriteCell(self.paths[url].removeprefix(PICTURES), self.known[url], index)


class TableContents(Struct, frozen=True):
    """All the pieces of a game, with their pictures."""

    pieces: tuple[TablePiece, ...]
    pictures: TablePictures
