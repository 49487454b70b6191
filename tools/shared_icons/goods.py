"""Resources: goods to gather, trade and eat."""

from __future__ import annotations

from tools.shared_icons.shapes import (
    GAP,
    Shape,
    arc,
    circle,
    curve,
    ellipse,
    joined,
    line,
    poly,
    rect,
    shape,
    star,
)

DROP = "M12 1.2C13 5 20 10.2 20 15.2A8 8 0 0 1 4 15.2C4 10.2 11 5 12 1.2Z"
BOLT = "14.2,1.2 4.2,13.6 10.8,13.6 9,22.8 19.8,9.4 12.8,9.4"


def _wood() -> Shape:
    """Two logs, one upon the other."""

    def log(x: float, cy: float, length: float) -> Shape:
        end = ellipse(x + 3.4, cy, 3.4, 5)
        bark = shape(
            f"M0 -5H{length - 4}C{length - 1.6} -5 {length} -3 {length} 0"
            f"C{length} 3 {length - 1.6} 5 {length - 4} 5H0Z"
        ).move(x + 3.4, cy)
        grain = line([(x + 11, cy - 1.2), (x + 15.4, cy - 1.2)], 1.2)
        rings = ellipse(x + 3.4, cy, 1.9, 3.2) - ellipse(x + 3.4, cy, 0.8, 1.7)
        return end.over(bark - grain, 1.1) - rings

    return log(1, 17.6, 18.4) | log(3.2, 6.4, 17.4)


def _stone() -> Shape:
    whole = poly("7.6,3.6 15.6,2.6 20.6,7 22.6,15 19,20.8 5.4,21.2 1.4,16.4 3,9", 1)
    cuts = joined(
        [
            line("8.4,3 10.4,9.4 17.4,11 20.4,6.6", GAP),
            line("10.4,9.4 6.6,15.4 1,16.6", GAP),
            line("17.4,11 15.8,21.6", GAP),
        ]
    )
    return whole - cuts


def _brick() -> Shape:
    rows = [
        rect(1.2, 4.2, 9.4, 4.5),
        rect(12, 4.2, 10.8, 4.5),
        rect(1.2, 10.1, 4.4, 4.5),
        rect(7, 10.1, 10, 4.5),
        rect(18.4, 10.1, 4.4, 4.5),
        rect(1.2, 16, 9.4, 4.5),
        rect(12, 16, 10.8, 4.5),
    ]
    return joined(rows)


def _grain() -> Shape:
    kernel = shape("M12.8 11.4C12.6 7.6 14.6 5 18.8 4.4C19.2 8.4 16.8 11.2 12.8 11.4Z")
    pairs = [kernel.move(0.1, dy) for dy in (0.4, 5.4, 10.4)]
    right = joined(pairs)
    top = shape("M12 .8C14.4 3.2 14.4 5.8 12 8.4C9.6 5.8 9.6 3.2 12 .8Z")
    stem = line("12,11 12,22.2", 1.6)
    return joined([right, right.mirror(), top, stem])


def _apple() -> Shape:
    body = shape(
        "M12 7.4C13.6 6.2 15 5.8 16.4 5.8C20 5.8 22 9 22 12.6C22 17.6 18.6 22.8 15.2 22.8"
        "C14 22.8 13.2 22.2 12 22.2C10.8 22.2 10 22.8 8.8 22.8C5.4 22.8 2 17.6 2 12.6"
        "C2 9 4 5.8 7.6 5.8C9 5.8 10.4 6.2 12 7.4Z"
    )
    leaf = shape("M12.6 5.2C12.4 2.6 14.4 1 17.6 1C17.8 3.6 15.8 5.4 12.6 5.2Z")
    shine = curve("M5.6 12.4C5.6 10.6 6.4 9.6 7.8 9.2", 1.5)
    return (body - shine) | leaf


def _meat() -> Shape:
    flesh = ellipse(14.6, 9.2, 8.4, 6.6).turn(-42, 14.6, 9.2)
    bone = line("9.6,14.4 4.6,19.4", 3) | circle(3.4, 18, 2.1) | circle(6, 20.6, 2.1)
    shine = curve("M12.6 6.4C13.8 5 15.4 4.2 17.2 4.2", 1.5)
    return flesh.over(bone, 0.01) - shine


def _fish() -> Shape:
    body = shape(
        "M1.2 12.4C3.6 7.8 7.4 5.2 11.6 5.2C15 5.2 17.6 7.4 19 10L23 6.6C22.2 10.6 22.2 14 23 18.2"
        "L19 14.8C17.6 17.4 15 19.6 11.6 19.6C7.4 19.6 3.6 17 1.2 12.4Z"
    )
    gill = curve("M9.6 8.4C11 11 11 13.8 9.6 16.4", GAP)
    return body - gill - circle(6, 10.8, 1.25)


