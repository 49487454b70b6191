"""Matches markers in pictures with numbered steps, and links them."""

from collections.abc import Iterator, Sequence

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.geometry import Rect
from cardgen.frame import Region, RegionKind
from cardgen.layout import problems
from cardgen.layout.book.lines import stamp_of
from cardgen.layout.box import LayoutNode
from cardgen.layout.canvas import Canvas
from cardgen.layout.elements.callouts import CalloutsElement, markers, pictures_with_steps
from cardgen.model.document import Block, Figure, Heading, Listing, flat


class Keys:
    """The pictures with markers in a text, and their numbered lists.

    Figures add their markers; then each picture is matched with a list; painting adds the links.
    """

    def __init__(self) -> None:
        self._pictures: dict[int, list[LayoutNode]] = {}
        self._names: dict[int, str] = {}
        """By the identity of a figure, or of a list that goes with one."""

    def note(self, block: Figure, node: LayoutNode) -> None:
        """Remember the pictures of a figure whose steps are in the text."""
        if entries := pictures_with_steps(node):
            self._pictures[id(block)] = entries

    def match(self, blocks: Sequence[Block]) -> Iterator[Diagnostic]:
        """Find the list of each picture; yield markers without steps, and steps without markers."""
        text = list(flat(blocks))
        figures: dict[int, list[LayoutNode]] = {}
        lists: dict[int, list[Listing]] = {}
        for place, block in enumerate(text):
            for figure in (
                inner_block
                for inner_block in _with_list_items(block)
                if id(inner_block) in self._pictures
            ):
                steps = _steps(text, place)
                name = f"steps-{steps[0].location.line}" if steps else ""
                for source in (figure, *steps):
                    self._names[id(source)] = name
                key = id(steps[0]) if steps else id(figure)
                lists[key] = steps
                figures.setdefault(key, []).extend(self._pictures[id(figure)])
        for key, pictures in figures.items():
            unmarked: list[int] = []
            for picture in pictures:
                if isinstance(picture.box, CalloutsElement):
                    unmarked += picture.box.unmarked
            marked = [marker for picture in pictures for marker in markers(picture)]
            stamps = {
                number: stamp_of(item[0].location if item else block.location)
                for block in lists[key]
                for number, item in enumerate(block.items, block.start or 0)
            }
            yield from problems.check_markers(marked, stamps, unmarked)

    def linked_blocks(self, blocks: Sequence[Block]) -> list[Block]:
        """Return the blocks with pictures or steps that are linked to each other."""
        return [
            inner_block
            for inner_block in blocks
            if any(
                id(inner) in self._names
                for part in flat([inner_block])
                for inner in _with_list_items(part)
            )
        ]

    def link_markers(self, block: Figure, canvas: Canvas, start: int) -> None:
        """Link the markers among the items from ``start`` on to their steps, and name them."""
        name = self._names.get(id(block))
        if not name:
            return
        for item in canvas.items[start:]:
            if isinstance(item, Region) and item.kind is RegionKind.CALLOUT:
                n = item.note.removeprefix("n=")
                _link(canvas, item.rect, f"{name}-{n}", f"{name}-marker-{n}", item.stamp)

    def link_step(self, block: Listing, n: int, canvas: Canvas, number: Rect) -> None:
        """Link the number of a step to its marker, and name it."""
        if name := self._names.get(id(block)):
            location = stamp_of(block.location)
            _link(canvas, number, f"{name}-marker-{n}", f"{name}-{n}", location)


def _link(canvas: Canvas, rect: Rect, target: str, name: str, stamp: str) -> None:
    canvas.items.append(Region(RegionKind.ANCHOR, rect, f"id={name} level=0 title=", stamp))
    canvas.items.append(Region(RegionKind.LINK, rect, f"to={target}", stamp))


def _with_list_items(block: Block) -> Iterator[Block]:
    yield block
    for item in block.items if isinstance(block, Listing) else ():
        yield from flat(item, lists=True)


def _steps(text: Sequence[Block], place: int) -> list[Listing]:
    """Return the numbered list of a figure, with the lists that continue it.

    ``place`` is the index of the figure, or of the list around it.
    """
    after = _numbered_lists(text[place + 1 :])
    before = _numbered_lists(text[place::-1])
    neighbors = after[:1] or before[:1]
    if before and before[0] is text[place]:
        neighbors = before[:1]
    if not neighbors:
        return []
    for block in _numbered_lists(text[text.index(neighbors[0]) + 1 :]):
        if block.start != (neighbors[-1].start or 0) + len(neighbors[-1].items):
            break
        neighbors.append(block)
    return neighbors


def _numbered_lists(text: Sequence[Block]) -> list[Listing]:
    listings: list[Listing] = []
    for block in text:
        if isinstance(block, Heading):
            break
        if isinstance(block, Listing) and block.start is not None:
            listings.append(block)
    return listings
