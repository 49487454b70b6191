"""Fighting, building and finding out: weapons, tools and what heroes carry."""

from __future__ import annotations

from tools.shared_icons.shapes import (
    GAP,
    Shape,
    arc,
    around,
    circle,
    curve,
    ellipse,
    joined,
    line,
    poly,
    rect,
    ring,
    shape,
    star,
)


def _blade(width: float = 4.4) -> Shape:
    """A sword that points upwards, longer than the grid: it is turned."""
    half = width / 2
    blade = poly(
        [(12, -3.2), (12 + half, 0.4), (12 + half, 16), (12 - half, 16), (12 - half, 0.4)], 0.3
    )
    hilt = rect(6.4, 17.2, 11.2, 3, 1.2) | rect(10.6, 19, 2.8, 6, 0.4) | circle(12, 25.6, 2)
    return blade | hilt


def _sword() -> Shape:
    groove = line("12,3.4 12,16.5", 1.1)
    return (_blade(5) - groove).turn(45)


def _swords() -> Shape:
    one = _blade(3.8).scale(0.98, 1.0)
    return one.turn(45).over(one.turn(-45))


def _axe() -> Shape:
    shaft = rect(10.2, 0.2, 3, 26.4, 1.2)
    head = shape(
        "M9 3H15C17.2 3 19.6 1.8 21.4 0C24 4.6 24 10.6 21.4 15.2C19.6 13.4 17.2 12.2 15 12.2H9C8.4 12.2 8 11.8 8 11.2V4C8 3.4 8.4 3 9 3Z"
    )
    return head.over(shaft, 1.1).turn(40).move(-1.6, -0.4)


def _bow() -> Shape:
    limb = curve("M3.4 2.4C15 1.2 22.8 9 21.6 20.6", 2.8)
    string = line("3.8,2.8 21.2,20.2", 1)
    shaft = line("3.4,20.6 19,5", 2)
    head = poly("22.8,1.2 21.2,8 16,2.8", 0.3)
    feathers = line("1.9,19 5,19 5,22.1", 1.7)
    return (shaft | head).over(limb | string, 1) | feathers


def _shield() -> Shape:
    return shape(
        "M12 1C14.8 3 18 3.8 21.6 3.8V11C21.6 16.6 18 20.8 12 23C6 20.8 2.4 16.6 2.4 11V3.8C6 3.8 9.2 3 12 1Z"
    )


def _helmet() -> Shape:
    bowl = shape(
        "M12 1.2C6.6 1.2 3 5.2 3 11V18.4C3 19 3.2 19.4 3.7 19.8L8.4 22.8H15.6L20.3 19.8C20.8 19.4 21 19 21 18.4V11C21 5.2 17.4 1.2 12 1.2Z"
    )
    visor = shape(
        "M5.4 10.2C7.6 9.6 10 9.8 11 11H13C14 9.8 16.4 9.6 18.6 10.2C18.6 12.6 17 13.8 14.4 13.8L13.4 22.8V24H10.6V22.8L9.6 13.8C7 13.8 5.4 12.6 5.4 10.2Z"
    )
    crest = line("12,3.8 12,7.4", GAP)
    return bowl - visor - crest


def _armor() -> Shape:
    """A breastplate with its shoulders."""
    plate = shape(
        "M8.4 2.2C9 4 10.2 5 12 5C13.8 5 15 4 15.6 2.2H18.2V8.6C18.2 10.6 19 12 19 14.4V18.8"
        "C17.2 21 15 22.4 12 22.8C9 22.4 6.8 21 5 18.8V14.4C5 12 5.8 10.6 5.8 8.6V2.2Z"
    )
    shoulder = shape("M4.5 2C2.2 2.4 .8 4.6 .8 7.6C.8 9 1 10.2 1.5 11.4L4.5 9.6Z")
    chest = curve("M6 11.4C8 14 10.8 14 12 11.6C13.2 14 16 14 18 11.4", GAP)
    return joined([plate - chest - line("12,12 12,24", GAP), shoulder, shoulder.mirror()])


def _skull() -> Shape:
    bone = shape(
        "M12 1.2C6.2 1.2 2 5.2 2 10.6C2 13.8 3.4 16 5.6 17.4V20.8C5.6 22 6.4 22.8 7.6 22.8H16.4"
        "C17.6 22.8 18.4 22 18.4 20.8V17.4C20.6 16 22 13.8 22 10.6C22 5.2 17.8 1.2 12 1.2Z"
    )
    eyes = ellipse(7.8, 11.4, 2.6, 2.8) | ellipse(16.2, 11.4, 2.6, 2.8)
    nose = poly("12,14 13.6,17 10.4,17", 0.3)
    teeth = joined(line([(x, 20), (x, 24)], 1.2, butt=True) for x in (9.6, 12, 14.4))
    return bone - eyes - nose - teeth


