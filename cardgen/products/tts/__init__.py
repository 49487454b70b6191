"""The product ``tts``: pictures, a saved object for each deck, and a table with the game set up.

`decks` turns components into pieces, and `objects` writes pieces in the file format of Tabletop
Simulator. `setup` positions all pieces, and `tabletop` makes the save of the whole table with its
script and its buttons. In this package "the game" often means Tabletop Simulator itself. Its
formats are described in its knowledge base (kb.tabletopsimulator.com, "Save File Format" and
"Custom Deck") and its scripting API (api.tabletopsimulator.com). Details that are missing there
come from files that the game wrote.
"""

import json
from collections.abc import Iterator
from itertools import chain

from cardgen.core.diagnostics import ImpositionError
from cardgen.core.fingerprint import digest
from cardgen.core.style import Color
from cardgen.impose.contact import fan
from cardgen.model.components.deck import Deck
from cardgen.products.artifact import Artifact, Tools, content_artifact
from cardgen.products.options import TABLES
from cardgen.products.planning import product
from cardgen.products.request import ProductRequest
from cardgen.products.tts.contents import SPRITES, TableContents, TablePictures, TablePiece, sprites
from cardgen.products.tts.decks import STYLE, deck_piece, pieces
from cardgen.products.tts.names import Guids, SheetKeys
from cardgen.products.tts.objects import Pose, Thing, flat, saved_object
from cardgen.products.tts.setup import table_of
from cardgen.products.tts.tabletop import card_scale, table_save

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
_CLEAR = Color(0.0, 0.0, 0.0, 0.0)


@product(TABLES)
def tts(request: ProductRequest) -> Iterator[Artifact]:
    """Describe the table, decks and pictures for Tabletop Simulator."""
    contents = contents_of(request, leaves_out_errors=True)
    pieces = contents.pieces
    if contents.is_whole:
        boards = (piece.component for piece in pieces if piece.kind == "board")
        decks = (piece.component for piece in pieces if piece.cards)
        save = table_save(request, contents, Guids())
        path = f"{TABLES}/{request.game.id}"
        yield from _save(request, path, save, next(chain(boards, decks), ""))
    for piece in pieces:
        if piece.kind in ("deck", "card"):
            pose = Pose(face_down=piece.face_down, scale=flat(card_scale(piece)))
            save = saved_object([piece.make(pose, Guids())])
            # The table has the game's name. Ids contain no full stop, so ``.deck`` is unambiguous.
            path = f"{TABLES}/{piece.id}" + ".deck" * (piece.id == request.game.id)
            yield from _save(request, path, save, piece.component)
    yield from contents.pictures.artifacts.values()


@product(SPRITES, on_request=True)
def manifest(request: ProductRequest) -> list[Artifact]:
    """Describe the position of each card on the deck pictures, for other programs."""
    return list(sprites(request.game.id, contents_of(request).pictures.sprites))


def contents_of(request: ProductRequest, leaves_out_errors: bool = False) -> TableContents:
    """Return all decks, and all other pieces that the table's ``leave_out`` does not list.

    With ``leaves_out_errors``, components with errors are left out, and the contents are not whole.
    """
    pictures, keys, is_whole = TablePictures(), SheetKeys(), True
    table_pieces: list[TablePiece] = []
    table = table_of(request.game)
    left_out = table.leave_out if table else ()
    for component in request.game.components.values():
        try:
            if isinstance(component, Deck):
                piece = deck_piece(component, request, pictures, keys)
                table_pieces += [piece] if piece else []
            elif component.id not in left_out:
                table_pieces += pieces(component, request, pictures)
        except ImpositionError:
            if not leaves_out_errors:
                raise
            is_whole = False
    return TableContents(tuple(table_pieces), pictures, is_whole)


def dump(save: Thing) -> bytes:
    """Write a save as JSON, with one line for each key, each object and each card."""
    return (_lines(save, "ObjectStates", "") + "\n").encode()


def _lines(save_object: Thing, nested_key: str, indent: str) -> str:
    """Write an object with a line for each key, and for each object under ``nested_key``."""
    inner = indent + " "
    parts = []
    for key, value in save_object.items():
        text = _encode(value)
        if key == nested_key and value:
            text = "[\n" + ",\n".join(_line(item, inner + " ") for item in value) + f"\n{inner}]"
        parts.append(f"{inner}{_encode(key)}: {text}")
    return "{\n" + ",\n".join(parts) + f"\n{indent}}}"


def _line(save_object: Thing, indent: str) -> str:
    if "ContainedObjects" in save_object:
        return indent + _lines(save_object, "ContainedObjects", indent)
    return indent + _encode(save_object)


def _save(request: ProductRequest, path: str, save: Thing, component: str) -> Iterator[Artifact]:
    yield content_artifact(f"{path}.json", TABLES, dump(save))
    if component:
        yield _thumbnail(request, f"{path}.png", component)


def _thumbnail(request: ProductRequest, path: str, component: str) -> Artifact:
    sides = request.sides[component]
    back = request.back(sides[0])
    frames = [back] if back is not None else []
    frames += [request.frames[design.face.id] for design in sides[:2]]
    prints = [frame.fingerprint for frame in frames]
    key = digest((TABLES, "thumbnail", STYLE, prints, request.versions))

    def make(tools: Tools) -> bytes:
        frame = fan(frames, _CLEAR) if len(frames) > 1 else frames[0]
        return tools.camera.thumbnail(frame)

    return Artifact(path, TABLES, key, make)
