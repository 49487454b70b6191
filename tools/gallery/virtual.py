"""The virtual table of a game: its cloth, and everything where the save puts it."""

from __future__ import annotations

from cardgen.core.geometry import Matrix
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, Group
from cardgen.impose.tokens import Form
from cardgen.model.components.dice import Die
from cardgen.products.request import ProductRequest
from cardgen.products.tts import contents_of
from cardgen.products.tts.contents import TablePiece
from cardgen.products.tts.objects import Pose
from cardgen.products.tts.setup import FELT, cloth, felt_color, set_up
from cardgen.products.tts.tabletop import laid_out
from tools.gallery import things
from tools.gallery.flatlay import PlacedThing, bounds, on_ground
from tools.gallery.sides import GameSides
from tools.gallery.things import Thing

_FORMS: dict[str, Form] = {"round": "round", "hex": "hex"}


def virtual_table(sides: GameSides, request: ProductRequest) -> Frame:
    """Draw the used part of the table before a player presses a button."""
    plan = set_up(request, contents_of(request))
    placed = [
        _placed(piece, thing, pose)
        for piece, pose in laid_out(plan)
        if (thing := _thing(piece, sides)) is not None
    ]
    area = bounds([one.box for one in placed]).grow(14.0)
    felt = cloth(felt_color(plan.game, plan.table))
    scale = FELT[0] * MM_PER_INCH / felt.size.width
    middle = Matrix.translation(-felt.size.width / 2, -felt.size.height / 2)
    ground = middle.then(Matrix.scaling(scale)).then(Matrix.translation(-area.x, -area.y))
    return on_ground(placed, area, Group(felt, ground))


def _thing(piece: TablePiece, sides: GameSides) -> Thing | None:
    component = sides.game.components[piece.component]
    if isinstance(component, Die):
        return sides.die(component)
    if piece.design is None:
        return None
    face, back = piece.design.face, piece.design.back
    shown = sides.sides[back.id if piece.face_down and back is not None else face.id]
    match piece.kind:
        case "deck" | "card":
            return things.pile(shown, piece.cards) if piece.cards > 1 else things.card(shown)
        case "booklet":
            return things.booklet(shown)
        case "board":
            return things.board(shown)
        case "standee":
            return things.token(shown, "standee")
    return things.token(shown, _FORMS.get(piece.outline, "square"))


def _placed(piece: TablePiece, thing: Thing, pose: Pose) -> PlacedThing:
    """Place a thing at its position in the save; a standee is upright, seen from the front."""
    x, y = pose.x * MM_PER_INCH, -pose.z * MM_PER_INCH
    if piece.kind == "standee":
        y += (piece.size.width - piece.size.height) / 2
    scale = piece.size.width / thing.size.width if piece.kind != "die" else 1.0
    return PlacedThing(thing, (x, y), (pose.turn - 180.0) % 360, scale)
