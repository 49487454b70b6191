"""Writes the objects of Tabletop Simulator in its file format, with one function for each kind.

The knowledge base lists their keys ("Save File Format"). Names, values and order of the keys in
``defaults.json`` come from files that the game itself wrote. All keys are written, so that a
file differs little after the game has saved it again.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

Thing = dict[str, Any]
"""An object, ready for JSON."""

WHITE = (1.0, 1.0, 1.0)
GREY = (0.713235259, 0.713235259, 0.713235259)
"""The colour that the game gives to cards and decks."""

HEX, CIRCLE, SQUARE = 1, 2, 0
"""The types of a custom tile (scripting API, "Custom Game Objects")."""


class Pose(Struct, frozen=True):
    """Where an object is, in game units (about inches): x to the right, y up, z away from White.

    ``turn`` is about the vertical axis, in degrees; at 180 objects are upright for a player on
    the near side. ``scale`` is one number for all axes, or three.
    """

    x: float = 0.0
    y: float = 1.0
    z: float = 0.0
    turn: float = 180.0
    face_down: bool = False
    scale: float | tuple[float, float, float] = 1.0

    def json(self) -> dict[str, float]:
        """Return all nine numbers, because the game reads a missing scale as 0."""
        scale = self.scale
        along = scale if isinstance(scale, tuple) else (scale, scale, scale)
        numbers = {
            "posX": self.x,
            "posY": self.y,
            "posZ": self.z,
            "rotX": 0.0,
            "rotY": self.turn % 360,
            "rotZ": 180.0 if self.face_down else 0.0,
            "scaleX": along[0],
            "scaleY": along[1],
            "scaleZ": along[2],
        }
        return {name: round(float(value), 4) + 0.0 for name, value in numbers.items()}


def flat(scale: float) -> tuple[float, float, float]:
    """Return the scale of a flat object, which keeps its thickness."""
    return scale, 1.0, scale


class Label(Struct, frozen=True):
    """The texts of an object: its name, its tooltip, and notes and tags for scripts."""

    guid: str
    nickname: str = ""
    description: str = ""
    notes: str = ""
    tags: tuple[str, ...] = ()


class DeckImage(Struct, frozen=True):
    """A picture of one or many cards, as decks refer to it.

    Players see hidden cards, such as those in another player's hand, as the back if
    ``back_is_hidden`` is true, else as the last cell.
    """

    key: int
    face: str
    back: str
    columns: int
    rows: int
    unique_back: bool = False
    back_is_hidden: bool = True

    def json(self) -> dict[str, Any]:
        """Return an entry of `CustomDeck`."""
        return {
            "FaceURL": self.face,
            "BackURL": self.back,
            "NumWidth": self.columns,
            "NumHeight": self.rows,
            "BackIsHidden": self.back_is_hidden,
            "UniqueBack": self.unique_back,
            "Type": 0,
        }


def _object(
    name: str,
    label: Label,
    pose: Pose,
    keys: Mapping[str, Any] | None = None,
    color: tuple[float, ...] = WHITE,
) -> Thing:
    """Return an object with the default keys, and the ``keys`` of its kind before the scripts."""
    object_keys: Thing = {
        **defaults()["object"],
        "GUID": label.guid,
        "Name": name,
        "Transform": pose.json(),
        "Nickname": label.nickname,
        "Description": label.description,
        "GMNotes": label.notes,
        "ColorDiffuse": dict(zip("rgba", color, strict=False)),
        "Tags": list(label.tags),
    }
    if not label.tags:
        del object_keys["Tags"]
    return {**object_keys, **(keys or {}), **defaults()["scripts"]}


@cache
def defaults() -> Mapping[str, Thing]:
    """Return the keys of objects and saves with the values that most of them have."""
    file = Path(__file__).with_name("defaults.json")
    return dict(json.loads(file.read_text(encoding="utf-8")))


def card(label: Label, pose: Pose, sheet: DeckImage, cell: int) -> Thing:
    """Return a single card, which shows one cell of a sheet."""
    keys = {
        "HideWhenFaceDown": True,
        "Hands": True,
        "CardID": sheet.key * 100 + cell,
        "SidewaysCard": False,
        "CustomDeck": {str(sheet.key): sheet.json()},
    }
    return _object("Card", label, pose, keys, GREY)


def deck(label: Label, pose: Pose, cards: Sequence[Thing]) -> Thing:
    """Return a deck of at least two cards."""
    sheets = {key: sheet for card in cards for key, sheet in card["CustomDeck"].items()}
    keys = {
        "HideWhenFaceDown": True,
        "SidewaysCard": False,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": dict(sorted(sheets.items(), key=lambda entry: int(entry[0]))),
        "ContainedObjects": list(cards),
    }
    return _object("DeckCustom", label, pose, keys, GREY)


def _image(face: str, back: str, ratio: float = 0.0, **extra_keys: Any) -> Thing:
    picture = {"ImageURL": face, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": ratio}
    return {"CustomImage": picture | extra_keys}


def board(label: Label, pose: Pose, image: str, ratio: float) -> Thing:
    """Return a locked board; ``ratio`` is the width of its picture divided by the height."""
    keys = {"Locked": True, **_image(image, "", round(ratio, 6))}
    return _object("Custom_Board", label, pose, keys)


def tile(label: Label, pose: Pose, face: str, back: str, shape: int) -> Thing:
    """Return a token, as a thick tile; without a back, both sides show the face."""
    tile = {"Type": shape, "Thickness": 0.1, "Stackable": False, "Stretch": True}
    return _object("Custom_Tile", label, pose, _image(face, back, CustomTile=tile))


def standee(label: Label, pose: Pose, face: str, back: str) -> Thing:
    """Return a standing figure with a base; without a back, both sides show the face."""
    return _object("Figurine_Custom", label, pose, _image(face, back))


def booklet(label: Label, pose: Pose, url: str) -> Thing:
    """Return a rule booklet whose pages can be turned on the table."""
    keys = {"CustomPDF": {"PDFUrl": url, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}}
    return _object("Custom_PDF", label, pose, keys)


_D6 = ((1, -90, 0, 0), (2, 0, 0, 0), (3, 0, 0, -90), (4, 0, 0, 90), (5, 0, 0, -180), (6, 90, 0, 0))


def die(label: Label, pose: Pose, faces: int, color: tuple[float, ...]) -> Thing:
    """Return one of the game's own dice: 6 or 20 faces.

    `RotationValues` map each value to the turn of the die that shows it. They are written only for
    the D6, from files of the game; the game has built-in values for the other dice.
    """
    keys: Thing = {"MaterialIndex": 0}
    if faces == 6:
        keys["RotationValues"] = [
            {"Value": value, "Rotation": {"x": float(x), "y": float(y), "z": float(z)}}
            for value, x, y, z in _D6
        ]
    name = "Die_6_Rounded" if faces == 6 else f"Die_{faces}"
    return _object(name, label, pose, keys, color)


def counter(label: Label, pose: Pose, value: int, color: tuple[float, ...]) -> Thing:
    """Return one of the game's own counters, which shows a number and has buttons to change it."""
    return _object("Counter", label, pose, {"Counter": {"value": value}}, color)


def hand_zone(guid: str, seat: str, color: tuple[float, ...], pose: Pose) -> Thing:
    """Return the zone in front of a seat whose cards are the hand of that player."""
    keys = {"Locked": True, "Grid": False, "FogColor": seat}
    return _object("HandTrigger", Label(guid), pose, keys, (*color, 0.0))


def saved_object(objects: Iterable[Thing]) -> Thing:
    """Return the file of a saved object: a save without a name and other texts."""
    return {**defaults()["saved object"], "ObjectStates": list(objects)}


def everything(save: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield all objects of a save, including those in containers and in states."""
    for item in save["ObjectStates"]:
        yield item
        if "ContainedObjects" in item or "States" in item:
            inner = [*item.get("ContainedObjects", ()), *item.get("States", {}).values()]
            yield from everything({"ObjectStates": inner})
