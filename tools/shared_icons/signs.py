"""Arrows, suits and signs."""

from __future__ import annotations

from tools.shared_icons.shapes import (
    Shape,
    arc,
    circle,
    curve,
    joined,
    line,
    on,
    poly,
    rect,
    ring,
    shape,
    star,
)

HEART = (
    "M12 22C6 17.4 1.2 13.4 1.2 8.4C1.2 4.8 3.8 2.4 6.9 2.4C9 2.4 10.9 3.5 12 5.4"
    "C13.1 3.5 15 2.4 17.1 2.4C20.2 2.4 22.8 4.8 22.8 8.4C22.8 13.4 18 17.4 12 22Z"
)
_UP = poly("12,1 22.4,12 16,12 16,22.6 8,22.6 8,12 1.6,12", 0.8)


def _turn() -> Shape:
    """An arrow that comes from below and turns to the left."""
    way = shape(
        "M22 22.4V14.8C22 9.4 18.6 6.2 13.2 6.2H10.4V12.2H13C14.8 12.2 16 13.4 16 15.2V22.4Z"
    )
    head = poly("11.6,1 11.6,17.4 1.4,9.2", 0.8)
    return way | head


def arrow_head(cx: float, cy: float, angle: float, size: float) -> Shape:
    """A triangle with its base at a point and its tip in the direction of an angle."""
    return poly(
        [
            on(cx, cy, size, angle - 90),
            on(cx, cy, size, angle + 90),
            on(cx, cy, size * 1.25, angle),
        ],
        0.4,
    )


def _refresh() -> Shape:
    half = arc(12, 12, 8.2, 195, 335, 3.2) | arrow_head(*on(12, 12, 8.2, 330), 66, 4.8)
    return half | half.turn(180)


def _exhaust() -> Shape:
    """A card on its side, and the way that it turned."""
    way = arc(12, 11.4, 8.6, 196, 318, 2.8) | arrow_head(*on(12, 11.4, 8.6, 312), 52, 4.2)
    return way | rect(2.4, 12.4, 19.2, 10.4, 1.6)


def _swap() -> Shape:
    upper = poly("1.4,7.2 8.2,1 8.2,5 22.4,5 22.4,9.4 8.2,9.4 8.2,13.4", 0.5)
    return upper.move(0, -0.2) | upper.turn(180).move(0, 0.2)


def _up_down() -> Shape:
    return poly(
        "12,0.8 19.8,8.6 15,8.6 15,15.4 19.8,15.4 12,23.2 4.2,15.4 9,15.4 9,8.6 4.2,8.6", 0.6
    )


def _spade() -> Shape:
    return shape(
        "M12 1C12.8 5 22 9.4 22 14.8C22 17.8 19.8 19.4 17.4 19.4C15.8 19.4 14.4 18.7 13.4 17.4"
        "C13.6 19.6 14.6 21.2 16.6 22.8H7.4C9.4 21.2 10.4 19.6 10.6 17.4C9.6 18.7 8.2 19.4 6.6 19.4"
        "C4.2 19.4 2 17.8 2 14.8C2 9.4 11.2 5 12 1Z"
    )


def _club() -> Shape:
    leaves = joined(
        [circle(12, 6.2, 5), circle(6.2, 14, 5), circle(17.8, 14, 5), circle(12, 11.6, 3)]
    )
    stem = shape("M10.6 12H13.4C13.4 17 14.4 20.6 16.6 22.8H7.4C9.6 20.6 10.6 17 10.6 12Z")
    return leaves | stem


def _diamond() -> Shape:
    return shape(
        "M12 .8C14.2 5 17 8.8 20.6 12C17 15.2 14.2 19 12 23.2C9.8 19 7 15.2 3.4 12C7 8.8 9.8 5 12 .8Z"
    )


def _broken() -> Shape:
    crack = line("13.4,0 10.2,7.4 14.4,11 10.4,15.6 12.6,24", 1.5)
    left = shape(HEART)
    return left - crack


def _question() -> Shape:
    return curve(
        "M5.8 7.8C5.8 4.6 8.4 2.8 12 2.8C15.6 2.8 18.2 4.8 18.2 8C18.2 12 12.2 11.8 12.2 15.8", 3.8
    ) | circle(12.2, 20.6, 2.4)


def _exclamation() -> Shape:
    return poly("9,1.2 15,1.2 14,15.4 10,15.4", 0.9) | circle(12, 20.2, 2.6)


def _infinity() -> Shape:
    return curve(
        "M12 12C9.8 9.2 8.6 7.2 6.6 7.2C4.1 7.2 2.5 9.2 2.5 12C2.5 14.8 4.1 16.8 6.6 16.8"
        "C8.6 16.8 9.8 14.8 12 12C14.2 9.2 15.4 7.2 17.4 7.2C19.9 7.2 21.5 9.2 21.5 12"
        "C21.5 14.8 19.9 16.8 17.4 16.8C15.4 16.8 14.2 14.8 12 12Z",
        3,
    )


SIGNS: dict[str, Shape] = {
    "arrow-up": _UP,
    "arrow-right": _UP.turn(90),
    "arrow-down": _UP.turn(180),
    "arrow-left": _UP.turn(270),
    "turn-left": _turn(),
    "turn-right": _turn().mirror(),
    "up-down": _up_down(),
    "left-right": _up_down().turn(90),
    "swap": _swap(),
    "refresh": _refresh(),
    "exhaust": _exhaust(),
    "heart": shape(HEART),
    "spade": _spade(),
    "diamond": _diamond(),
    "club": _club(),
    "star": star(12, 12.8, 12, 5.6, 5, 0.9),
    "heart-broken": _broken(),
    "plus": rect(9, 1.8, 6, 20.4, 1) | rect(1.8, 9, 20.4, 6, 1),
    "minus": rect(1.8, 9, 20.4, 6, 1),
    "check": line("4.2,13 9.6,18.4 20,6.2", 5.2),
    "cross": line("5,5 19,19", 5.2) | line("19,5 5,19", 5.2),
    "question": _question(),
    "exclamation": _exclamation(),
    "infinity": _infinity(),
    "equals": rect(1.8, 4.8, 20.4, 5.2, 1) | rect(1.8, 14, 20.4, 5.2, 1),
    "no": ring(12, 12, 10.8, 7.6) | (line("5.4,5.4 18.6,18.6", 3.2)),
}
