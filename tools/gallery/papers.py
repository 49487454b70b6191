"""Pictures of printed paper: sheets in several variants, and boxes, closed and as printed nets."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cardgen.api import GameBuild
from cardgen.core.geometry import Matrix, Rect
from cardgen.frame import Frame, Group, Item
from cardgen.model.components.box import TuckBox
from cardgen.model.components.game_box import GameBox
from tools.gallery import things
from tools.gallery.flatlay import bounds, in_lines, on_table
from tools.gallery.games import PAPER, pages
from tools.gallery.lettering import centred
from tools.gallery.sides import GameSides

WAYS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("cardgen build", "sheets/{}.{}.pdf", {}),
    ("--ink light", "sheets/{}.{}.light.pdf", {"ink": "light"}),
    ("--cut silhouette", "cut/{}.{}.silhouette.pdf", {"cut": "silhouette"}),
)
"""The option that a user types, the file that it makes, and its values."""


def box_picture(sides: GameSides, laid: GameBuild) -> Frame:
    """Draw the boxes of a game, and beside them all the sheets that they are folded from."""
    named = [one for kind in (GameBox, TuckBox) for one in sides.all(kind)]
    nets = [page for one in named for page in pages(laid, f"boxes/{one.id}.{PAPER}.pdf")]
    columns = math.ceil(math.sqrt(len(nets)))
    rows = [nets[first : first + columns] for first in range(0, len(nets), columns)]
    closed = in_lines([[(one, 1.0) for one in sides.boxes()]], 22.0)
    printed = in_lines([[(things.sheet(page), 0.5) for page in row] for row in rows])
    left, right = (bounds([one.box for one in block]) for block in (closed, printed))
    across, down = left.right + 26.0 - right.x, left.center[1] - right.center[1]
    return on_table([*closed, *(one.moved(across, down) for one in printed)])


def sheet_picture(laid: GameBuild, deck: str, card: str) -> Frame:
    """Draw the sheet of a card in full ink, in little ink and for a cutting machine."""
    made = [pages(laid, path.format(deck, PAPER), **options) for _, path, options in WAYS]
    face = laid.frames[f"{deck}/{card}/face"]
    first, cut = (_page_with(face, made[number]) for number in (0, 2))
    shown = [made[0][first], made[1][first], made[2][cut]]
    placed = in_lines([[(things.sheet(page), 1.0) for page in shown]])
    boxes = [one.box for one in placed]
    area = bounds([*boxes, Rect(boxes[0].x, boxes[0].bottom, 1.0, 14.0)]).grow(14.0)
    here = Matrix.translation(-area.x, -area.y)
    words: list[Item] = []
    for box, (typed, _, _) in zip(boxes, WAYS, strict=True):
        at = here.apply(box.center[0], box.bottom + 16.0)
        words += centred(typed, at, 32.0, laid.library)
    frame = on_table(placed, crop=area)
    return Frame(frame.size, [Group(frame), *words])


def _page_with(face: Frame, made: Sequence[Frame]) -> int:
    """Return the number of the first page that shows a side, 0 if none does."""

    def has(frame: Frame) -> bool:
        inner = [item.frame for item in frame.items if isinstance(item, Group)]
        return face in inner or any(map(has, inner))

    return next((number for number, page in enumerate(made) if has(page)), 0)
