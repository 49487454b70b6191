"""Links and bookmarks of a booklet, from the regions that layout left on its Frames.

A place in a text is an anchor of level 0, and may be on several pages: a link ``to=…@7`` leads to
the one on page 7.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardgen.backend.document import Bookmark
from cardgen.frame import Frame, Link, Page, RegionKind, regions


def navigable(frames: Sequence[Frame]) -> tuple[list[Page], tuple[Bookmark, ...]]:
    """Return the pages with their links, and the outline of all headings."""
    outline: list[Bookmark] = []
    targets: dict[str, tuple[int, float]] = {}
    for number, frame in enumerate(frames):
        for region in regions(frame.items, RegionKind.ANCHOR):
            name, level, title = _anchor(region.note)
            place = (number, region.rect.y)
            targets.setdefault(name, place)
            if not level:
                targets.setdefault(f"{name}@{number + 1}", place)
                continue
            words = title.replace("\u00ad", "")  # soft hyphens are for lines alone
            outline.append(Bookmark(words, number, region.rect.y, level))
    pages = [Page(frame, frame.trim, frame.trim, tuple(_links(frame, targets))) for frame in frames]
    return pages, tuple(outline)


def _links(frame: Frame, targets: Mapping[str, tuple[int, float]]) -> Iterator[Link]:
    for region in regions(frame.items, RegionKind.LINK):
        kind, _, name = region.note.partition("=")
        if kind == "href":
            yield Link(region.rect, uri=name)
        elif name in targets:
            yield Link(region.rect, *targets[name])


def _anchor(note: str) -> tuple[str, int, str]:
    name, level, title = note.split(" ", 2)
    return (
        name.removeprefix("id="),
        int(level.removeprefix("level=")),
        title.removeprefix("title="),
    )
