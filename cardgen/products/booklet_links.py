"""Links and bookmarks of a booklet, from the regions that layout left on its Frames.

A region ``anchor`` marks a heading, with the note ``id=… level=… title=…``; a place in a text has
level 0, and may stand on several pages. A region ``link`` leads to either, with the note ``to=…``
(``to=…@7`` is the place on page 7), or to an address outside, with ``href=…``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardgen.backend.document import Bookmark
from cardgen.frame import Frame, Link, Page, Region


def navigable(frames: Sequence[Frame]) -> tuple[list[Page], tuple[Bookmark, ...]]:
    """Return the pages with their links, and the outline of all headings."""
    outline: list[Bookmark] = []
    targets: dict[str, tuple[int, float]] = {}
    for number, frame in enumerate(frames):
        for region in _regions(frame, "anchor"):
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
    for region in _regions(frame, "link"):
        kind, _, name = region.note.partition("=")
        if kind == "href":
            yield Link(region.rect, uri=name)
        elif name in targets:
            yield Link(region.rect, *targets[name])


def _regions(frame: Frame, id: str) -> list[Region]:
    return [item for item in frame.items if isinstance(item, Region) and item.id == id]


def _anchor(note: str) -> tuple[str, int, str]:
    name, level, title = note.split(" ", 2)
    return (
        name.removeprefix("id="),
        int(level.removeprefix("level=")),
        title.removeprefix("title="),
    )
