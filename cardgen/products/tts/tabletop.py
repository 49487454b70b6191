"""The save of a whole table, with all pieces in their places, and the script that sets it up.

There is a button for each number of players. The script joins three texts: Lua tables, written here
from the data of the game; the functions that all tables share (``runtime.lua``); and the game's own
template with the steps of its set-up. It is Lua 5.2 for MoonSharp, the interpreter in Tabletop
Simulator.

Counters are in front of the seat of each player or, if all players share them, in a corner. For the
preview, `pieces_after` returns the table after the script has run.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Size
from cardgen.core.units import MM_PER_INCH
from cardgen.model.components.table import TableCounter, VirtualTable
from cardgen.model.expansion import assumption_lines
from cardgen.model.game import Game
from cardgen.model.locale.plurals import plural_rule
from cardgen.model.locale.printed import TABLE_WORDS
from cardgen.model.richtext import escape
from cardgen.model.setup.values import BOX, NOBODY, SetUp, Spot
from cardgen.products.request import ProductRequest
from cardgen.products.tts import objects
from cardgen.products.tts.contents import TableContents, TablePiece
from cardgen.products.tts.lua import literal, setup_script
from cardgen.products.tts.names import Guids, clean, nickname
from cardgen.products.tts.objects import WHITE, Label, Pose, Thing, defaults, everything, flat
from cardgen.products.tts.setup import (
    FELT,
    UNUSED,
    Seat,
    TablePlace,
    TableSetup,
    check_places,
    draw_felt,
    set_up,
)
from cardgen.template.pages import fill_template

SURFACE = 1.06
"""The height of the felt; pieces start a little above it and drop."""
CARD_WIDTH = 2.2
"""The width of a poker card at scale 1, in game units."""
_ABOVE = 0.6


def table_save(request: ProductRequest, contents: TableContents, guids: Guids) -> Thing:
    """Return the save of the whole table; raises OutputError if the set-up names no real place."""
    plan = set_up(request, contents)
    check_places(request, plan)
    cloth = draw_felt(request, plan.table, contents.pictures)
    save_objects = [seat.zone(guids) for seat in plan.seats]
    counters = list(placed_counters(plan))
    poses = [*laid_out(plan), *((piece, _pose(piece, place)) for piece, place in counters)]
    objects = {piece.id: piece.make(pose, guids) for piece, pose in poses}
    save_objects += objects.values()
    game = plan.game
    guid_of = {id: save_object["GUID"] for id, save_object in objects.items()}
    pieces = [*((piece, place) for piece, place, _ in plan.pieces), *counters]
    turns = [seat.color for seat in plan.seats] if plan.has_turns else []
    empty = defaults()["table"]
    return {
        **empty,
        "SaveName": clean(game.title),
        "EpochTime": int(datetime.fromisoformat(f"{game.date or '1970-01-01'}T00Z").timestamp()),
        "Date": game.date,
        "GameMode": clean(game.title),
        "PlayerCounts": [plan.counts[0], plan.counts[-1]],
        "TableURL": cloth,
        "TabStates": _notebook(plan),
        "ComponentTags": _tags(save_objects),
        # The script sets the turns anew for those who play.
        "Turns": {**empty["Turns"], "Enable": bool(turns), "TurnOrder": turns},
        "SnapPoints": [_snap(place) for place in plan.places.values()],
        "LuaScript": lua(request, plan, guid_of, pieces),
        "XmlUI": panel(plan),
        "ObjectStates": save_objects,
    }


def laid_out(plan: TableSetup) -> Iterator[tuple[TablePiece, Pose]]:
    """Yield all pieces on the table with their poses: the board first, later pieces on top."""
    if plan.board is not None:
        # An estimate: the script measures the board and sets the exact scale.
        size = plan.board.size
        scale = max(size.width, size.height) / MM_PER_INCH / 20.0
        yield plan.board, Pose(y=SURFACE, scale=flat(scale))
    yield from ((piece, _pose(piece, place)) for piece, place, _ in plan.pieces)


def card_scale(piece: TablePiece) -> float:
    """Return the scale at which a card has its true size, one game unit being an inch."""
    return piece.size.width / MM_PER_INCH / CARD_WIDTH


def _pose(piece: TablePiece, place: TablePlace) -> Pose:
    height = SURFACE + _ABOVE
    match piece.kind:
        case "deck" | "card":
            scale = flat(card_scale(piece))
            return Pose(place.x, height, place.z, face_down=piece.face_down, scale=scale)
        case "token" | "booklet":
            scale = flat(piece.size.width / MM_PER_INCH / 2)
            return Pose(place.x, height, place.z, scale=scale)
        case "standee":
            return Pose(place.x, height, place.z, scale=piece.size.height / MM_PER_INCH / 2.5)
    return Pose(place.x, height, place.z)


def snap_turn(place: TablePlace) -> float:
    """Return the turn of pieces that snap to a place: cards are turned sideways on a wide one."""
    turned = place.width > place.depth * 1.2
    return 270.0 if turned and place.width < 4 else 180.0


def _snap(place: TablePlace) -> dict[str, Any]:
    return {
        "Position": {"x": round(place.x, 4), "y": round(SURFACE, 4), "z": round(place.z, 4)},
        "Rotation": {"x": 0.0, "y": snap_turn(place), "z": 0.0},
    }


def _tags(save_objects: Iterable[Thing]) -> dict[str, Any]:
    all = everything({"ObjectStates": list(save_objects)})
    worn = {tag for save_object in all for tag in save_object.get("Tags", ())}
    return {"labels": [{"displayed": tag, "normalized": tag.lower()} for tag in sorted(worn)]}


def _notebook(plan: TableSetup) -> dict[str, Any]:
    game, table = plan.game, plan.table
    summary = table.summary.plain if table and table.summary else game.subtitle or game.title
    assumed = [
        f"- {line.text} ({line.why})" if line.why else f"- {line.text}"
        for line in assumption_lines(game)
    ]
    credits = [credit.plain for credit in game.credits]
    about = "\n".join([f"{game.title} {game.version}".strip(), *credits, "", *assumed])
    tabs = ((game.say("Rules"), summary), (game.say("About"), about))
    return {
        str(number): {
            "title": title,
            "body": clean(body.strip()),
            "color": "Grey",
            "visibleColor": {"r": 0.5, "g": 0.5, "b": 0.5},
            "id": number,
        }
        for number, (title, body) in enumerate(tabs)
    }


RUNTIME = Path(__file__).with_name("runtime.lua")
SHARED = "shared/table.lua.j2"
"""The default template of the set-up, which shuffles every deck."""


def lua(
    request: ProductRequest,
    plan: TableSetup,
    guids: Mapping[str, str],
    pieces: Iterable[tuple[TablePiece, TablePlace]],
) -> str:
    """Return the script of the whole table; ``guids`` maps pieces by id to their GUIDs.

    Raises TemplateError if the template of the game fails.
    """
    # Global tables of Lua that runtime.lua and the game's script read.
    tables = {
        "GAME": {
            "id": plan.game.id,
            "title": plan.game.title,
            "said": {str(count): player_count_words(plan.game, count) for count in plan.counts},
            "words": {words: plan.game.say(words) for words in TABLE_WORDS},
        },
        "RULES": {rule.id: rule.value for rule in plan.game.rules.values()},
        "FELT": {"width": FELT[0], "depth": FELT[1]},
        "SURFACE": SURFACE,
        "BOX": {"x": UNUSED.x, "z": UNUSED.z},
        "TURNS": plan.has_turns,
        "SEATS": [
            {
                "number": number,
                "color": seat.color,
                "x": seat.x,
                "z": seat.z,
                "turn": 180 if seat.near else 0,
            }
            for number, seat in enumerate(plan.seats, 1)
        ],
        "NAMED": {k: v for set_up in plan.game.setup for k, v in set_up.seats.items()},
        "SPREAD": {
            str(count): [seat.color for seat in plan.spread(count)] for count in plan.counts
        },
        "PLACES": {name: place.json() for name, place in sorted(plan.places.items())},
        "PIECES": {
            piece.id: {
                "guid": guids[piece.id],
                "kind": piece.kind,
                "title": piece.title,
                "cards": piece.cards,
                "x": round(place.x, 3),
                "z": round(place.z, 3),
                **_size(piece),
            }
            for piece, place in pieces
        },
    }
    if plan.board is not None:
        guid = guids[plan.board.id]
        tables["BOARD"] = {"guid": guid, "kind": "board", **_size(plan.board)}
    # The game's own script comes last, because it uses the functions of runtime.lua.
    data = "\n".join(f"{name} = {literal(value)}" for name, value in tables.items())
    runtime = RUNTIME.read_text(encoding="utf-8")
    parts = [f"-- {nickname(plan.game.title)}: the table", data, runtime]
    if plan.game.setup:
        parts.append(setup_script(plan.game.setup))
    if not plan.game.setup or (plan.table and plan.table.script):
        parts.append(_game_script(request, plan))
    return "\n\n".join(part.strip() for part in parts)


def _size(piece: TablePiece) -> dict[str, float]:
    width, depth = (round(edge / MM_PER_INCH, 3) for edge in (piece.size.width, piece.size.height))
    return {"width": width, "depth": depth}


def _game_script(request: ProductRequest, plan: TableSetup) -> str:
    name, location = template(plan.table)
    context: dict[str, Any] = {
        **plan.game.context,
        "counts": plan.counts,
        "places": tuple(plan.places),
        "pieces": tuple(piece.id for piece, _, _ in plan.pieces),
    }
    return request.render(name, context, location)


def player_count_words(game: Game, count: int) -> str:
    """Name a number of players: ``one player``, ``3 players``."""
    forms = game.say("one player|{count} players", count=count).split("|")
    return plural_rule(game.language).choose(forms, count) or forms[-1]


def button(game: Game, count: int) -> str:
    """Return the label of the button that sets up for a number of players."""
    return game.say("Set up for {players}", players=player_count_words(game, count))


def template(table: VirtualTable | None) -> tuple[str, Location | None]:
    """Return the template of the set-up, and the location where a game names it."""
    return (table.script, table.script_at) if table and table.script else (SHARED, None)


def set_up_by(plan: TableSetup) -> tuple[str, Location | None]:
    """Return the name and the location of the set-up that the buttons run: a template or steps."""
    name, location = template(plan.table)
    by_steps = plan.game.setup and location is None
    return ("setup", plan.game.key_locations.get("setup")) if by_steps else (name, location)


def panel(plan: TableSetup) -> str:
    """Return the buttons of the set-up as XML for the game, whose parser knows no comments."""
    game = plan.game
    data = fill_template(
        Path(__file__).with_name("panel.xml.j2"),
        {"xml": escape, "say": game.say},
        title=game.title,
        height=62 + 46 * (len(plan.counts) + 2),
        buttons={count: button(game, count) for count in plan.counts},
    )
    return data.decode()


_COUNTER_SIZE = Size(3.0 * MM_PER_INCH, 2.0 * MM_PER_INCH)
"""Room for a counter, whose size the game does not document."""
_RIGHT, _AWAY = 9.5, 3.0
"""Where a player's first counter is: right of the middle, and away from the edge."""


