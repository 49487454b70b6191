"""Pictures of printed paper: sheets in several variants, and folded boxes."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.api import GameBuild
from cardgen.core.geometry import Matrix, Rect
from cardgen.frame import Frame, Group, Item
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


def box_picture(sides: GameSides) -> Frame:
    """Draw the boxes of a game, folded."""
    return on_table(in_lines([[(one, 1.0) for one in sides.boxes()]], 22.0))


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
