"""A table of Tabletop Simulator as far as our scripts go: objects, hands, decks, time.

It runs a save's Lua in a real Lua 5.2 and knows only what the game's documentation names: an
attribute or a function that is not there fails here as it would there. Nothing falls or merges;
cards that lie on one spot are found together by `Table.cards_at`.
"""

import json
import random
from xml.etree import ElementTree

NATURAL = {"Custom_Board": (19.0, 0.3, 12.0), "Figurine_Custom": (1.3, 2.6, 0.6)}
"""Sizes at scale 1: made up where the game keeps them secret; scripts must measure."""
CARD = (2.2, 0.02, 3.1)


class Thing:
    """An object on the table, with the members that scripts may use."""

    def __init__(self, table, data):
        self._table = table
        self._data = data
        self._cards = list(data.get("ContainedObjects", ()))
        at = data["Transform"]
        self._position = (at["posX"], at["posY"], at["posZ"])
        self._rotation = (at["rotX"], at["rotY"], at["rotZ"])
        self._scale = (at["scaleX"], at["scaleY"], at["scaleZ"])
        self._hand = ""
        self._loads_at = table.frame + (table.loading if "Custom" in data["Name"] else 0)
        self.guid = data["GUID"]
        self.spawning = False
        self.remainder = None

    @property
    def is_object(self):
        """Whether it is more than a zone."""
        return self._data["Name"] != "HandTrigger"

    @property
    def type(self):
        """What the game calls the kind of the object."""
        name = self._data["Name"]
        if name in ("Card", "CardCustom"):
            return "Card"
        if name in ("Deck", "DeckCustom"):
            return "Deck"
        return {"Custom_Board": "Board", "Figurine_Custom": "Figurine"}.get(name, "Generic")

    @property
    def loading_custom(self):
        """Whether its picture is still on the way."""
        return self._table.frame < self._loads_at

    def getJSON(self, indented=True):
        pose = zip(
            ("pos", "rot", "scale"), (self._position, self._rotation, self._scale), strict=True
        )
        where = {f"{a}{b}": n for a, three in pose for b, n in zip("XYZ", three, strict=True)}
        data = {**self._data, "GUID": self.guid, "Transform": where}
        if self._cards:
            data["ContainedObjects"] = self._cards
        return json.dumps(data, indent=1 if indented else None)

    def destruct(self):
        self._table.things.remove(self)
        return True

    def getGUID(self):
        return str(self.guid)

    def getName(self):
        return str(self._data["Nickname"])

    def getGMNotes(self):
        return str(self._data["GMNotes"])

    def getQuantity(self):
        return len(self._cards) if self.type == "Deck" else -1

    def getPosition(self):
        return self._table.vector(self._position)

    def setPosition(self, at):
        self._position = self._table.numbers(at)
        self._hand = ""
        return True

    def getRotation(self):
        return self._table.vector(self._rotation)

    def setRotation(self, at):
        self._rotation = self._table.numbers(at)
        return True

    def getScale(self):
        return self._table.vector(self._scale)

    def setScale(self, at):
        self._scale = self._table.numbers(at)
        return True

    def getBoundsNormalized(self):
        size = self._table.vector(self.true_size())
        return self._table.lua.table_from({"size": size})

    def true_size(self):
        """How large it is, by a scale-1 size that only the table knows."""
        name = self._data["Name"]
        if self.loading_custom:
            return 1.0, 1.0, 1.0
        base = CARD if self.type in ("Card", "Deck") else NATURAL.get(name, (2.0, 0.2, 2.0))
        if name == "Custom_Board":
            base = (base[0], base[1], base[0] / self._data["CustomImage"]["WidthScale"])
        x, y, z = (one * scale for one, scale in zip(base, self._scale, strict=True))
        return x, y, z

    def shuffle(self):
        assert self.type == "Deck", "only a deck can be shuffled"
        self._table.random.shuffle(self._cards)
        return True

    def getObjects(self):
        rows = [
            self._table.lua.table_from(
                {
                    "index": index,
                    "guid": card["GUID"],
                    "nickname": card["Nickname"],
                    "name": card["Nickname"],
                    "description": card["Description"],
                    "gm_notes": card["GMNotes"],
                }
            )
            for index, card in enumerate(self._cards)
        ]
        return self._table.lua.table_from(rows)

    def takeObject(self, how):
        assert self.type == "Deck", "only a deck has objects to take"
        assert self in self._table.things, "the deck is no more"
        index = how["index"] if how["index"] is not None else 0
        card = self._table.spawn(self._cards.pop(int(index)), self)
        if how["position"] is not None:
            card.setPosition(how["position"])
        if how["rotation"] is not None:
            card.setRotation(how["rotation"])
        self._shrink()
        return card

    def deal(self, number, color):
        assert color in self._table.seats, f"nobody can sit at {color}"
        if self.type == "Card":
            assert number == 1
            self._hand = color
            return True
        for _ in range(number):
            self._table.spawn(self._cards.pop(0), self)._hand = color
        self._shrink()
        return True

    def putObject(self, other):
        assert self.type == "Deck"
        self._cards += other._cards or [other._data]
        self._table.things.remove(other)
        return self

    def _shrink(self):
        if len(self._cards) == 1:
            self.remainder = self._table.spawn(self._cards.pop(), self)
        if not self._cards:
            self._table.things.remove(self)


