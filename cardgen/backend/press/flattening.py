"""Pages without transparency, which PDF/X-1a does not allow (ISO 15930-4, 6.5).

Each region with transparent items becomes a picture in inks, of all items in the region up to the
last transparent one. Later items and other regions stay unchanged. So text on top stays text, and
black ink stays on its plate even within the picture.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from itertools import compress

from msgspec import Struct
from msgspec.structs import replace
from PIL.Image import Image as Pixels

from cardgen.assets.library import KeyedAssets
from cardgen.backend.document import DocumentInfo
from cardgen.backend.press.inks import PRESS, Separator
from cardgen.backend.press.plates import dpi_of, knocks_out, render_inks
from cardgen.backend.press.profile import PressCondition
from cardgen.backend.press.writer import EMPTY, PressWriter
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Matrix, Rect
from cardgen.core.style import Color, Paint
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, Group, Image, Item, Page, Shadow, Shape, Text
from cardgen.frame.reach import bounding_rect, intersection, paint_bounds

DPI = 400.0

Patches = dict[str, "Pixels"]
"""Pictures in inks, by their key in Frames."""


class _Atom(Struct, frozen=True):
    """An item of a page that stays whole, with all Groups around it.

    ``box`` is the area that it covers; ``clear`` is true if it is transparent.
    """

    item: Item
    around: tuple[Group, ...]
    box: Rect
    clear: bool


class Flattener:
    """Flattens the pages of one document, equal pages only once.

    ``knocked`` has the fingerprints of pages on which black ink knocks out its ground.
    """

    def __init__(
        self, library: KeyedAssets, inks: Separator, knocked: Collection[str] = ()
    ) -> None:
        self._library = library
        self._inks = inks
        self._knocked = knocked
        self._clear: dict[str, bool] = {}
        self._done: dict[str, Frame] = {}
        self.patches: Patches = {}

    def page(self, page: Page) -> Page:
        """Return a page that looks the same and has no transparency."""
        flat_frame = self._done.get(page.frame.fingerprint)
        if flat_frame is None:
            flat_frame = self._flat(page.frame) if self._is_clear(page.frame) else page.frame
            self._done[page.frame.fingerprint] = flat_frame
        return replace(page, frame=flat_frame)

    def dpi(self, frame: Frame) -> float:
        """Return the resolution of transparent regions; infinite if there are none."""
        return dpi_of(frame, DPI) if self._is_clear(frame) else math.inf

    def _flat(self, frame: Frame) -> Frame:
        atoms = list(self._atoms(frame.items, (), Matrix(), frame.trim))
        dpi = dpi_of(frame, DPI)
        last = {
            region: max(
                i for i, atom in enumerate(atoms) if atom.clear and _meets(atom.box, region)
            )
            for region in _join_boxes([atom.box for atom in atoms if atom.clear])
        }
        patches = self._patches(frame, atoms, last, dpi)
        items: list[Item] = []
        for number, atom in enumerate(atoms):
            if not atom.clear:
                items.append(_put(atom))
            items += [patch for region, patch in patches.items() if last[region] == number]
        return Frame(frame.size, items, frame.bleed)

    def _patches(
        self, frame: Frame, atoms: Sequence[_Atom], last: dict[Rect, int], dpi: float
    ) -> dict[Rect, Image]:
        """Make a picture of each region as painted up to its last transparent atom.

        Each rendering draws the whole page, and a page has many regions. So regions that no later
        atom touches are rendered together.
        """
        pictures: dict[Rect, Image] = {}
        waiting = sorted(last, key=lambda region: last[region])
        while waiting:
            end = last[waiting[-1]]
            together = [
                region
                for region in waiting
                if not any(
                    _meets(atom.box, region)
                    for atom in atoms[last[region] + 1 : end + 1]
                    if not atom.clear
                )
            ]
            areas = {region: _snap_to_pixels(region, frame.trim, dpi) for region in together}
            hull = bounding_rect(list(areas.values()))
            painted = Frame(frame.size, [_put(atom) for atom in atoms[: end + 1]])
            knocked = frame.fingerprint in self._knocked
            pixels = render_inks(painted, hull, dpi, self._library, self._inks, knocked)
            mm = MM_PER_INCH / dpi
            for region, area in areas.items():
                left, top = round((area.x - hull.x) / mm), round((area.y - hull.y) / mm)
                right, bottom = left + round(area.width / mm), top + round(area.height / mm)
                key = digest((painted.fingerprint, (area.x, area.y), (right, bottom), dpi))
                self.patches[key] = pixels.crop((left, top, right, bottom))
                pictures[region] = Image(key, area)
            waiting = [region for region in waiting if region not in areas]
        return pictures

    def _atoms(
        self, items: Sequence[Item], around: tuple[Group, ...], matrix: Matrix, visible: Rect
    ) -> Iterator[_Atom]:
        """Split Groups with transparent items into atoms; ``visible`` is the area inside clips."""
        for item in items:
            if isinstance(item, Group) and not _fades(item) and self._is_clear(item.frame):
                inner = item.matrix.then(matrix)
                clip = visible
                if item.clip is not None:
                    clip = intersection(visible, inner.apply_rect(item.clip.bounds()))
                if clip.width > 0 and clip.height > 0:
                    bare = replace(item, frame=Frame(item.frame.size, ()), alt=None, reads=None)
                    yield from self._atoms(item.frame.items, (*around, bare), inner, clip)
                continue
            box = intersection(visible, matrix.apply_rect(paint_bounds(item)))
            if box.width > 0 and box.height > 0:
                yield _Atom(item, around, box, self._shines_through(item))

    def _is_clear(self, frame: Frame) -> bool:
        is_clear = self._clear.get(frame.fingerprint)
        if is_clear is None:
            is_clear = any(
                self._shines_through(item)
                or (isinstance(item, Group) and self._is_clear(item.frame))
                for item in frame.items
            )
            self._clear[frame.fingerprint] = is_clear
        return is_clear

    def _shines_through(self, item: Item) -> bool:
        """True if an item itself is transparent, regardless of inner items."""
        match item:
            case Shape(fill=fill, stroke=stroke):
                return _has_alpha(fill) or (stroke is not None and _has_alpha(stroke.paint))
            case Text(color=color):
                return _has_alpha(color)
            case Group():
                return _fades(item)
            case Shadow():
                return True
            case Image(asset=asset):
                return self._library.picture_by_key(asset).alpha is not None
        return False


def _has_alpha(paint: Paint | None) -> bool:
    if paint is None or isinstance(paint, Color):
        return paint is not None and paint.alpha < 1
    return any(color.alpha < 1 for _, color in paint.stops)


def _fades(group: Group) -> bool:
    return group.opacity < 1 or group.fade is not None


def _put(atom: _Atom) -> Item:
    item = atom.item
    for group in reversed(atom.around):
        item = replace(group, frame=Frame(group.frame.size, [item]))
    return item


def _meets(first: Rect, second: Rect) -> bool:
    across = first.x <= second.right and second.x <= first.right
    return across and first.y <= second.bottom and second.y <= first.bottom


def _area(box: Rect) -> float:
    return box.width * box.height


def _join_boxes(boxes: Sequence[Rect]) -> list[Rect]:
    joined: list[Rect] = []
    for box in boxes:
        near = [earlier for earlier in joined if _meets(earlier, box)]
        while near:
            joined = [earlier for earlier in joined if earlier not in near]
            box = bounding_rect([box, *near])
            near = [earlier for earlier in joined if _meets(earlier, box)]
        joined.append(box)
    return joined


def _snap_to_pixels(box: Rect, page: Rect, dpi: float) -> Rect:
    """Grow a box to whole pixels of the page and by one pixel, so that its edge has no paint."""
    mm = MM_PER_INCH / dpi
    left, top = (math.floor(edge / mm) - 1 for edge in (box.x, box.y))
    right, bottom = (math.ceil(edge / mm) + 1 for edge in (box.right, box.bottom))
    right, bottom = min(right, math.ceil(page.right / mm)), min(bottom, math.ceil(page.bottom / mm))
    left, top = max(left, 0), max(top, 0)
    return Rect(left * mm, top * mm, (right - left) * mm, (bottom - top) * mm)


def write_press_pdf(
    pages: Sequence[Page], info: DocumentInfo, library: KeyedAssets, condition: PressCondition
) -> bytes:
    """Return a PDF for a press; the same input gives the same bytes.

    Raises AssetError if a font or a picture has vanished since layout.
    """
    # Annotations are not allowed on a page.
    plain = [replace(page, links=(), tagged=None) for page in pages]
    inks, patches = Separator(condition.profile), EMPTY
    sides = {page.frame.fingerprint: page.frame for page in plain}
    limit = condition.profile.limit
    knocked = {key for key, side in sides.items() if knocks_out(side, library, inks, limit)}
    full = [page.frame.fingerprint in knocked for page in plain]
    if condition.standard == "pdfx1a":
        flattener = Flattener(library, inks, knocked)
        plain, patches = list(map(flattener.page, plain)), flattener.patches
    writer = PressWriter(
        replace(info, outline=(), duplex=None),
        library,
        inks,
        PRESS,
        plain,
        knocked=[page.frame for page in compress(plain, full)],
        patches=patches,
        condition=condition,
    )
    return writer.document(plain)
