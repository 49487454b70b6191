"""QR codes (ISO/IEC 18004) as one outline: adjacent modules form one area, without seams."""

from typing import Literal

from msgspec import Struct

from cardgen.core.geometry import Path, Segment

QrLevel = Literal["L", "M", "Q", "H"]
QR_LEVELS: tuple[QrLevel, ...] = ("L", "M", "Q", "H")
"""The share of a code that can be lost: about 7, 15, 25 and 30 per cent."""
QUIET_ZONE = 4
"""Modules that must be left free around a code (ISO/IEC 18004, 6.3.8)."""

Corner = tuple[int, int]
_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


class QrTooLongError(Exception):
    """No QR code has enough room for the text at this level."""


class QrCode(Struct, frozen=True):
    """A code: its number of modules in each direction, and the outline of the dark modules."""

    size: int
    outline: Path


def qr_code(data: str, level: QrLevel) -> QrCode:
    """Return the smallest QR code for a text, with at least this error correction level.

    A text beyond ASCII is encoded as UTF-8 and marked as such (an ECI, ISO/IEC 18004, 7.4.2).
    Without an ECI, readers guess the encoding, for instance Shift-JIS. Raises QrTooLongError.
    """
    import segno

    plain = data.isascii()
    encoding, mode = (None, None) if plain else ("utf-8", "byte")
    try:
        code = segno.make_qr(data, level, mode=mode, encoding=encoding, eci=not plain)
    except segno.DataOverflowError:
        raise QrTooLongError from None
    rows = [bytes(row) for row in code.matrix]
    return QrCode(len(rows), _outline(rows))


def _outline(rows: list[bytes]) -> Path:
    """Walk round the dark areas; the even-odd rule separates inside from outside."""
    steps_by_corner = _edges(rows)
    segments: list[Segment] = []
    while steps_by_corner:
        start = min(steps_by_corner)
        corner, loop = start, [start]
        heading = steps_by_corner[corner][0]
        while True:
            heading = _turn(steps_by_corner, corner, heading)
            directions = steps_by_corner[corner]
            directions.remove(heading)
            if not directions:
                del steps_by_corner[corner]
            corner = corner[0] + heading[0], corner[1] + heading[1]
            if corner == start:
                break
            loop.append(corner)
        corners = [
            point
            for before, point, after in zip(
                [*loop[-1:], *loop[:-1]], loop, [*loop[1:], *loop[:1]], strict=True
            )
            if not before[0] == point[0] == after[0] and not before[1] == point[1] == after[1]
        ]
        segments += Path.polygon([(float(x), float(y)) for x, y in corners]).segments
    return Path(tuple(segments), even_odd=True)


def _edges(rows: list[bytes]) -> dict[Corner, list[Corner]]:
    """Return the steps from each corner along the edges of dark modules, clockwise round them."""
    size = len(rows)
    steps_by_corner: dict[Corner, list[Corner]] = {}

    def dark(x: int, y: int) -> bool:
        return 0 <= x < size and 0 <= y < size and bool(rows[y][x])

    for y in range(size):
        for x in range(size):
            if not dark(x, y):
                continue
            sides = (
                (dark(x, y - 1), (x, y)),
                (dark(x + 1, y), (x + 1, y)),
                (dark(x, y + 1), (x + 1, y + 1)),
                (dark(x - 1, y), (x, y + 1)),
            )
            for (neighbour_is_dark, corner), step in zip(sides, _STEPS, strict=True):
                if not neighbour_is_dark:
                    steps_by_corner.setdefault(corner, []).append(step)
    return steps_by_corner


def _turn(steps_by_corner: dict[Corner, list[Corner]], corner: Corner, heading: Corner) -> Corner:
    """Choose the next direction: right if two dark modules touch only at a corner."""
    directions = steps_by_corner[corner]
    right = _STEPS[(_STEPS.index(heading) + 1) % 4]
    return right if right in directions else directions[0]