def placed_counters(plan: TableSetup) -> Iterator[tuple[TablePiece, TablePlace]]:
    """Yield every counter of a table with its place, one beyond the other."""
    if plan.table is None:
        return
    step = _COUNTER_SIZE.height / MM_PER_INCH + 0.5
    own = common = 0
    for name, counter in plan.table.counters.items():
        id = f"{plan.table.id}/{name}"
        if counter.is_own:
            for seat in plan.seats:
                piece = _counter(plan, f"{id}/{seat.color.lower()}", counter, seat)
                yield piece, seat.before(_RIGHT, _AWAY + own * step)
            own += 1
        else:
            yield _counter(plan, id, counter, None), TablePlace(-UNUSED.x, UNUSED.z - common * step)
            common += 1


def _counter(plan: TableSetup, id: str, counter: TableCounter, seat: Seat | None) -> TablePiece:
    """Return a counter in the colour of its player; ``seat`` is None if all players share it."""
    component, title = id.partition("/")[0], nickname(counter.title.plain)

    def make(pose: Pose, guids: Guids) -> Thing:
        whose = seat.color if seat else "all"
        label = Label(guids(plan.game.id, id), title, f"Counter for {whose}", tags=(component,))
        turn = 180.0 if seat is None or seat.near else 0.0
        paint = seat.paint if seat else WHITE
        return objects.counter(label, replace(pose, turn=turn), counter.start, paint)

    return TablePiece(id, component, "counter", title, _COUNTER_SIZE, 0, make)


