"""Dice, cards, coins, tokens and pawns: the pieces on the table."""

from __future__ import annotations

from tools.shared_icons.shapes import (
    GAP,
    Shape,
    circle,
    curve,
    ellipse,
    joined,
    line,
    on,
    poly,
    rect,
    regular,
    shape,
)

CARD = (4.6, 1.4, 14.8, 21.2)
_PIPS = {
    1: ((12, 12),),
    2: ((7.4, 16.6), (16.6, 7.4)),
    3: ((6.8, 17.2), (12, 12), (17.2, 6.8)),
    4: ((7.2, 7.2), (16.8, 7.2), (7.2, 16.8), (16.8, 16.8)),
    5: ((7, 7), (17, 7), (12, 12), (7, 17), (17, 17)),
    6: ((7.4, 6.4), (7.4, 12), (7.4, 17.6), (16.6, 6.4), (16.6, 12), (16.6, 17.6)),
}
_DIE = rect(1.6, 1.6, 20.8, 20.8, 4)


def _die(value: int) -> Shape:
    return _DIE - joined(circle(x, y, 2.6 if value == 1 else 2.1) for x, y in _PIPS[value])


def _d20() -> Shape:
    inner = [(12, 5.4), (18.4, 16.2), (5.6, 16.2)]
    tips = [on(12, 12, 11.6, 60 * i - 90) for i in range(6)]
    edges = [line([*inner, inner[0]], GAP)]
    for corner, ends in ((0, (0, 1, 5)), (1, (1, 2, 3)), (2, (3, 4, 5))):
        edges += [line([inner[corner], tips[end]], GAP) for end in ends]
    return regular(12, 12, 11.4, 6, 0.9) - joined(edges)


def _card(x: float = 4.6, y: float = 1.4, width: float = 14.8, height: float = 21.2) -> Shape:
    return rect(x, y, width, height, 1.8)


def _face() -> Shape:
    def pip(x: float, y: float) -> Shape:
        return poly([(x, y - 2), (x + 1.5, y), (x, y + 2), (x - 1.5, y)], 0.2)

    return _card() - pip(8, 5.2) - pip(16, 18.8)


def _hand() -> Shape:
    card = rect(7.2, 2.6, 9.6, 16, 1.4)
    left, right = card.turn(-25, 12, 25), card.turn(25, 12, 25)
    return right.over(card.move(0, -1.2).over(left, 1.1), 1.1)


def _deck() -> Shape:
    card = rect(1.2, 1.2, 13.8, 16.4, 1.8)
    return card.over(card.move(3.4, 2.4).over(card.move(6.8, 4.8), 1.1), 1.1)


def _draw() -> Shape:
    """A card that leaves the pile."""
    card = rect(5.2, 1.2, 13.6, 15.4, 1.6) - poly(
        "12,3.4 16.4,8.4 13.6,8.4 13.6,13.8 10.4,13.8 10.4,8.4 7.6,8.4", 0.4
    )
    return card | rect(2.6, 17.9, 18.8, 1.9, 0.6) | rect(2.6, 21, 18.8, 1.9, 0.6)


def _discard() -> Shape:
    """A card that is put down."""
    card = rect(5.2, 1.2, 13.6, 15.4, 1.6) - poly(
        "12,14.4 16.4,9.4 13.6,9.4 13.6,4 10.4,4 10.4,9.4 7.6,9.4", 0.4
    )
    tray = shape(
        "M1.2 13.2H3.4V19.8C3.4 20.3 3.7 20.6 4.2 20.6H19.8C20.3 20.6 20.6 20.3 20.6 19.8V13.2H22.8V20.8C22.8 22 22 22.8 20.8 22.8H3.2C2 22.8 1.2 22 1.2 20.8Z"
    )
    return card | tray


def _shuffle() -> Shape:
    head = poly("17.4,2.2 23,6.6 17.4,11", 0.5)
    up = curve("M2.2 17.4H5C11 17.4 11 6.6 17 6.6H18.4", 2.6)
    down = up.scale(1, -1)
    return (up | head).over(down | head.scale(1, -1), GAP)


def _coin() -> Shape:
    face = circle(10.2, 12, 9.4)
    return face.over(circle(13.8, 12, 9.4) | rect(10.2, 2.6, 3.6, 18.8, 0), 1.1)


def _coins() -> Shape:
    def disc(cx: float, cy: float) -> Shape:
        return shape("M-5.6 0A5.6 2.2 0 0 1 5.6 0V1.6A5.6 2.2 0 0 1 -5.6 1.6Z").move(cx, cy)

    left = [disc(7, y) for y in (18.6, 14.8, 11, 7.2, 3.4)]
    right = [disc(17, y) for y in (20, 16.2, 12.4)]
    stack = left[0]
    for one in left[1:]:
        stack = one.over(stack, 1)
    other = right[0]
    for one in right[1:]:
        other = one.over(other, 1)
    return other.over(stack, 1)


