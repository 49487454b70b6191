"""The objects of Tabletop Simulator as its files hold them: one function a kind.

Key names, defaults and order are those of files that the game wrote; all keys are written, so
that a file saved again by the game differs little.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Thing = dict[str, Any]
"""An object, ready for JSON."""

WHITE = (1.0, 1.0, 1.0)
GREY = (0.713235259, 0.713235259, 0.713235259)
"""What the game itself gives cards and decks."""

HEX, CIRCLE, SQUARE = 1, 2, 0
"""Types of a custom tile."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where an object is, in game units (about inches): x to the right, y up, z away from White.

    ``turn`` is about the vertical, in degrees; 180 is upright for who sits at the near side.
    ``scale`` is one number for all axes or three.
    """

    x: float = 0.0
    y: float = 1.0
    z: float = 0.0
    turn: float = 180.0
    face_down: bool = False
    scale: float | tuple[float, float, float] = 1.0
    lean: float = 0.0

    def json(self) -> dict[str, float]:
        """Return all nine numbers: a missing scale would be read as nothing."""
        scale = self.scale
        along = scale if isinstance(scale, tuple) else (scale, scale, scale)
        numbers = {
            "posX": self.x,
            "posY": self.y,
            "posZ": self.z,
            "rotX": self.lean,
            "rotY": self.turn % 360,
            "rotZ": 180.0 if self.face_down else 0.0,
            "scaleX": along[0],
            "scaleY": along[1],
            "scaleZ": along[2],
        }
        return {name: round(float(value), 4) + 0.0 for name, value in numbers.items()}


def flat(scale: float) -> tuple[float, float, float]:
    """Scale a thing that lies flat, and leave its thickness as it is."""
    return scale, 1.0, scale


@dataclass(frozen=True, slots=True)
class Label:
    """What an object is called and says."""

    guid: str
    nickname: str = ""
    description: str = ""
    notes: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeckImage:
    """A picture of many cards, or of one, as decks refer to it."""

    key: int
    face: str
    back: str
    columns: int
    rows: int
    unique_back: bool = False
    back_is_hidden: bool = True

    def json(self) -> dict[str, Any]:
        """Return the entry of `CustomDeck`."""
        return {
            "FaceURL": self.face,
            "BackURL": self.back,
            "NumWidth": self.columns,
            "NumHeight": self.rows,
            "BackIsHidden": self.back_is_hidden,
            "UniqueBack": self.unique_back,
            "Type": 0,
        }


def _base(
    name: str,
    label: Label,
    pose: Pose,
    *,
    color: tuple[float, ...] = WHITE,
    locked: bool = False,
    hands: bool = False,
    hides: bool = False,
    grid: bool = True,
    more: Mapping[str, Any] | None = None,
) -> Thing:
    """Return what all objects have, with what a kind adds before the scripts."""
    thing: Thing = {
        "GUID": label.guid,
        "Name": name,
        "Transform": pose.json(),
        "Nickname": label.nickname,
        "Description": label.description,
        "GMNotes": label.notes,
        "AltLookAngle": {"x": 0.0, "y": 0.0, "z": 0.0},
        "ColorDiffuse": dict(zip("rgba", color, strict=False)),
    }
    if label.tags:
        thing["Tags"] = list(label.tags)
    thing |= {
        "LayoutGroupSortIndex": 0,
        "Value": 0,
        "Locked": locked,
        "Grid": grid,
        "Snap": True,
        "IgnoreFoW": False,
        "MeasureMovement": False,
        "DragSelectable": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "HideWhenFaceDown": hides,
        "Hands": hands,
        **(more or {}),
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }
    return thing


def card(label: Label, pose: Pose, sheet: DeckImage, cell: int) -> Thing:
    """Return a single card: a cell of a sheet."""
    more = {
        "CardID": sheet.key * 100 + cell,
        "SidewaysCard": False,
        "CustomDeck": {str(sheet.key): sheet.json()},
    }
    return _base("Card", label, pose, color=GREY, hands=True, hides=True, more=more)


def deck(label: Label, pose: Pose, cards: Sequence[Thing]) -> Thing:
    """Return a deck of at least two cards, the first on top of the list."""
    sheets = {key: sheet for one in cards for key, sheet in one["CustomDeck"].items()}
    more = {
        "SidewaysCard": False,
        "DeckIDs": [one["CardID"] for one in cards],
        "CustomDeck": dict(sorted(sheets.items(), key=lambda entry: int(entry[0]))),
        "ContainedObjects": list(cards),
    }
    return _base("DeckCustom", label, pose, color=GREY, hides=True, more=more)


def board(label: Label, pose: Pose, image: str, ratio: float) -> Thing:
    """Return a board, locked; ``ratio`` is the picture's width over its height."""
    picture = {
        "ImageURL": image,
        "ImageSecondaryURL": "",
        "ImageScalar": 1.0,
        "WidthScale": round(ratio, 6),
    }
    return _base("Custom_Board", label, pose, locked=True, more={"CustomImage": picture})


def tile(label: Label, pose: Pose, face: str, back: str, shape: int) -> Thing:
    """Return a token as a thick tile; an empty back shows the face."""
    picture = {
        "ImageURL": face,
        "ImageSecondaryURL": back,
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        "CustomTile": {"Type": shape, "Thickness": 0.1, "Stackable": False, "Stretch": True},
    }
    return _base("Custom_Tile", label, pose, more={"CustomImage": picture})


def standee(label: Label, pose: Pose, face: str, back: str) -> Thing:
    """Return a figure that stands on a base; an empty back shows the face."""
    picture = {
        "ImageURL": face,
        "ImageSecondaryURL": back,
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
    }
    return _base("Figurine_Custom", label, pose, more={"CustomImage": picture})


def booklet(label: Label, pose: Pose, url: str) -> Thing:
    """Return a rule booklet that lies on the table and can be leafed through."""
    more = {"CustomPDF": {"PDFUrl": url, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}}
    return _base("Custom_PDF", label, pose, more=more)


_D6 = ((1, -90, 0, 0), (2, 0, 0, 0), (3, 0, 0, -90), (4, 0, 0, 90), (5, 0, 0, -180), (6, 90, 0, 0))


def die(label: Label, pose: Pose, faces: int, color: tuple[float, ...]) -> Thing:
    """Return one of the game's own dice: 6 or 20 faces.

    The turns that show each value are written for the six alone, whose have been read from files of
    the game; it knows those of its own dice anyway.
    """
    more: dict[str, Any] = {"MaterialIndex": 0}
    if faces == 6:
        more["RotationValues"] = [
            {"Value": value, "Rotation": {"x": float(x), "y": float(y), "z": float(z)}}
            for value, x, y, z in _D6
        ]
    name = "Die_6_Rounded" if faces == 6 else f"Die_{faces}"
    return _base(name, label, pose, color=color, more=more)


def hand_zone(guid: str, seat: str, color: tuple[float, ...], pose: Pose) -> Thing:
    """Return the zone in front of a seat in which cards are that player's hand."""
    return _base(
        "HandTrigger",
        Label(guid),
        pose,
        color=(*color, 0.0),
        locked=True,
        grid=False,
        more={"FogColor": seat},
    )


def saved_object(things: Iterable[Thing]) -> Thing:
    """Return the file of a saved object: a save whose own texts are empty."""
    return {
        "SaveName": "",
        "Date": "",
        "VersionNumber": "",
        "GameMode": "",
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": "",
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": list(things),
    }