def _ore() -> Shape:
    heap = poly(
        "8.2,7 11.6,2.4 16.2,4.2 17.4,8.6 20.8,11 23,20.4 21.4,21.8 2.6,21.8 1,20.2 3.4,12.2", 0.9
    )

    def spark(cx: float, cy: float, size: float) -> Shape:
        return star(cx, cy, size, size * 0.42, 4, 0.15)

    return heap - spark(12.6, 8.8, 3.6) - spark(7.4, 15.8, 3) - spark(16.4, 16.2, 3.6)


def _gold() -> Shape:
    def bar(cx: float, y: float) -> Shape:
        return poly([(cx - 3.4, y), (cx + 3.4, y), (cx + 5, y + 7.2), (cx - 5, y + 7.2)], 0.7)

    bars = joined([bar(12, 4), bar(6.2, 12.8), bar(17.8, 12.8)])
    tops = [
        line([(cx - 1.9, y), (cx + 1.9, y)], 1.2)
        for cx, y in ((12, 6.4), (6.2, 15.2), (17.8, 15.2))
    ]
    return bars - joined(tops)


def _gem() -> Shape:
    whole = poly("6,3 18,3 22.8,9.4 12,22.4 1.2,9.4", 0.8)
    cuts = joined(
        [
            line("0,9.4 24,9.4", GAP, butt=True),
            line("12,3.4 7.6,9.4 12,22", GAP),
            line("12,3.4 16.4,9.4 12,22", GAP),
        ]
    )
    return whole - (cuts & rect(0, 4.6, 24, 15))


def _fire() -> Shape:
    flame = shape(
        "M12.4 .8C13.6 4.4 19.8 8.4 19.8 14.8C19.8 19.8 16.4 23 12 23C7.6 23 4.2 19.8 4.2 15.2"
        "C4.2 11.8 6 9.4 7.4 7.2C7.8 9 8.4 10 9.6 10.8C9.4 6.8 10.2 3.4 12.4 .8Z"
    )
    heart = shape(
        "M12.4 12.4C13 14.4 15.4 15.6 15.4 18C15.4 20 13.9 21.2 12 21.2C10.1 21.2 8.6 20 8.6 18.2C8.6 15.8 11.4 15 12.4 12.4Z"
    )
    return flame - heart


def _oil() -> Shape:
    drum = shape("M4 3.4C4 1.6 20 1.6 20 3.4V20.6C20 22.4 4 22.4 4 20.6Z").grow(0.4)
    hoops = line("3,7 21,7", GAP, butt=True) | line("3,17.4 21,17.4", GAP, butt=True)
    drop = shape(DROP).scale(0.3, cx=12, cy=12).move(0, 0.2)
    return drum - hoops - drop


def _cloth() -> Shape:
    """A spool of thread."""
    flanges = rect(4.6, 1.2, 14.8, 4.2, 1.2) | rect(4.6, 18.6, 14.8, 4.2, 1.2)
    thread = rect(6.4, 6.6, 11.2, 10.8, 0.6)
    turns = joined(line([(5, y), (19, y - 2.6)], 1.1, butt=True) for y in (10.6, 13.8, 17))
    tail = curve("M16.8 15.6C20.4 15.4 21.8 17 21.4 22", 1.5)
    return flanges | (thread - turns) | tail


def _wool() -> Shape:
    fleece = joined(
        circle(x, y, r)
        for x, y, r in (
            (9, 8, 4),
            (13.6, 6.8, 4.2),
            (18.2, 9, 4),
            (18.8, 13, 4),
            (14, 14.4, 4.4),
            (9.4, 13.4, 4.2),
        )
    )
    legs = line("10.6,16 10.6,21.4", 2.4) | line("17.4,16 17.4,21.4", 2.4)
    head = shape(
        "M2.2 10.4C2.2 8.6 3.6 7.4 5.4 7.4C7.2 7.4 8.4 8.6 8.4 10.4C8.4 13.4 7.4 16.4 5.4 16.4C3.4 16.4 2.2 13.4 2.2 10.4Z"
    )
    ears = ellipse(1.9, 9.6, 1.5, 0.95).turn(-24, 1.9, 9.6) | ellipse(8.7, 9.6, 1.5, 0.95).turn(
        24, 8.7, 9.6
    )
    return (head | ears).over(fleece | legs, 1.1)


def _battery() -> Shape:
    cell = rect(5, 3.6, 14, 19.2, 2) | rect(8.6, 1.2, 6.8, 4, 0.8)
    return cell - poly(BOLT, 0.3).scale(0.56).move(0, 1.2)


GOODS: dict[str, Shape] = {
    "wood": _wood(),
    "stone": _stone(),
    "brick": _brick(),
    "grain": _grain(),
    "food": _apple(),
    "meat": _meat(),
    "fish": _fish(),
    "ore": _ore(),
    "gold": _gold(),
    "gem": _gem(),
    "water": shape(DROP) - arc(12, 15.2, 5, 90, 165, 1.6),
    "fire": _fire(),
    "energy": _battery(),
    "lightning": poly(BOLT, 0.5),
    "oil": _oil(),
    "cloth": _cloth(),
    "wool": _wool(),
}
