"""Labels for sleeves: the name of a card in Braille and in large print, and its text in a QR code.

The dots are printed at true size, as a guide for a stylus or for swell paper: 1.5 mm wide, 2.5 mm
apart, cells 6.2 mm and lines 10 mm apart. So they lie within what the ADA Standards (703.3.1) and
ISO 17049 allow, and Specification 800 of the National Library Service differs by a hair.

The code holds the text itself, so that a telephone reads it aloud without a network. What is longer
than a code that can still be read goes on on a further label::

    +----------------------------+
    |  o   o o  o                |    Braille: lines of nine cells
    |  o o   o  o o              |
    |                            |
    | Name in       +-----------+|
    | large print   |  QR code  ||
    | 1 of 2        +-----------+|
    +----------------------------+
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from cardgen.assets.qrcodes import QUIET, qr_code
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.frame import Frame, Group, Item, Region, RegionKind, Shape
from cardgen.impose.marks import BLACK, Write
from cardgen.products.text.brf import wrapped
from cardgen.products.text.script import CardText

_WIDTH = 60.0
DOT, APART, CELL, LINE = 1.5, 2.5, 6.2, 10.0
"""The diameter of a dot, and the distances from middle to middle, in mm."""
CELLS_A_LINE, LEAST_LINES, MOST_LINES = 9, 3, 5
MOST_BYTES = 450
"""What a code of 29 mm holds with modules of a third of a millimetre: version 14 at level L, which
takes 458 bytes (ISO/IEC 18004, table 7)."""
_MARGIN, _CODE = 1.5, 29.0
_FIRST_DOT = ((_WIDTH - (CELLS_A_LINE - 1) * CELL - APART) / 2, 3.0)
_PRINT_PT, _SMALL_PT = 22.0, 10.0
_ASCII = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="
"""The 64 cells in the order of their dots, dot 1 counting 1, dot 2 counting 2, and so on."""


class SleeveLabel(Struct, frozen=True):
    """A label: the name in print and in Braille, what the code says, and which part that is."""

    name: str
    braille: tuple[str, ...]
    said: str
    part: str
    copies: int


def dots(cell: str) -> list[int]:
    """Return the numbers of the dots of a cell, 1 to 6."""
    value = _ASCII.index(cell)
    return [dot + 1 for dot in range(6) if value >> dot & 1]


def labels(card: CardText, where: str, cells: str) -> list[SleeveLabel]:
    """Return the labels of a card; ``where`` names its deck, ``cells`` is its name in Braille."""
    lines = wrapped(cells, CELLS_A_LINE)[:MOST_LINES]
    parts = [*_parts([f"{card.name}.", f"{where}.", *(one.text for one in card.said)])]
    count = len(parts)
    return [
        SleeveLabel(card.name, tuple(lines), said, f"{n} of {count}" * (count > 1), card.copies)
        for n, said in enumerate(parts, 1)
    ]


def fits(cells: str) -> bool:
    """Whether a name in Braille finds room."""
    return len(wrapped(cells, CELLS_A_LINE)) <= MOST_LINES


def size_of(found: Sequence[SleeveLabel]) -> Size:
    """Return the size that all these labels have: higher if a name needs more than three lines."""
    lines = max((len(one.braille) for one in found), default=0)
    return Size(_WIDTH, max(lines, LEAST_LINES) * LINE + _CODE + 1.0)


def _parts(texts: Sequence[str]) -> Iterator[str]:
    """Share words out over as many codes as they need."""
    part = ""
    for word in " ".join(texts).split():
        longer = f"{part} {word}".lstrip()
        if part and len(longer.encode()) > MOST_BYTES:
            yield part
            longer = word
        part = longer
    yield part


def label_frame(label: SleeveLabel, size: Size, write: Write) -> Frame:
    """Draw a label."""
    top = size.height - _MARGIN - _CODE
    items = [*_braille(label.braille), *_print(label, top, write), _code(label.said, top)]
    return Frame(size, items)


def _braille(lines: Sequence[str]) -> Iterator[Item]:
    x, y = _FIRST_DOT
    for row, line in enumerate(lines):
        for column, cell in enumerate(line):
            for dot in dots(cell):
                across, down = divmod(dot - 1, 3)
                middle = x + column * CELL + across * APART, y + row * LINE + down * APART
                yield Shape(Path.ellipse(*middle, DOT / 2, DOT / 2), fill=BLACK)


def _print(label: SleeveLabel, top: float, write: Write) -> Iterator[Item]:
    """Set the name on as many lines as it has words that do not fit together."""
    width = _WIDTH - _CODE - 3 * _MARGIN
    words = [write(word, _PRINT_PT) for word in label.name.split()]
    scale = min(1.0, width / max(one.size.width for one in words))
    space, lines = write("n", _PRINT_PT).size.width / 2, list[list[Frame]]()
    for word in words:
        long = sum(one.size.width + space for one in lines[-1]) if lines else width / scale
        if long + word.size.width > width / scale:
            lines.append([])
        lines[-1].append(word)
    part = write(label.part, _SMALL_PT) if label.part else None
    room = _CODE - (part.size.height if part else 0.0)
    deep = max(one.size.height for one in words) * 1.1
    scale = min(scale, room / (deep * len(lines)))
    for row, line in enumerate(lines):
        x = _MARGIN
        for word in line:
            yield Group(word, Matrix(scale, 0.0, 0.0, scale, x, top + row * deep * scale))
            x += (word.size.width + space) * scale
    if part:
        yield Group(part, Matrix.translation(_MARGIN, top + _CODE - part.size.height))


def _code(said: str, top: float) -> Group:
    code = qr_code(said, "L")
    module = _CODE / (code.size + 2 * QUIET)
    side = code.size * module
    quiet = QUIET * module
    shape = Shape(code.outline.transformed(Matrix.scaling(module)), fill=BLACK)
    region = Region(RegionKind.MACHINE_READ, Rect(0.0, 0.0, side, side), f"modules={code.size}")
    at = Matrix.translation(_WIDTH - _MARGIN - _CODE + quiet, top + quiet)
    return Group(Frame(Size(side, side), [region, shape]), at)
