"""The pictures at the top of the README: from text to paper, and one number changed.

Both are made of what a game says now: its lines, its Frames, the pages of its files.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path as File

from msgspec import Struct

from cardgen.api import GameBuild
from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.frame import Frame, Group, Item, Shape, Stroke
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.deck import Deck, decks_of
from tools.gallery import things
from tools.gallery.difference import change, differing
from tools.gallery.flatlay import PlacedThing, on_table
from tools.gallery.games import PAPER, copied, pages, read_and_lay_out
from tools.gallery.lettering import FAINT, MARKER, RED, CodeLine, centred, code_panel
from tools.gallery.things import Thing

TEXT_TO_PAPER = "last-men-standing"
"""The game of the first picture, which shows the first card that it names for show."""
LINES = 20
NUMBER, RULE, VALUE = "last-men-standing", "danger_roll", "4"
"""The game of the second picture, and the number that changes: no example rests on it."""
_GAP, _HIGH, _MARGIN = 11.0, 100.0, 8.0
_CODE, _CAPTION = 9.4, 15.0  # points


class FrontPicture(Struct, frozen=True):
    """A picture, and the games that have what it shows."""

    frame: Frame
    laid: Sequence[GameBuild]


def text_to_paper(root: File) -> FrontPicture:
    """Draw lines of a deck file, the card that they make, and the sheet that it is cut from."""
    laid = read_and_lay_out(root, TEXT_TO_PAPER)
    deck_id, _, card_id = laid.game.showcase[0].partition("/")
    deck = laid.game.components[deck_id]
    assert isinstance(deck, Deck)
    sheet = pages(laid, f"sheets/{deck_id}.{PAPER}.pdf")[0]
    lines = _lines_of(root, deck, card_id)
    shown = [
        (things.card(code_panel(deck.cards[0].location.path, lines, _CODE, laid.library)), _HIGH),
        (things.card(laid.frames[f"{deck_id}/{card_id}/face"]), _HIGH),
        (things.sheet(sheet), _HIGH * min(1.0, 1.3 * sheet.size.height / sheet.size.width)),
    ]
    placed: list[PlacedThing] = []
    x = 0.0
    for thing, high in shown:
        placed.append(_high(thing, high, x, 0.0))
        x = placed[-1].box.right + _GAP
    area = Rect(0.0, -_HIGH / 2, x - _GAP, _HIGH).grow(_MARGIN)
    table = on_table(placed, crop=area)
    arrows = [_arrow(one.box.x - _GAP / 2 - area.x, area.height / 2) for one in placed[1:]]
    return FrontPicture(Frame(table.size, [Group(table), *arrows]), [laid])


def _lines_of(root: File, deck: Deck, id: str) -> list[CodeLine]:
    """Return the head of a deck file and the entry of a card, and what follows it, dimmed."""
    number = next(i for i, card in enumerate(deck.cards) if card.id == id)
    text = (root / deck.cards[number].location.path).read_text(encoding="utf-8").splitlines()
    starts = [*(card.location.line for card in deck.cards), len(text) + 1]
    head = [n for n in range(1, starts[0]) if not text[n - 1].startswith("#")]
    own = range(starts[number], starts[number + 1])
    rest = range(own.stop, min(own.stop + max(LINES - len(head) - len(own), 0), len(text) + 1))
    lines = [CodeLine(n, text[n - 1]) for n in [*head, *own]]
    return lines + [CodeLine(n, text[n - 1], dim=True) for n in rest]


def one_number(root: File) -> FrontPicture:
    """Change a rule number in a copy of a game, and draw what that changes, before and after."""
    before = read_and_lay_out(root, NUMBER)
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(root, File(folder), NUMBER)
        file = copy / f"card_data/{NUMBER}/game.yaml"
        lines, text = changed(file.read_text(encoding="utf-8"), RULE, VALUE)
        file.write_text(text, encoding="utf-8")
        after = read_and_lay_out(copy, NUMBER)
    panel = things.card(code_panel(f"card_data/{NUMBER}/game.yaml", lines, _CODE, before.library))
    placed: list[PlacedThing] = []
    over: list[Item] = []
    x = 0.0
    for name, old, new, make in _changed_sides(before, after):
        one, other = (_high(make(s), _HIGH, x, y) for s, y in ((old, 0.0), (new, _HIGH + _GAP)))
        placed += [one, other]
        marks = differing((before, old), (after, new))
        over += [_marked(other.matrix.apply_rect(box)) for box in marks]
        middle = one.box.center[0]
        over.append(_arrow(middle, (_HIGH + _GAP) / 2, 90.0))
        over += centred(name, (middle, -0.55 * _HIGH), _CAPTION, before.library)
        x = one.box.right + _GAP
    scale = min(1.35, (x - _GAP) / panel.size.width)
    top = -0.64 * _HIGH - panel.size.height * scale
    at = ((x - _GAP) / 2, top + panel.size.height * scale / 2)
    placed.append(PlacedThing(panel, at, 0.0, scale))
    area = Rect(0.0, top, x - _GAP, 1.5 * _HIGH + _GAP - top).grow(_MARGIN)
    table = on_table(placed, crop=area)
    above = Group(Frame(table.size, over), Matrix.translation(-area.x, -area.y))
    return FrontPicture(Frame(table.size, [Group(table), above]), [before, after])


def changed(text: str, rule: str, value: str) -> tuple[list[CodeLine], str]:
    """Give a rule number another value in a game file: its line before and after, and the text."""
    lines = text.splitlines(keepends=True)
    number = next(i for i, line in enumerate(lines) if line.startswith(f"  {rule}: "))
    old = lines[number]
    was = old.partition("value: ")[2].partition(",")[0]
    lines[number] = old.replace(f"value: {was}", f"value: {value}", 1)
    shown = [
        CodeLine(number + 1, line.strip(), sign)
        for line, sign in ((old, "-"), (lines[number], "+"))
    ]
    return shown, "".join(lines)


def _changed_sides(
    before: GameBuild, after: GameBuild
) -> list[tuple[str, Frame, Frame, Callable[[Frame], Thing]]]:
    """Return the most changed card, pages, aid and board: kind, two Frames, drawing function."""
    decks, parts = decks_of(before.game), before.game.components.values()
    kinds: list[tuple[str, list[str], Callable[[Frame], Thing]]] = [
        ("Card", [one.id for one in decks if len(one.cards) > 1], things.card),
        ("Rule booklet", [one.id for one in parts if isinstance(one, Booklet)][:1], things.leaf),
        ("Player aid", [one.id for one in decks if len(one.cards) == 1], things.card),
        ("Pocket guide", [one.id for one in parts if isinstance(one, Booklet)][1:2], things.leaf),
        ("Board", [one.id for one in parts if isinstance(one, Board)], things.board),
    ]
    found = []
    for name, ids, make in kinds:
        pairs = [
            (frame, after.frames[id])
            for id, frame in before.frames.items()
            if id.partition("/")[0] in ids and after.frames.get(id, frame) != frame
        ]
        if not pairs:
            continue
        old, new = max(pairs, key=lambda pair: change((before, pair[0]), (after, pair[1])))
        found.append((name, old, new, make))
    return found


def _high(thing: Thing, high: float, left: float, middle: float) -> PlacedThing:
    """Place a thing in a height, beginning on the left, around a line."""
    scale = high / thing.size.height
    return PlacedThing(thing, (left + thing.size.width * scale / 2, middle), 0.0, scale)


def _marked(box: Rect) -> Shape:
    """Draw what a highlighter leaves behind, and a thin line around it."""
    return Shape(Path.rect(box.grow(0.3), 0.8), MARKER.with_alpha(0.15), Stroke(RED, 0.3))


def _arrow(x: float, y: float, turn: float = 0.0) -> Shape:
    """Draw a small triangle that points to the right, or turned about its middle."""
    points = [(-1.6, -2.6), (1.9, 0.0), (-1.6, 2.6)]
    place = Matrix.rotation(turn).then(Matrix.translation(x, y))
    return Shape(Path.polygon(points).transform(place), FAINT)
