"""Links and bookmarks of a booklet, by the regions that layout left on its Frames.

A region ``anchor`` is a heading, ``id=… level=… title=…``; a region ``link`` leads to one,
``to=…``, or to somewhere else, ``href=…``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from cardgen.frame import Frame, Link, Page, Region

if TYPE_CHECKING:
    from cardgen.backend.navigation import Bookmark


def navigable(frames: Sequence[Frame]) -> tuple[list[Page], tuple[Bookmark, ...]]:
    """Make pages with links, and an outline."""
    from cardgen.backend.navigation import Bookmark

    outline: list[Bookmark] = []
    targets: dict[str, tuple[int, float]] = {}
    for number, frame in enumerate(frames):
        for region in _regions(frame, "anchor"):
            name, level, title = _anchor(region.note)
            targets[name] = (number, region.rect.y)
            outline.append(Bookmark(title, number, region.rect.y, level))
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
