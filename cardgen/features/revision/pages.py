"""Pages for a browser, which prints them too: what changed with its pictures, the pull list.

Their text is in the folder ``templates/``.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct

from cardgen.backend.pixels import PixelCamera
from cardgen.comparison.baseline import Baseline
from cardgen.comparison.change_list import ChangeEntry, SideLook, change_list, pictured
from cardgen.comparison.changes import Changes
from cardgen.comparison.edition import Edition
from cardgen.comparison.wording import UNCHANGED, summary, value_texts
from cardgen.features.revision.pull_list import PullSection
from cardgen.frame import Frame
from cardgen.template.pages import filled

_TEMPLATES = Path(__file__).with_name("templates")

HIGH, WIDE = 250, 380
"""Greatest height and width of a picture, in pixels of the page."""
SHARP = 2
"""Pixels of a picture for each of the page, so that type stays sharp."""


class ShownSide(Struct, frozen=True):
    """A side before or after a change, as a PNG in base64; empty if there is none at hand."""

    entry: ChangeEntry
    width: int
    height: int
    data: str = ""


def change_html(base: Baseline, now: Edition, changes: Changes, notes: Sequence[str] = ()) -> bytes:
    """Return a page with all that differs, before and after side by side."""
    return filled(
        _TEMPLATES / "changes.html.j2",
        title=f"{now.game.title}: what changed",
        about=[f"against {base.name} · {summary(changes) or UNCHANGED}", *notes],
        sections=pictured(change_list(changes)),
        pictures=partial(_pictures, base.laid_out(), now),
        texts=value_texts,
    )


def pull_pages(
    path: str, title: str, states: Sequence[str], pulls: Sequence[PullSection]
) -> dict[str, bytes]:
    """Return the pull list with boxes to tick, as text and for a browser, by path and ending.

    ``states`` are lines that name both states.
    """
    return {
        f"{path}.{ending}": filled(
            _TEMPLATES / f"pull-list.{ending}.j2",
            title=f"{title}: pull list",
            about=states,
            sections=pulls,
        )
        for ending in ("txt", "html")
    }


def _pictures(
    before: Iterable[Edition], now: Edition, entry: ChangeEntry
) -> tuple[ShownSide, ShownSide]:
    """Return the side of an entry as it was and as it is; a missing one has the other's size."""
    old, new = _found(before, entry.before), _found((now,), entry.after)
    return _picture(entry, old, old or new), _picture(entry, new, new or old)


def _found(editions: Iterable[Edition], shown: SideLook | None) -> tuple[Edition, Frame] | None:
    """Return a side, and the edition that has it with its fonts and pictures."""
    look = shown.look if shown else ""
    return next(((one, one.drawn[look]) for one in editions if look in one.drawn), None)


def _picture(
    entry: ChangeEntry, side: tuple[Edition, Frame] | None, like: tuple[Edition, Frame] | None
) -> ShownSide:
    width, height = round(HIGH * 0.7), HIGH
    if like is not None:
        size = like[1].size
        scale = min(WIDE / size.width, HIGH / size.height)
        width, height = max(round(size.width * scale), 1), max(round(size.height * scale), 1)
    if side is None:
        return ShownSide(entry, width, height)
    edition, frame = side
    data = PixelCamera(edition.build.library).picture(frame, (width * SHARP, height * SHARP))
    return ShownSide(entry, width, height, base64.b64encode(data).decode())
