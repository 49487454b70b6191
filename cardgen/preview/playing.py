"""Requests of the page for a virtual table and for a hand of cards.

For a hand, the page learns which cards look the same in their visible part. The table comes from
the plan from which the save for Tabletop Simulator is written.
"""

from __future__ import annotations

from collections.abc import Iterable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.core.geometry import Rect
from cardgen.core.side_id import SideId
from cardgen.core.style import Color
from cardgen.core.units import MM_PER_INCH
from cardgen.model.components.dice import Die
from cardgen.preview import Json
from cardgen.preview.about.hit_test import location_json
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.preview.live.print_pages import current_request
from cardgen.preview.web.requests import as_json, number, requested_game
from cardgen.products.tts import contents_of
from cardgen.products.tts.contents import TablePiece
from cardgen.products.tts.objects import Pose
from cardgen.products.tts.setup import FELT, TablePlace, TableSetup, felt_color, footprint, set_up
from cardgen.products.tts.tabletop import button, laid_out, pieces_after, set_up_by, snap_turn
from cardgen.proof.corners import find_lookalikes

MOST_CARDS = 60
"""The most cards to compare, more than a hand can hold."""


def alike_faces(loaded: LoadedGame, sides: Iterable[str], part: Rect) -> list[list[str]]:
    """Return groups of faces, by id, that look the same in their ``part``, in mm.

    Cards with the same title may look alike. A hand may have cards of several decks, so all faces
    are compared. Faces that were never laid out are left out.
    """
    with loaded.lock:
        every = [design for designs in loaded.sides.values() for design in designs]
        cards = {design.face.id: design.card for design in every if design.card is not None}
        results = dict(loaded.side_results)
    hand = [side for side in map(SideId, dict.fromkeys(sides)) if side in cards and side in results]
    frames = {side: frame for side in hand if (frame := results[side].frame) is not None}
    ids = {id(cards[side]): side for side in frames}
    faces = [(cards[side], frame) for side, frame in frames.items()]
    return [[ids[id(card)] for card in group] for group in find_lookalikes(faces, part)]


def describe_table(loaded: LoadedGame) -> Json:
    """Describe the virtual table before a button is pressed; empty before the game is loaded.

    All measures are in mm from the middle of the table: x to the right, y towards White, who sits
    at the bottom. ``turn`` is in degrees, clockwise; 0 is upright for White. Sides are given by
    their ids. ``buttons`` has the objects after each set-up. ``waits`` is set while a board is
    pending; until then, its pieces are next to it. Raises CardgenError for a table that cannot be
    written.
    """
    current = current_request(loaded, {}, lambda _: None)
    if current is None:
        return {}
    request, _ = current
    plan = set_up(request, contents_of(request))
    script, named = set_up_by(plan)
    with loaded.lock:
        boards = {
            piece.design.face.id
            for piece, _ in laid_out(plan)
            if piece.kind == "board" and piece.design is not None
        }
        waits = not boards <= loaded.side_results.keys() or bool(boards & loaded.pending.keys())
    return {
        "width": _mm(FELT[0]),
        "height": _mm(FELT[1]),
        "felt": felt_color(plan.game, plan.table).hex,
        "objects": [_object(piece, pose, plan) for piece, pose in laid_out(plan)],
        "places": [
            {"name": name, **_spot(place), "turn": _turn(snap_turn(place))}
            for name, place in plan.places.items()
        ],
        "seats": [
            {
                "name": seat.color,
                "color": Color(*seat.paint).hex,
                "near": seat.near,
                **_spot(seat.hand),
            }
            for seat in plan.seats
        ],
        "buttons": [
            {
                "text": button(plan.game, count),
                "count": count,
                "seats": [seat.color for seat in plan.spread(count)],
                "objects": [
                    _object(piece, pose, plan, card)
                    for setup in plan.game.setup
                    if setup.players == count
                    for piece, pose, card in pieces_after(plan, setup)
                ],
            }
            for count in plan.counts
        ],
        "turns": plan.has_turns,
        "script": {"name": script, "at": location_json(named) if named is not None else None},
        "left_out": list(plan.table.leave_out) if plan.table is not None else [],
        "waits": waits,
    }


def _object(piece: TablePiece, pose: Pose, plan: TableSetup, card: str = "") -> Json:
    """Describe a piece, which shows its design or a ``card`` of the deck.

    ``count`` is the number of cards of a stack, 0 for other pieces.
    """
    width, depth = footprint(piece)
    design = piece.design
    component = plan.game.components[piece.component]
    described: Json = {
        "id": piece.id,
        "component": piece.component,
        "kind": piece.kind,
        "title": piece.title,
        "x": _mm(pose.x),
        "y": _mm(-pose.z),
        "width": _mm(width),
        "height": _mm(depth),
        "turn": _turn(pose.turn),
        "outline": piece.outline,
        "count": piece.cards,
        "down": pose.face_down,
        "face": f"{piece.component}/{card}/face" if card else design.face.id if design else "",
        "back": design.back.id if design is not None and design.back is not None else "",
    }
    if piece.kind == "standee":
        described["tall"] = piece.size.height
    if isinstance(component, Die):
        described["color"] = plan.game.theme.color(component.color or "#ffffff").hex
        described["faces"] = component.faces
    return described


def _spot(place: TablePlace) -> Json:
    return {
        "x": _mm(place.x),
        "y": _mm(-place.z),
        "width": _mm(place.width),
        "height": _mm(place.depth),
    }


def _mm(inches: float) -> float:
    return round(inches * MM_PER_INCH, 2) + 0.0


def _turn(degrees: float) -> float:
    return (degrees - 180.0) % 360


def routes(live: LiveProject) -> list[Route]:
    """Return the routes of hands and virtual tables."""

    async def alike(request: Request) -> Response:
        loaded = requested_game(request, live)
        query = request.query_params
        x, y, width, height = (number(query.get(name)) for name in ("x", "y", "w", "h"))
        sides = query.getlist("side")[:MOST_CARDS]
        part = Rect(x, y, width, height)
        return JSONResponse({"groups": await run_in_threadpool(alike_faces, loaded, sides, part)})

    return [
        Route("/api/games/{game}/table", as_json(live, describe_table), methods=["GET"]),
        Route("/api/games/{game}/alike", alike, methods=["GET"]),
    ]
