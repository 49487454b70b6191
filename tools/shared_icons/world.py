"""Places, ways, living things, time and honours."""

from __future__ import annotations

from tools.shared_icons.shapes import (
    GAP,
    Shape,
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


def _house() -> Shape:
    roof = poly("12,1.6 23.2,12 0.8,12", 0.8)
    walls = rect(3.8, 10.4, 16.4, 12, 0.8)
    chimney = rect(16.6, 2.8, 3.2, 7, 0.4)
    return (roof | walls | chimney) - rect(9.6, 14.6, 4.8, 9, 0.01)


def _castle() -> Shape:
    tower = poly(
        "1.2,2.2 3.2,2.2 3.2,4.4 4.4,4.4 4.4,2.2 6.4,2.2 6.4,4.4 7.6,4.4 7.6,2.2 9.6,2.2"
        " 9.6,8.2 8.4,9.4 8.4,22.4 2.4,22.4 2.4,9.4 1.2,8.2",
        0.3,
    )
    wall = rect(6, 11.6, 12, 10.8, 0.3) | rect(10.8, 9.2, 2.4, 4, 0.3)
    gate = shape("M9.6 24V18.4A2.4 2.6 0 0 1 14.4 18.4V24Z")
    slit = rect(4.75, 11.4, 1.3, 3.6, 0.5)
    return joined([tower, tower.mirror(), wall]) - gate - slit - slit.mirror()


def _city() -> Shape:
    middle = poly("8.2,5.2 12,1.4 15.8,5.2 15.8,22.4 8.2,22.4", 0.5)
    sides = rect(1.2, 10, 8, 12.4, 0.5) | rect(14.8, 7.4, 8, 15, 0.5)
    windows = [rect(11.2, y, 1.6, 2.6, 0) for y in (7.4, 12, 16.6)]
    windows += [rect(3.6, y, 1.6, 2.4, 0) for y in (12.8, 17)]
    windows += [rect(18.8, y, 1.6, 2.4, 0) for y in (10.4, 14.6, 18.8)]
    return middle.over(sides, 1.1) - joined(windows)


def _road() -> Shape:
    way = poly("8.8,1.6 15.2,1.6 23,22.4 1,22.4", 0.8)
    dashes = joined(
        [rect(11.35, 3.6, 1.3, 3, 0.2), rect(11.2, 9.2, 1.6, 4.2, 0.2), rect(11, 16, 2, 6.8, 0.2)]
    )
    return way - dashes


def _rail() -> Shape:
    left = poly("7.4,1.2 9.8,1.2 6.4,22.8 2.8,22.8", 0.3)
    places = ((6.2, 3.6, 2), (5, 8.4, 2.4), (3.4, 13.4, 2.7), (1.4, 18.4, 3))
    ties = joined(rect(x, y, 24 - 2 * x, height, 0.5) for x, y, height in places)
    return left | left.mirror() | ties


def _train() -> Shape:
    """An engine seen from the front."""
    body = shape(
        "M7.6 1.2H16.4C18.8 1.2 20.4 2.8 20.4 5.2V15.6C20.4 17.4 19 18.8 17.2 18.8H6.8C5 18.8 3.6 17.4 3.6 15.6V5.2C3.6 2.8 5.2 1.2 7.6 1.2Z"
    )
    panes = rect(6, 5.2, 12, 5.4, 0.8) - rect(11.4, 4, 1.2, 8, 0)
    lamps = circle(7.6, 14.6, 1.5) | circle(16.4, 14.6, 1.5)
    feet = poly("6.2,19.9 9.2,19.9 7,23 3.4,23", 0.3)
    bar = rect(8.4, 20.4, 7.2, 1.5, 0)
    return (body - panes - lamps) | feet | feet.mirror() | bar


def _ship() -> Shape:
    hull = poly("1,15.4 23,15.4 19.6,22 4.6,22", 1)
    sail = shape("M13 1.2C18.6 3.6 21.4 8.4 21.2 13.8H13Z")
    jib = shape("M11.4 4.4C11.6 8 10.4 11.4 3.6 13.8H11.4Z")
    return joined([hull, sail, jib])


def _flag() -> Shape:
    pole = rect(2.6, 1.2, 2.6, 21.6, 0.9)
    cloth = shape(
        "M6.4 3.2C9.6 1.4 12 2.4 14 3.4C16.4 4.6 18.8 4.8 22.2 3V14.2C18.8 16 16.4 15.8 14 14.6C12 13.6 9.6 12.6 6.4 14.4Z"
    )
    return pole | cloth


def _tent() -> Shape:
    canvas = poly("12,3.4 23.2,21.6 0.8,21.6", 0.6)
    poles = line("10.4,1.8 12,4.2 13.6,1.8", 1.5)
    return (canvas | poles) - poly("12,10.4 16.6,22.6 7.4,22.6", 0.2)


def _mountain() -> Shape:
    big = poly("9.2,1.6 18.2,22 0.4,22", 0.7)
    small = poly("17.2,8.6 23.8,22 10.4,22", 0.7)
    snow = line("3.8,11.2 7,8.6 9.2,11.2 11.4,8.6 15,11.4", GAP)
    return (big - snow).over(small)


def _tree() -> Shape:
    crown = joined(
        circle(x, y, r)
        for x, y, r in ((12, 6.2, 5.2), (6.6, 10.4, 5), (17.4, 10.4, 5), (12, 12.2, 4.6))
    )
    trunk = shape("M10.4 13H13.6C13.6 17.4 14.2 20.4 16 22.8H8C9.8 20.4 10.4 17.4 10.4 13Z")
    return crown | trunk


def _pine() -> Shape:
    tiers = joined(
        [
            poly("12,0.8 17.4,8.4 6.6,8.4", 0.5),
            poly("12,4.2 19.6,14 4.4,14", 0.5),
            poly("12,8.8 21.6,19.8 2.4,19.8", 0.5),
        ]
    )
    return tiers | rect(10.2, 19, 3.6, 4, 0.4)


def _leaf() -> Shape:
    blade = shape(
        "M21.8 2.2C22.6 12.6 18.4 19.6 10.6 19.6C6.6 19.6 3.8 16.8 3.8 13C3.8 6.4 10.8 2.4 21.8 2.2Z"
    )
    inside = curve("M5.6 17.4C8 14 10.8 11.4 15 9", GAP)
    stem = curve("M2.2 22C3.4 19.8 4.6 18 6.2 16", 2)
    return (blade - inside) | stem


def _paw() -> Shape:
    toes = [
        ellipse(4, 11.2, 2.5, 3.2).turn(-20, 4, 11.2),
        ellipse(9, 5.4, 2.6, 3.6).turn(-6, 9, 5.4),
    ]
    left = joined(toes)
    pad = shape(
        "M12 11C15 11 18.8 15.6 18.8 18.8C18.8 21 17.4 22 15.6 22C14.2 22 13.2 21.4 12 21.4C10.8 21.4 9.8 22 8.4 22C6.6 22 5.2 21 5.2 18.8C5.2 15.6 9 11 12 11Z"
    )
    return joined([left, left.mirror(), pad])


def _wave() -> Shape:
    one = curve("M1.8 0C4.4 -3 6.4 -3 8.8 0C11 3 13 3 15.4 0C17.6 -3 19.6 -3 22.2 0", 2.4)
    return one.move(0, 5.4) | one.move(0, 12) | one.move(0, 18.6)


def _hourglass() -> Shape:
    bars = rect(3.2, 1.2, 17.6, 3.2, 1) | rect(3.2, 19.6, 17.6, 3.2, 1)
    glass = shape(
        "M5.4 4H18.6C18.6 8.4 16.6 10.4 13.8 12C16.6 13.6 18.6 15.6 18.6 20H5.4C5.4 15.6 7.4 13.6 10.2 12C7.4 10.4 5.4 8.4 5.4 4Z"
    )
    upper = shape("M7.4 5.4H16.6C16.5 6.4 16.2 7.3 15.8 8H8.2C7.8 7.3 7.5 6.4 7.4 5.4Z")
    lower = shape(
        "M12 13.4C13.6 14.2 15.6 15.2 16.3 17.4C14.6 17.4 13.4 16.2 12 15C10.6 16.2 9.4 17.4 7.7 17.4C8.4 15.2 10.4 14.2 12 13.4Z"
    )
    return (bars | glass) - upper - lower


def _clock() -> Shape:
    return circle(12, 12, 10.8) - line("12,5.6 12,12.4 16.4,15.4", 2.2)


def _sun() -> Shape:
    ray = poly("12,0.8 14.4,5 9.6,5", 0.4)
    return circle(12, 12, 5.6) | around(ray, 8)


def _moon() -> Shape:
    return circle(12, 12, 10.6) - circle(17, 8.6, 8.8)


def _day_night() -> Shape:
    day = _sun() & rect(0, 0, 11.3, 24, 0)
    night = circle(12, 12, 10.4) & rect(12.7, 0, 12, 24, 0)
    return day | (night - star(17, 8.6, 3.2, 1.3, 4, 0.1) - circle(15.8, 16, 1.1))


def _factory() -> Shape:
    hall = poly(
        "1.2,22.4 1.2,11.4 7.6,7.4 7.6,11.4 14,7.4 14,11.4 15,10.8 15.8,1.4 20.4,1.4 21.2,11.4 22.8,12.4 22.8,22.4",
        0.4,
    )
    windows = joined(rect(x, 15, 3, 3.2, 0.2) for x in (4.2, 10.5, 16.8))
    return hall - windows


def _snowflake() -> Shape:
    arm = line("12,12 12,2", 2.2) | line("9,3.2 12,6.2 15,3.2", 1.9)
    return around(arm, 6)


def _crown() -> Shape:
    peaks = poly("2.6,18 1.2,6.4 7.2,11.2 12,3 16.8,11.2 22.8,6.4 21.4,18", 0.6)
    balls = joined([circle(12, 3.2, 1.9), circle(2.4, 6.4, 1.6), circle(21.6, 6.4, 1.6)])
    return peaks | balls | rect(2.6, 19.3, 18.8, 3.2, 0.7)


def _trophy() -> Shape:
    cup = shape("M6 1.8H18V8.6C18 12.6 15.6 15.2 12 15.2C8.4 15.2 6 12.6 6 8.6Z")
    ears = curve("M6.4 4.2H2.4C2.4 8.6 4 10.8 7.4 11.2", 2) | curve(
        "M17.6 4.2H21.6C21.6 8.6 20 10.8 16.6 11.2", 2
    )
    foot = shape(
        "M10.6 14.4H13.4V17.4C15.4 17.8 16.8 18.6 17.2 20H6.8C7.2 18.6 8.6 17.8 10.6 17.4Z"
    ) | rect(5.6, 19.6, 12.8, 3.2, 0.8)
    return joined([cup, ears, foot])


def _medal() -> Shape:
    ribbon = poly("3.8,1.2 9,1.2 12,7.6 15,1.2 20.2,1.2 15.4,11 8.6,11", 0.4)
    disc = circle(12, 15.6, 7.2)
    return disc.over(ribbon, 1.1) - star(12, 16, 4.4, 1.9, 5, 0.2)


def _victory() -> Shape:
    petals = around(circle(12, 3.6, 2.9), 12)
    return (circle(12, 12, 8.8) | petals) - ring(12, 12, 8.2, 7)


WORLD: dict[str, Shape] = {
    "house": _house(),
    "castle": _castle(),
    "city": _city(),
    "tent": _tent(),
    "factory": _factory(),
    "road": _road(),
    "rail": _rail(),
    "train": _train(),
    "ship": _ship(),
    "flag": _flag(),
    "mountain": _mountain(),
    "tree": _tree(),
    "pine": _pine(),
    "leaf": _leaf(),
    "paw": _paw(),
    "wave": _wave(),
    "snowflake": _snowflake(),
    "hourglass": _hourglass(),
    "clock": _clock(),
    "sun": _sun(),
    "moon": _moon(),
    "day-night": _day_night(),
    "crown": _crown(),
    "trophy": _trophy(),
    "medal": _medal(),
    "victory-point": _victory(),
}