def _token(outer: Shape, middle: Shape, inner: Shape) -> Shape:
    return outer - (middle - inner)


def _cube() -> Shape:
    whole = regular(12, 12, 11.2, 6, 0.9)
    seams = joined([line("12,12 12,24", GAP), line("12,12 2,6.2", GAP), line("12,12 22,6.2", GAP)])
    return whole - seams


def _cylinder() -> Shape:
    top = ellipse(12, 6.2, 10.4, 4.6)
    side = shape("M1.6 6.2V17.6C1.6 20.4 6.2 22.6 12 22.6C17.8 22.6 22.4 20.4 22.4 17.6V6.2Z")
    return top.over(side)


def _pawn() -> Shape:
    head = circle(12, 6, 4.8)
    body = shape("M9.2 9.4H14.8C15.2 14.2 16.6 17 18.8 19H5.2C7.4 17 8.8 14.2 9.2 9.4Z")
    return joined([head, body, rect(3.6, 18.4, 16.8, 4.4, 1.4)])


def _meeple() -> Shape:
    body = shape(
        "M8.6 8.2C5.6 9.2 1.4 11 1.4 13.4C1.4 15.6 4.4 15.8 7.2 15.6C6.6 17.8 5 20 4 21.2"
        "C3.4 22 3.8 22.8 4.8 22.8H9C9.8 22.8 10.2 22.4 10.5 21.8L12 18.8L13.5 21.8"
        "C13.8 22.4 14.2 22.8 15 22.8H19.2C20.2 22.8 20.6 22 20 21.2C19 20 17.4 17.8 16.8 15.6"
        "C19.6 15.8 22.6 15.6 22.6 13.4C22.6 11 18.4 9.2 15.4 8.2Z"
    )
    return body | circle(12, 5.6, 4.6)


def bust(cx: float, top: float, scale: float) -> Shape:
    """Head and shoulders."""
    head = circle(0, 4.8, 4.6)
    chest = shape(
        "M-8.6 20C-8.6 13.8 -5 10.8 0 10.8C5 10.8 8.6 13.8 8.6 20C8.6 20.8 8.2 21.2 7.4 21.2H-7.4C-8.2 21.2 -8.6 20.8 -8.6 20Z"
    )
    return (head | chest).scale(scale, cx=0, cy=0).move(cx, top)


def _players(count: int) -> Shape:
    match count:
        case 1:
            return bust(12, 1.2, 1.02)
        case 2:
            return bust(7.9, 6.2, 0.78).over(bust(16.6, 1.4, 0.78))
        case 3:
            back = bust(5.6, 2.2, 0.58) | bust(18.4, 2.2, 0.58)
            return bust(12, 6.6, 0.76).over(back)
        case _:
            return joined(bust(x, y, 0.52) for x in (6.4, 17.6) for y in (1, 12.2))


def _worker() -> Shape:
    hat = shape(
        "M5.6 6.4C5.6 3.2 8.2 1 12 1C15.8 1 18.4 3.2 18.4 6.4H19.6C20 6.4 20.3 6.7 20.3 7.1V8H3.7V7.1C3.7 6.7 4 6.4 4.4 6.4Z"
    )
    face = circle(12, 9, 4.6)
    chest = shape(
        "M3 22C3 17.2 6.4 14.6 12 14.6C17.6 14.6 21 17.2 21 22C21 22.5 20.7 22.8 20.2 22.8H3.8C3.3 22.8 3 22.5 3 22Z"
    )
    return (hat - line("12,0 12,4.4", 1.4)).over(face, 1) | (
        chest - face.grow(0.01) - poly("9.6,14 14.4,14 12,18.4", 0.2)
    )


PIECES: dict[str, Shape] = {
    **{f"die-{value}": _die(value) for value in _PIPS},
    "die": _DIE,
    "d20": _d20(),
    "card": _face(),
    "hand": _hand(),
    "deck": _deck(),
    "draw": _draw(),
    "discard": _discard(),
    "shuffle": _shuffle(),
    "coin": _coin(),
    "coins": _coins(),
    "token-round": _token(circle(12, 12, 10.8), circle(12, 12, 8.8), circle(12, 12, 7.5)),
    "token-square": _token(
        rect(1.8, 1.8, 20.4, 20.4, 1.6),
        rect(3.8, 3.8, 16.4, 16.4, 0.8),
        rect(5.1, 5.1, 13.8, 13.8, 0.4),
    ),
    "token-hex": _token(
        regular(12, 12, 11.4, 6, 1, 0),
        regular(12, 12, 9.1, 6, 0.6, 0),
        regular(12, 12, 7.6, 6, 0.4, 0),
    ),
    "cube": _cube(),
    "cylinder": _cylinder(),
    "pawn": _pawn(),
    "meeple": _meeple(),
    "worker": _worker(),
    **{f"players-{count}": _players(count) for count in (1, 2, 3, 4)},
}
