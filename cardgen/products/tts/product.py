"""The product ``tts``: pictures, a saved object a deck, and the whole table, for one game."""

from __future__ import annotations

import json
from functools import partial

from cardgen.core.color import Color
from cardgen.core.errors import OutputError
from cardgen.core.fingerprint import digest
from cardgen.frame import Frame
from cardgen.impose.contact import fan
from cardgen.model.components.deck import Deck
from cardgen.products.artifact import Artifact
from cardgen.products.hosting import KIND
from cardgen.products.order import Order, product
from cardgen.products.tts import problems
from cardgen.products.tts.contents import TableContents, TablePictures, TablePiece
from cardgen.products.tts.decks import STYLE, deck_piece
from cardgen.products.tts.lint import faults
from cardgen.products.tts.names import Guids, SheetKeys
from cardgen.products.tts.objects import Pose, Thing, flat, saved_object
from cardgen.products.tts.pieces import pieces
from cardgen.products.tts.tabletop import card_scale, table_of, table_save

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
_CLEAR = Color(0.0, 0.0, 0.0, 0.0)


@product(KIND)
def tts(order: Order) -> list[Artifact]:
    """Describe the pictures, the saved objects and the table.

    Raises OutputError where a file would not load or two would have one name.
    """
    stock = stock_of(order)
    artifacts = _table(order, stock)
    for piece in stock.pieces:
        if piece.kind in ("deck", "card"):
            artifacts += _saved(order, piece, stock)
    return [*stock.pictures.artifacts.values(), *artifacts]


def stock_of(order: Order) -> TableContents:
    """Return everything that goes on the table, and all decks, with their pictures."""
    pictures, keys = TablePictures(), SheetKeys()
    found: list[TablePiece] = []
    table = table_of(order.game)
    left_out = table.leave_out if table else ()
    for component in order.game.components.values():
        if isinstance(component, Deck):
            if component.id == order.game.id:
                raise OutputError(problems.name_taken(component.at, component.id))
            piece = deck_piece(component, order, pictures, keys)
            found += [piece] if piece else []
        elif component.id not in left_out:
            found += pieces(component, order, pictures)
    return TableContents(tuple(found), pictures)


def dump(save: Thing) -> bytes:
    """Write a file of the game as JSON: a key, an object, a card on each line."""
    return (_lines(save, "ObjectStates", "") + "\n").encode()


def _lines(thing: Thing, things: str, indent: str) -> str:
    """Write an object over as many lines as it has keys; those in it are lines of their own."""
    inner = indent + " "
    parts = []
    for key, value in thing.items():
        shown = _encode(value)
        if key == things and value:
            shown = "[\n" + ",\n".join(_line(one, inner + " ") for one in value) + f"\n{inner}]"
        parts.append(f"{inner}{_encode(key)}: {shown}")
    return "{\n" + ",\n".join(parts) + f"\n{indent}}}"


def _line(thing: Thing, indent: str) -> str:
    if "ContainedObjects" in thing:
        return indent + _lines(thing, "ContainedObjects", indent)
    return indent + _encode(thing)


def _checked(order: Order, file: str, save: Thing, stock: TableContents) -> bytes:
    """Write a save that keeps the rules of its format."""
    wrong = faults(save, stock.pictures.known)
    if wrong:
        raise OutputError(problems.broken_save(None, f"{order.game.id}/{file}", tuple(wrong)))
    return dump(save)


def _saved(order: Order, piece: TablePiece, stock: TableContents) -> list[Artifact]:
    """Describe the saved object of a deck, and the picture that the game lists it with."""
    path = f"{KIND}/{piece.id}"
    thing = piece.make(Pose(face_down=piece.face_down, scale=flat(card_scale(piece))), Guids())
    data = _checked(order, f"{path}.json", saved_object([thing]), stock)
    return [_json(f"{path}.json", data), _thumbnail(order, f"{path}.png", piece.component)]


def _json(path: str, data: bytes) -> Artifact:
    return Artifact(path, KIND, digest((KIND, data)), partial(bytes, data))


def _table(order: Order, stock: TableContents) -> list[Artifact]:
    path = f"{KIND}/{order.game.id}"
    save = table_save(order, stock, Guids())
    data = _checked(order, f"{path}.json", save, stock)
    board = next((piece.component for piece in stock.pieces if piece.kind == "board"), None)
    first = board or next((piece.component for piece in stock.pieces if piece.cards), None)
    found = [_json(f"{path}.json", data)]
    if first is not None:
        found.append(_thumbnail(order, f"{path}.png", first))
    return found


def _thumbnail(order: Order, path: str, component: str) -> Artifact:
    """Describe the small picture of a component: its back and its first faces in a fan."""
    sides = order.sides[component]
    ids = [sides[0].back.id] if sides[0].back else []
    ids += [one.face.id for one in sides[:2]]
    prints = [order.fingerprints[id] for id in ids[:3]]
    key = digest((KIND, "thumbnail", STYLE, prints, order.press.versions))

    def make() -> bytes:
        frames: list[Frame] = [order.press.frame(one) for one in prints]
        shown = fan(frames, _CLEAR) if len(frames) > 1 else frames[0]
        return order.press.camera.thumbnail(shown)

    return Artifact(path, KIND, key, make)