def _bomb() -> Shape:
    ball = circle(10.2, 14.4, 8.6)
    neck = rect(13.2, 4.6, 5.6, 4, 0.6).turn(45, 16, 6.6)
    fuse = curve("M17.4 5.4C18.2 3.6 19.4 3.4 20.4 3.6", 1.5)
    spark = star(20.8, 3.6, 2.4, 1.1, 5, 0.1)
    shine = arc(10.2, 14.4, 5.4, 185, 250, 1.5)
    return (ball | neck | fuse | spark) - shine


def _burst() -> Shape:
    return star(12, 12, 11.6, 7.4, 10, 0.3)


def _target() -> Shape:
    return ring(12, 12, 10.8, 8.4) | ring(12, 12, 6.4, 4.2) | circle(12, 12, 2.2)


def _gear() -> Shape:
    tooth = poly("9.8,4.6 10.4,0.9 13.6,0.9 14.2,4.6", 0.5)
    return (circle(12, 12, 8.4) | around(tooth, 8)) - circle(12, 12, 3.6)


def _hammer() -> Shape:
    head = poly("3.6,2.2 17.4,2.2 21.4,5.6 21.4,7.8 16,7.8 15,9 3.6,9", 0.8)
    handle = rect(7.4, 8, 4.2, 17.4, 1.2)
    return (head.over(handle, 1)).turn(38, 11, 12).move(1.4, -0.3)


def _pickaxe() -> Shape:
    head = shape(
        "M12 1.4C17.6 1.4 22 4.6 24.4 9.4C20.6 6.8 16.4 5.8 12 5.8C7.6 5.8 3.4 6.8 -.4 9.4C2 4.6 6.4 1.4 12 1.4Z"
    )
    handle = rect(10.6, 6.4, 2.8, 19.6, 0.8)
    socket = rect(9.6, 0.4, 4.8, 6.6, 0.6)
    return ((head | socket).over(handle, 0.8)).turn(45).move(-1.4, 1.4)


def _anchor() -> Shape:
    eye = ring(12, 4, 3.2, 1.3)
    shank = rect(10.7, 6.6, 2.6, 15, 0.3)
    stock = rect(6.4, 8.4, 11.2, 2.5, 0.8)
    arms = arc(12, 13, 8.4, 10, 170, 2.6)
    flukes = poly("20,10.2 23,15.6 17,15.6", 0.3).turn(8, 20, 13)
    return joined([eye, shank, stock, arms, flukes, flukes.mirror()])


def _lock(*, open_: bool) -> Shape:
    body = rect(3.6, 10, 16.8, 12.8, 1.6)
    bow = arc(12, 7.6, 5.2, 180, 360, 2.8) | rect(5.4, 7.4, 2.8, 4, 0) | rect(15.8, 7.4, 2.8, 4, 0)
    if open_:
        bow = (
            arc(17.4, 7.4, 4, 180, 360, 2.6)
            | rect(12.1, 7.2, 2.6, 4, 0)
            | rect(20.1, 7.2, 2.6, 2.6, 0.8)
        )
        body = rect(1.4, 10, 15.4, 12.8, 1.6)
        return (body | bow) - (circle(9.1, 15, 1.9) | rect(8.3, 15.6, 1.6, 4, 0.6))
    return (body | bow) - (circle(12, 15, 1.9) | rect(11.2, 15.6, 1.6, 4, 0.6))


def _key() -> Shape:
    bow = ring(12, 4.4, 5.6, 2.4)
    shaft = rect(10.6, 9, 2.8, 17.2, 0.6)
    bits = rect(12, 18.2, 5.2, 2.5, 0.4) | rect(12, 22.4, 4, 2.5, 0.4)
    return (bow | shaft | bits).turn(45).move(0.4, 0)


def _eye() -> Shape:
    lids = shape(
        "M.8 12C3.6 7.2 7.6 4.8 12 4.8C16.4 4.8 20.4 7.2 23.2 12C20.4 16.8 16.4 19.2 12 19.2C7.6 19.2 3.6 16.8 .8 12Z"
    )
    return lids - ring(12, 12, 5.4, 3.5) - circle(13.3, 10.7, 1.1)


def _magnifier() -> Shape:
    glass = ring(9.6, 9.6, 8.4, 5.6)
    handle = line("17.2,17.2 20.8,20.8", 4)
    return joined([glass, handle, line("14.6,14.6 18,18", 2.4)]) | arc(9.6, 9.6, 3.6, 190, 260, 1.2)


def _book() -> Shape:
    page = shape(
        "M12 5C9.6 3.4 6 2.8 1.6 3.2C1.2 3.2 1 3.5 1 3.9V19.4C1 19.8 1.3 20.1 1.7 20.1C6 19.8 9.6 20.4 12 22Z"
    )
    left = page.move(-0.65)
    lines = joined(curve(f"M4 {y}C5.8 {y} 7 {y + 0.3} 8.6 {y + 1}", 1.1) for y in (7.4, 11, 14.6))
    half = left - lines
    return half | half.mirror()


