"""The contact sheet of all looks for new games: two faces, the back and the rules of each."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path as File

from cardgen.api import GameBuild
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.features.scaffold import new_game
from cardgen.features.scaffold.looks import all_looks
from cardgen.frame import Frame, Group, Item, Shape
from cardgen.impose.contact import BACKGROUND
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.deck import decks_of
from cardgen.model.components.tokens import TokenSet
from tools.gallery import things
from tools.gallery.front import FrontPicture
from tools.gallery.games import read_and_lay_out
from tools.gallery.lettering import centred
from tools.gallery.sides import GameSides
from tools.gallery.things import PAPER

TITLES = {
    "prototype": "Errands",
    "trading-card": "Wildlings",
    "euro": "Riverside",
    "playing-cards": "Old Town",
    "quiz": "Quick Quiz",
    "hex-tiles": "New Country",
    "tarot": "The Long Night",
}
"""A title for the game of each look."""
_CELL, _GAP, _LABEL = Size(72.0, 106.0), 7.0, 11.0
_LETTERS = 19.0  # points


def looks_sheet(_: File) -> FrontPicture:
    """Make the game of each look in a temporary folder, and draw its parts in a column."""
    items: list[Item] = []
    builds = []
    for column, look in enumerate(all_looks().values()):
        with tempfile.TemporaryDirectory() as folder:
            title = TITLES[look.id]
            root = new_game(File(folder), None, look.id, title, look.begin).project
            build = read_and_lay_out(root, look.id)
        builds.append(build)
        middle = _GAP + column * (_CELL.width + _GAP) + _CELL.width / 2
        items += centred(look.id, (middle, _LABEL), _LETTERS, build.library, PAPER)
        for row, part in enumerate(_parts(build)):
            scale = min(
                1.0, _CELL.width / part.size.width, (_CELL.height - _GAP) / part.size.height
            )
            top = _LABEL + _GAP + row * _CELL.height
            top += (_CELL.height - _GAP - part.size.height * scale) / 2
            left = middle - part.size.width * scale / 2
            items.append(Group(part, Matrix.scaling(scale).then(Matrix.translation(left, top))))
    size = Size(_GAP + len(builds) * (_CELL.width + _GAP), _LABEL + _GAP + 4 * _CELL.height)
    ground = Shape(Path.rect(Rect(0.0, 0.0, size.width, size.height)), BACKGROUND)
    return FrontPicture(Frame(size, [ground, *items]), builds)


def _parts(build: GameBuild) -> Iterator[Frame]:
    """Yield two faces, the back and the first page of the rules."""
    game, frames = build.game, build.frames
    sides = GameSides(game, frames)
    if decks_of(game):
        for name in game.showcase[:2]:
            yield things.card(frames[f"{name}/face"]).picture
        yield things.card(frames[f"{decks_of(game)[0].id}/back"]).picture
    else:
        tiles, backs = sides.tokens(sides.all(TokenSet)[0])
        yield from (tiles[6], tiles[20], backs[0])
    yield things.booklet(sides.pages(sides.all(Booklet)[0])[0]).picture