class Table:
    """A save, loaded."""

    def __init__(self, save, sitting=(), seed=1, state="", loading=0):
        from lupa.lua52 import LuaRuntime

        self.frame = 0
        self.loading = loading
        self.save = save
        self.random = random.Random(seed)
        self.lua = LuaRuntime(unpack_returned_tuples=True, register_eval=False)
        # What Lua collects, lupa may take for another object that lies at the same address.
        self.lua.execute("collectgarbage('stop')")
        self.said = []
        self.attributes = {}
        self.things = [Thing(self, data) for data in save["ObjectStates"]]
        self.seats = {
            data["FogColor"]: data for data in save["ObjectStates"] if data["Name"] == "HandTrigger"
        }
        self._later = []
        self._running = []
        self._waiting = []
        self._install(sitting)
        self.lua.execute(save["LuaScript"])
        self.call("onLoad", state)
        self.run()

    def _install(self, sitting):
        env = self.lua.globals()
        for name in ("io", "os", "require", "dofile", "loadfile", "package", "python", "debug"):
            env[name] = None
        env.Global = "Global"
        env.getObjectFromGUID = self.find
        env.broadcastToAll = lambda text, color=None: self.said.append(text)
        env.getSeatedPlayers = lambda: self.lua.table_from(list(sitting))
        env.startLuaCoroutine = self._start
        env.Wait = self.lua.table_from(
            {
                "time": lambda work, seconds, repeat=None: self._later.append(work),
                "frames": lambda work, frames=1: self._later.append(work),
                "condition": lambda work, met: self._waiting.append((work, met)),
            }
        )
        env.getObjects = lambda: self.lua.table_from([t for t in self.things if t.is_object])
        env.spawnObjectJSON = self._spawn_json
        turns = self.save["Turns"]
        env.Turns = self.lua.table_from(
            {
                "enable": turns["Enable"],
                "type": turns["Type"] + 1,
                "order": self.lua.table_from(turns["TurnOrder"]),
                "turn_color": turns["TurnColor"],
            }
        )
        env.JSON = self.lua.table_from({"decode": self._decode, "encode": self._encode})
        env.UI = self.lua.table_from({"setAttribute": self._attribute})
        env.Player = self.lua.table_from(
            {
                color: self.lua.table_from({"getHandObjects": lambda c=color: self._hand(c)})
                for color in self.seats
            }
        )

    def _start(self, owner, name):
        assert owner == "Global"
        self._running.append(self.lua.globals()[name].coroutine())
        return True

    def _hand(self, color):
        return self.lua.table_from(self.hand(color))

    def _attribute(self, id, name, value):
        self.attributes[id, name] = value
        return True

    def _decode(self, text):
        return self.lua.table_from(json.loads(text), recursive=True)

    def _encode(self, value):
        def plain(one):
            return {k: plain(v) for k, v in one.items()} if hasattr(one, "items") else one

        return json.dumps(plain(value))

    def _spawn_json(self, how):
        data = json.loads(how["json"])
        while any(thing.guid == data["GUID"] for thing in self.things):
            data["GUID"] = f"{self.random.randrange(16**6):06x}"
        self.things.append(Thing(self, data))
        return self.things[-1]

    def vector(self, numbers):
        """Turn three numbers into what the game calls a vector."""
        return self.lua.table_from(dict(zip("xyz", numbers, strict=True)))

    def numbers(self, vector):
        """Read a vector that a script wrote: by name or by number."""
        named = [vector[axis] for axis in "xyz"]
        x, y, z = named if named[0] is not None else [vector[index] for index in (1, 2, 3)]
        return float(x), float(y), float(z)

    def spawn(self, data, where):
        """Put a card out of a deck on the table."""
        card = Thing(self, data)
        card._position, card._rotation = where._position, where._rotation
        card._scale = where._scale
        self.things.append(card)
        return card

    def call(self, name, *values):
        """Call a function of the script."""
        return self.lua.globals()[name](*values)

    def run(self, frames=200_000):
        """Let time pass until nothing is waiting."""
        for _ in range(frames):
            if not (self._running or self._later or self._waiting):
                return
            self.step()
        raise AssertionError("the script never ends")

    def step(self, frames=1):
        """Let so many frames pass."""
        for _ in range(frames):
            self.frame += 1
            waiting, self._waiting = self._waiting, []
            for work, met in waiting:
                if met():
                    work()
                else:
                    self._waiting.append((work, met))
            later, self._later = self._later, []
            for work in later:
                work()
            for routine in list(self._running):
                try:
                    next(routine)
                except StopIteration:
                    self._running.remove(routine)

    def press(self, count):
        """Press the button for a number of players, and wait."""
        self.call("pressed", None, "", str(count))
        self.run()

    def click(self, id):
        """Click a button that is on the screen; what it does takes time."""
        root = ElementTree.fromstring(f"<XmlLayout>{self.save['XmlUI']}</XmlLayout>")
        [way] = [
            (panel, one) for panel in root for one in panel.iter("Button") if one.get("id") == id
        ]
        panel, button = way
        name = panel.get("id", "")
        shown = self.attributes.get((name, "active"), panel.get("active", "true"))
        assert shown == "true", f"nobody can see the button `{id}`"
        self.call(button.get("onClick", ""), None, "", id)

    # ---- looking at the table ---------------------------------------------------------------

    def find(self, guid):
        """Return the object of that name."""
        return next((thing for thing in self.things if thing.guid == guid), None)

    def hand(self, color):
        """Return the cards that a player holds."""
        return [thing for thing in self.things if thing._hand == color]

    def lying(self):
        """Walk all cards that nobody holds, with the object that holds each."""
        for thing in self.things:
            if thing.type == "Card" and not thing._hand:
                yield thing, thing._data
            elif thing.type == "Deck":
                yield from ((thing, card) for card in thing._cards)

    def cards_at(self, spot, reach=0.6):
        """Return the cards on a spot, a place of the script or a pair of numbers."""
        x, z = (spot["x"], spot["z"]) if not isinstance(spot, tuple) else spot
        return [
            card
            for thing, card in self.lying()
            if abs(thing._position[0] - x) < reach and abs(thing._position[2] - z) < reach
        ]

    def place(self, name):
        """Return where a place of the board is."""
        found = self.lua.globals()["PLACES"][name]
        assert found is not None, f"there is no place `{name}`"
        return found["x"], found["z"]

    def piece(self, id):
        """Return the object of a piece."""
        found = self.find(self.lua.globals()["PIECES"][id]["guid"])
        assert found is not None
        return found

    def face_up(self, name):
        """Whether the cards on a place lie face up."""
        x, z = self.place(name)
        turns = {
            thing._rotation[2]
            for thing, _ in self.lying()
            if abs(thing._position[0] - x) < 0.6 and abs(thing._position[2] - z) < 0.6
        }
        assert len(turns) == 1, turns
        return turns == {0.0}


def data_of(card):
    """Return what a card says of itself."""
    return json.loads(card["GMNotes"])