def _scroll() -> Shape:
    sheet = rect(4.4, 3.4, 15.2, 17.2, 0)
    rods = rect(1.2, 1.2, 21.6, 4.4, 2.2) | rect(1.2, 18.4, 21.6, 4.4, 2.2)
    lines = joined(line([(7.6, y), (x, y)], 1.4) for y, x in ((9, 16.4), (12, 16.4), (15, 13)))
    return rods.over(sheet, 0.9) - lines


def _potion() -> Shape:
    glass = shape(
        "M9 4.4H15V9.2C18.4 10.4 20.6 13 20.6 16.2C20.6 20.4 17 22.8 12 22.8C7 22.8 3.4 20.4 3.4 16.2C3.4 13 5.6 10.4 9 9.2Z"
    )
    cork = rect(7.4, 1.2, 9.2, 3.8, 1)
    room = shape(
        "M5.6 14.6C6.6 12.6 8.6 11.4 11 10.8V6H13V10.8C15.4 11.4 17.4 12.6 18.4 14.6C16 13.6 14 15.6 12 15.2C9.6 14.8 8 13.4 5.6 14.6Z"
    )
    bubbles = circle(9.4, 18.4, 1.2) | circle(13.8, 19, 0.9)
    return (glass | cork) - room - bubbles


def _compass() -> Shape:
    needle = poly("16.8,7.2 13.8,13.8 7.2,16.8 10.2,10.2", 0.3)
    return ring(12, 12, 10.8, 8.4) | (needle - circle(12, 12, 1.2))


def _map() -> Shape:
    folds = [
        poly("1.4,4.8 7.8,2.4 7.8,19.2 1.4,21.6", 0.5),
        poly("9,2.4 15,4.8 15,21.6 9,19.2", 0.5),
        poly("16.2,4.8 22.6,2.4 22.6,19.2 16.2,21.6", 0.5),
    ]
    way = joined(
        [
            line("4,15 5.6,12.4", 1.3),
            line("11,10.6 13,12.4", 1.3),
            line("18,8 20.8,11.2", 1.4),
            line("20.8,8 18,11.2", 1.4),
        ]
    )
    return joined(folds) - way


def _chest() -> Shape:
    lid = shape("M1.6 10.2C1.6 5.6 3.6 3 7.2 3H16.8C20.4 3 22.4 5.6 22.4 10.2Z")
    box = rect(1.6, 11.5, 20.8, 9.9, 1)
    clasp = rect(9.4, 8.2, 5.2, 6.8, 0.8)
    return clasp.over(lid | box, 1.1) - circle(12, 11.4, 1.1)


def _boot() -> Shape:
    leg = shape(
        "M6.8 6.1H14.4V9.4C14.4 11.9 16 12.7 18.4 13.2C21.2 13.8 22.8 15.2 22.8 18.4H4.6C4.6 15.4 6.8 12.4 6.8 6.1Z"
    )
    return leg | rect(5.6, 1.2, 10, 3.7, 0.9) | rect(4.6, 19.6, 18.2, 3.2, 0.9)


def _bag() -> Shape:
    sack = shape(
        "M8.6 8.4H15.4C19.4 11.4 21.8 15.2 21.8 18.4C21.8 21.4 19.6 22.8 16.4 22.8H7.6C4.4 22.8 2.2 21.4 2.2 18.4C2.2 15.2 4.6 11.4 8.6 8.4Z"
    )
    neck = shape(
        "M6.8 1.6C8.4 2.4 9.4 2.4 10.4 1.6C11.4 1 12.6 1 13.6 1.6C14.6 2.4 15.6 2.4 17.2 1.6L15.2 5.4H8.8Z"
    )
    string = rect(7.2, 6.1, 9.6, 1.7, 0.8)
    return sack.move(0, 0.4) | neck | string


DEEDS: dict[str, Shape] = {
    "sword": _sword(),
    "swords": _swords(),
    "axe": _axe(),
    "bow": _bow(),
    "shield": _shield(),
    "helmet": _helmet(),
    "armor": _armor(),
    "skull": _skull(),
    "bomb": _bomb(),
    "burst": _burst(),
    "target": _target(),
    "gear": _gear(),
    "hammer": _hammer(),
    "pickaxe": _pickaxe(),
    "anchor": _anchor(),
    "lock": _lock(open_=False),
    "unlock": _lock(open_=True),
    "key": _key(),
    "eye": _eye(),
    "magnifier": _magnifier(),
    "book": _book(),
    "scroll": _scroll(),
    "potion": _potion(),
    "compass": _compass(),
    "map": _map(),
    "chest": _chest(),
    "boot": _boot(),
    "bag": _bag(),
}