def pieces_after(plan: TableSetup, set_up: SetUp) -> Iterator[tuple[TablePiece, Pose, str]]:
    """Yield the pieces after the set-up, later ones on top, with their poses and drawn cards.

    Cards that were drawn to one spot are a separate piece. Cards in hand are missing.
    """
    placed_pieces = {piece.id: (piece, pose) for piece, pose in laid_out(plan)}
    places = {piece.id: place for piece, place, _ in plan.pieces} | dict(plan.places)
    seats = plan.spread(set_up.players)
    moved = {lying.piece for lying in set_up.placements if not lying.number}
    for id, (piece, pose) in placed_pieces.items():
        left = set_up.left.get(id, piece.cards)
        if id not in moved and (left or not piece.cards):
            yield replace(piece, cards=left), pose, ""
    for index, lying in enumerate(set_up.placements):
        piece, pose = placed_pieces[lying.piece]
        turn, place = _place(lying.spot, seats, places, TablePlace(pose.x, pose.z))
        pose = replace(
            pose, x=place.x, z=place.z, turn=turn or pose.turn, face_down=lying.face_down
        )
        cards = lying.number or set_up.left.get(lying.piece, 0)
        if cards or not piece.cards:
            id = f"{piece.id}@{index}" if lying.number else piece.id
            yield replace(piece, id=id, cards=cards), pose, lying.card


def _place(
    spot: Spot, seats: Sequence[Seat], places: Mapping[str, TablePlace], current: TablePlace
) -> tuple[float, TablePlace]:
    """Return the turn of pieces on a spot, 0 to keep theirs, and the place of the spot.

    A board that is not laid out yet has no places: pieces stay at their ``current`` place.
    """
    right, away = spot.right / MM_PER_INCH, spot.away / MM_PER_INCH
    if spot.player != NOBODY:
        seat = seats[spot.player]
        return (180.0 if seat.near else 360.0), seat.before(right, away)
    if spot.place == BOX:
        return 0.0, UNUSED
    place = places.get(spot.place, current)
    return 0.0, TablePlace(place.x + right, place.z + away)
