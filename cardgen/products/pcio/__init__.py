"""The product ``pcio``: a room of playingcards.io, which VirtualTabletop opens as well.

A room is a ZIP of ``widgets.json``, a flat list of all its widgets, and their pictures. `piles`
turns the set-up of the game into the moves of buttons from pile to pile, `room` positions the
widgets, and this module makes the list.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from cardgen.core.files import make_zip
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Rect
from cardgen.frame import IDENTITY, Frame, Group
from cardgen.layout.canvas import outline
from cardgen.model.cards import Card
from cardgen.model.components.dice import Die
from cardgen.products.artifact import Artifact, Tools
from cardgen.products.options import TABLES
from cardgen.products.pcio.piles import (
    CardGroup,
    Dealer,
    DealTarget,
    Widget,
    button,
    clauses,
    group_cards,
    recall,
)
from cardgen.products.pcio.room import HAND, RoomPlan, across, room_plan
from cardgen.products.planning import product
from cardgen.products.request import ProductRequest
from cardgen.products.tts import contents_of
from cardgen.products.tts.contents import TablePiece
from cardgen.products.tts.names import nickname
from cardgen.products.tts.setup import TableSetup, check_places, set_up

_LONG, _BOARD = 620, 2200
"""The longer side of pictures of cards and of boards, in pixels."""
_LARGEST = 2_000_000
"""Bytes: older importers leave out a picture of two mebibytes."""


class RoomPicture(Struct, frozen=True):
    """A side to draw; ``clear`` pictures are transparent around the outline of the piece."""

    frame: Frame
    size: tuple[int, int]
    clear: bool

    def draw(self, tools: Tools) -> bytes:
        """Return a PNG, with fewer pixels if it would be too large for a room."""
        width, height = self.size
        while True:
            if self.clear:
                data = tools.camera.cutout(self.frame, (width, height))
            else:
                data = tools.camera.grid([self.frame], 1, 1, (width, height), "png")
            if len(data) <= _LARGEST or max(width, height) < _LONG:
                return data
            width, height = width * 3 // 4, height * 3 // 4


class RoomWidgets:
    """The widgets of a game, and the pictures that they show."""

    def __init__(self, request: ProductRequest) -> None:
        self.request = request
        contents = contents_of(request)
        self.table: TableSetup = set_up(request, contents)
        check_places(request, self.table)
        pieces = (self.table.board, *(piece for piece, _, _ in self.table.pieces))
        self.pieces = {piece.id: piece for piece in pieces if piece is not None}
        self.pictures: dict[str, RoomPicture] = {}
        self.z = 0
        on = {piece.id: name for piece, _, name in self.table.pieces}
        self.cards: dict[str, list[Card]] = {}
        self.groups: list[CardGroup] = []
        self.homes: dict[str, str] = {}
        for piece in self.pieces.values():
            for number, group in enumerate(self._groups(piece)):
                self.groups.append(group)
                place = on.get(piece.id) if not number else None
                self.homes[group.id] = f"at-{place}" if place else f"home-{group.id}"
        titles = {group.piece: self._piece_title(group) for group in self.groups}
        self.dealers = [
            Dealer(set_up, self.table.counts[-1], self.groups, self.cards, self.homes, titles)
            for set_up in self.request.game.setup
        ]

    def widgets(self) -> list[Widget]:
        """Return all widgets of the room, the lowest first."""
        targets: dict[str, DealTarget] = {}
        for dealer in self.dealers:
            dealer.deal()
            targets |= dealer.targets
        homes: dict[str, list[CardGroup]] = {}
        for group in self.groups:
            homes.setdefault(self.homes[group.id], []).append(group)
        lying = {id: tuple(groups) for id, groups in homes.items()}
        plan = room_plan(self.table, lying, targets.values())
        widgets = [*self._boards(plan), *self._holders(plan, lying)]
        for group in self.groups:
            widgets += self._deck(group, plan)
        return [*widgets, *self._people(plan), *self._buttons(plan)]

    def _groups(self, piece: TablePiece) -> Iterator[CardGroup]:
        id = piece.id.replace("/", "-")
        if piece.kind in ("token", "standee"):
            yield CardGroup(id, piece.id, piece.size, False, (0,))
        if piece.kind not in ("deck", "card"):
            return
        designs = self._designs(piece)
        copies = [number for number, design in enumerate(designs) for _ in range(design.copies)]
        self.cards[piece.id] = [design.card for design in designs if design.card is not None]
        cards = [self.cards[piece.id][number] for number in copies]
        setups = self.request.game.setup
        groups = list(group_cards(cards, clauses(piece.id, setups, self.table.counts[-1])))
        for number, group in enumerate(groups, 1):
            name = f"{id}-{number}" if len(groups) > 1 else id
            group_copies = tuple(copies[index] for index in group)
            yield CardGroup(name, piece.id, piece.size, piece.face_down, group_copies, group)

    def _designs(self, piece: TablePiece) -> list[Any]:
        if piece.kind in ("token", "standee"):
            return [piece.design]
        sides = self.request.sides[piece.component]
        return [design for design in sides if design.card is not None and design.copies]

    def _note_picture(self, frame: Frame, longest: int, shape: str = "rect") -> str:
        size = frame.size
        scale = longest / max(size.width, size.height)
        pixels = (max(round(size.width * scale), 1), max(round(size.height * scale), 1))
        clear = shape not in ("rect", "card")
        if clear:
            frame = Frame(size, (Group(frame, IDENTITY, outline(shape, size)),))
        name = f"userassets/{digest((frame.fingerprint, pixels))[:16]}.png"
        self.pictures[name] = RoomPicture(frame, pixels, clear)
        return f"package://{name}"

    def _boards(self, plan: RoomPlan) -> Iterator[Widget]:
        for id, box in plan.fixed.items():
            piece = self.pieces[id]
            component = self.request.game.components[piece.component]
            where = {"id": f"{piece.kind}-{id.replace('/', '-')}", **_at(box), "z": self._above()}
            if isinstance(component, Die):
                options = list(range(1, component.faces + 1))
                yield {**where, "type": "spinner", "options": options, "width": 90, "height": 90}
            elif piece.design is not None:
                picture = self._note_picture(self.request.frames[piece.design.face.id], _BOARD)
                yield {**where, "type": "board", "boardImage": picture}

    def _holders(
        self, plan: RoomPlan, lying: Mapping[str, tuple[CardGroup, ...]]
    ) -> Iterator[Widget]:
        for id, spot in plan.holders.items():
            named = next(iter(lying.get(id, ())), None)
            label = ""  # places on a board have their own labels, and tokens need none
            if named is not None and named.piece in self.cards and not id.startswith("at-"):
                label = self._title(named)
            holder = {"id": id, "type": "holder", "label": label, **_at(spot.box)}
            yield {**holder, "z": self._above(), "layoutType": "pile", "allowedDecks": None}

    def _title(self, group: CardGroup) -> str:
        title = self._piece_title(group)
        several = [other_group for other_group in self.groups if other_group.piece == group.piece]
        return f"{title} {several.index(group) + 1}" if len(several) > 1 else title

    def _piece_title(self, group: CardGroup) -> str:
        piece = self.pieces[group.piece]
        is_deck = group.piece in self.cards
        return nickname(
            self.request.game.components[piece.component].title if is_deck else piece.title
        )

    def _deck(self, group: CardGroup, plan: RoomPlan) -> Iterator[Widget]:
        """Yield a collection, and a card for each copy, the first on top."""
        piece, holder = self.pieces[group.piece], self.homes[group.id]
        spot = plan.holders[holder]
        size = across(group.size, spot.scale)
        card_box = Rect(0.0, 0.0, size.width, size.height)
        designs = self._designs(piece)
        types: dict[str, dict[str, str]] = {}
        for number in dict.fromkeys(group.copies):
            design = designs[number]
            face = self._note_picture(self.request.frames[design.face.id], _LONG, piece.outline)
            back = self.request.back(design)
            title = nickname(design.card.title) if design.card is not None else piece.title
            looks = {"label": title, "image": face}
            looks["back"] = face if back is None else self._note_picture(back, _LONG, piece.outline)
            types[self._type(group, number)] = looks
        # A card's own values fill the templates of its collection.
        x, y = spot.box.x, spot.box.y
        yield {
            "id": f"deck-{group.id}",
            "type": "cardDeck",
            "collectionName": self._piece_title(group),
            "parent": holder,
            "x": x,
            "y": y,
            "z": self._above(),
            "cardWidth": size.width,
            "cardHeight": size.height,
            "enlarge": True,
            "cardTypes": types,
            "faceTemplate": _template("image", card_box),
            "backTemplate": _template("back", card_box),
        }
        for copy, number in reversed(list(enumerate(group.copies, 1))):
            yield {
                "id": f"card-{group.id}-{copy}",
                "type": "card",
                "deck": f"deck-{group.id}",
                "cardType": self._type(group, number),
                "parent": holder,
                "x": x,
                "y": y,
                "z": self._above(),
                "faceup": not group.face_down,
            }

    def _type(self, group: CardGroup, number: int) -> str:
        cards = self.cards.get(group.piece)
        return cards[number].id if cards else group.id

    def _people(self, plan: RoomPlan) -> Iterator[Widget]:
        yield {"id": "hand", "type": "hand", **_at(HAND), "z": self._above()}
        for number, box in enumerate(plan.seats):
            seat = {"id": f"seat-{number + 1}", "type": "seat", "seatIndex": number}
            yield {**seat, **_at(box), "z": self._above()}

    def _buttons(self, plan: RoomPlan) -> Iterator[Widget]:
        gather = []
        for face, down in (("faceDown", True), ("faceUp", False)):
            decks = [f"deck-{group.id}" for group in self.groups if group.face_down is down]
            gather += [recall(decks, face)] if decks else []
        box, high = plan.buttons, min(84.0, plan.buttons.height / (len(self.dealers) + 2) - 8)
        routines = [(f"Set up for {dealer.players}", dealer.calls) for dealer in self.dealers]
        for number, (label, calls) in enumerate([*routines, ("Gather", [])]):
            position = {"x": box.x, "y": round(box.y + number * (high + 8), 1), "z": self._above()}
            size = {"width": box.width, "height": high}
            yield button(f"button-{number + 1}", label, [*gather, *calls], **position, **size)
        words = list(dict.fromkeys(line for dealer in self.dealers for line in dealer.words))
        game = self.request.game
        how = "sit down, then press a number of players." if self.dealers else "shuffle and play."
        text = " ".join([f"{game.title}: {how}", *words])
        yield {
            "id": "words",
            "type": "labelText",
            "labelContent": text,
            "textSize": 14,
            "textAlign": "left",
            **_at(plan.words),
            "z": self._above(),
        }

    def _above(self) -> int:
        self.z += 1
        return self.z


def _at(box: Rect) -> dict[str, float]:
    return {"x": box.x, "y": box.y, "width": box.width, "height": box.height}


def _template(field: str, box: Rect) -> Widget:
    picture = {"type": "image", "x": 0, "y": 0, "w": box.width, "h": box.height}
    image = {**picture, "color": "transparent", "valueType": "dynamic", "value": field}
    return {"includeBorder": False, "includeRadius": True, "objects": [image]}


PCIO = "pcio"
SCHEMA = "8"
STYLE = 1
"""Part of every key, to be raised when the same Frames give another room."""


@product(PCIO, on_request=True)
def rooms(request: ProductRequest) -> list[Artifact]:
    """Describe a room of playingcards.io with the game set up; VirtualTabletop reads it, too."""
    room = RoomWidgets(request)
    widgets = room.widgets()
    path = f"{TABLES}/{request.game.id}.pcio"
    pictures = room.pictures
    prints = {name: (picture.frame.fingerprint, picture.size) for name, picture in pictures.items()}
    key = digest((PCIO, STYLE, json.dumps(widgets), sorted(prints.items()), request.versions))

    def make(tools: Tools) -> bytes:
        picture_files = {name: picture.draw(tools) for name, picture in sorted(pictures.items())}
        # As in files that playingcards.io writes: uncompressed, the list first.
        widget_list = json.dumps(widgets, ensure_ascii=False, indent=1).encode()
        files = {"schemaVersion": SCHEMA.encode(), "widgets.json": widget_list, **picture_files}
        return make_zip(files, packed=False)

    return [Artifact(path, PCIO, key, make)]
