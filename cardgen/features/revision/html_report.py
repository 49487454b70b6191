"""Pages for a browser, which prints them too: what changed with its pictures, the pull list."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from html import escape

from cardgen.backend.pixels import PixelCamera
from cardgen.features.revision.baseline import Baseline
from cardgen.features.revision.change_list import (
    ChangeEntry,
    ChangeSection,
    SideLook,
    change_list,
    pictured,
)
from cardgen.features.revision.changes import Changes, kind_of
from cardgen.features.revision.edition import Edition
from cardgen.features.revision.pull_list import PullSection
from cardgen.features.revision.wording import UNCHANGED, summary, value_texts
from cardgen.frame import Frame

_Side = tuple[Edition, Frame]
"""A side, and the edition that has it with its fonts and pictures."""
NO_PICTURE = "no picture at hand"

HIGH, WIDE = 250, 380
"""Greatest height and width of a picture, in pixels of the page."""
SHARP = 2
"""Pixels of a picture for each of the page, so that type stays sharp."""

_STYLE = """\
:root { color-scheme: light dark; --ink: #1c1c1e; --quiet: #5c5c63; --ground: #fafaf8;
  --line: #d9d9d4; --old: #a3271f; --new: #18703a; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececf0; --quiet: #a5a5ad;
  --ground: #1b1c1f; --line: #3a3b40; --old: #ff8f85; --new: #6fd598; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 76rem; background: var(--ground);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 0; padding-top: .8rem; border-top: 2px solid var(--ink);
  font-size: 1.3rem; }
h2 small, p.about { color: var(--quiet); font-weight: 400; }
h3 { margin: 0; font-size: 1.05rem; }
article { display: flex; flex-wrap: wrap; gap: 1.5rem; padding: 1.2rem 0;
  border-bottom: 1px solid var(--line); }
article > div { flex: 1 1 20rem; min-width: 0; overflow-wrap: anywhere; }
figure { display: flex; align-items: center; gap: .7rem; margin: 0; flex: 0 1 auto; }
figure img { display: block; max-width: 100%; height: auto; border-radius: 6px;
  box-shadow: 0 1px 4px #0005; }
figure i { display: grid; place-items: center; border: 2px dashed var(--line);
  border-radius: 6px; color: var(--quiet); text-align: center; }
code { color: var(--quiet); font-size: .85rem; }
ul { margin: .4rem 0 0; padding-left: 1.1rem; color: var(--quiet); }
dl { margin: .5rem 0 0; } dt { font-weight: 600; } dd { margin: 0 0 .4rem; }
del { color: var(--old); } ins { color: var(--new); text-decoration: none; font-weight: 600; }
b.added { color: var(--new); } b.removed { color: var(--old); } b { color: var(--quiet); }
"""


def change_html(base: Baseline, now: Edition, changes: Changes, notes: Sequence[str] = ()) -> bytes:
    """Return a page with all that differs, before and after side by side."""
    figure = partial(_figure, base.laid_out(), now)
    about = [f"against {base.name} · {summary(changes) or UNCHANGED}", *notes]
    sections = pictured(change_list(changes))
    content = (part for section in sections for part in _section(section, figure))
    return _page(f"{now.game.title}: what changed", about, content)


def pull_html(title: str, states: Sequence[str], pulls: Sequence[PullSection]) -> bytes:
    """Return the pull list with boxes to tick; ``states`` name both states."""

    def rows(section: PullSection) -> Iterator[str]:
        yield _heading(section)
        for task, pull in section.tasks:
            count = f"{pull.count} ×" if pull.count else "all"
            name = f" <code>{escape(pull.name)}</code>" if pull.name != pull.title else ""
            yield (
                f'<p><label><input type="checkbox"> {task} {count} '
                f"<strong>{escape(pull.title)}</strong>{name} {escape(pull.why)}</label></p>"
            )
        yield "</section>"

    return _page(f"{title}: pull list", states, (row for one in pulls for row in rows(one)))


def _page(title: str, about: Sequence[str], content: Iterable[str]) -> bytes:
    parts = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        *(f'<p class="about">{escape(line)}</p>' for line in about),
        *content,
        "</body></html>\n",
    ]
    return "\n".join(parts).encode()


def _figure(before: Sequence[Edition], now: Edition, entry: ChangeEntry, shown: str) -> str:
    """Return the pictures of an entry, nothing if it is not about a side."""
    if entry.before is None and entry.after is None:
        return ""
    missing = {"added": "new", "removed": "removed", "changed": NO_PICTURE}[
        kind_of(entry.before, entry.after)
    ]
    old, new = _found(before, entry.before), _found((now,), entry.after)
    pictures = [
        _picture(side, old or new, f"{shown}, {when}", missing)
        for side, when in ((old, "before"), (new, "after"))
    ]
    return f"<figure>{pictures[0]}<span>→</span>{pictures[1]}</figure>"


def _picture(side: _Side | None, like: _Side | None, alt: str, missing: str) -> str:
    width, height = _size(side or like)
    if side is None:
        return f'<i style="width: {width}px; height: {height}px">{escape(missing)}</i>'
    edition, frame = side
    data = PixelCamera(edition.laid.library).picture(frame, (width * SHARP, height * SHARP))
    source = f"data:image/png;base64,{base64.b64encode(data).decode()}"
    return f'<img alt="{escape(alt)}" width="{width}" height="{height}" src="{source}">'


def _found(editions: Iterable[Edition], shown: SideLook | None) -> _Side | None:
    sides = ((one, one.picture(shown)) for one in editions) if shown else iter(())
    return next(((edition, frame) for edition, frame in sides if frame is not None), None)


def _section(section: ChangeSection, figure: Callable[[ChangeEntry, str], str]) -> Iterator[str]:
    yield _heading(section)
    for entry in section.entries:
        yield "<article>"
        if drawn := figure(entry, _shown(section, entry)):
            yield drawn
        yield f"<div>{''.join(_words(entry))}</div></article>"
    yield "</section>"


def _heading(section: ChangeSection | PullSection) -> str:
    note = f" <small>{escape(section.note)}</small>" if section.note else ""
    return f"<section><h2>{escape(section.title)}{note}</h2>"


def _words(entry: ChangeEntry) -> Iterator[str]:
    name = f" <code>{escape(entry.name)}</code>" if entry.name else ""
    yield f'<h3>{escape(entry.title)}</h3><b class="{entry.kind}">{entry.kind}</b>{name}'
    if entry.fields:
        yield "<dl>"
        for field in entry.fields:
            old, new = value_texts(field)
            label = f"<dt>{escape(field.name)}</dt>" if field.name else ""
            yield f"{label}<dd><del>{escape(old)}</del> → <ins>{escape(new)}</ins></dd>"
        yield "</dl>"
    if entry.lines:
        yield f"<ul>{''.join(f'<li>{escape(text)}</li>' for text in entry.lines)}</ul>"


def _shown(section: ChangeSection, entry: ChangeEntry) -> str:
    """Say what the pictures of an entry show: ``Heroes: Anna, face``."""
    look = entry.after or entry.before
    side = look.side.rpartition("/")[2] if look is not None else ""
    return f"{section.title}: {entry.title}" + (f", {side}" if side in ("face", "back") else "")


def _size(side: _Side | None) -> tuple[int, int]:
    if side is None:
        return round(HIGH * 0.7), HIGH
    width, height = side[1].size.width, side[1].size.height
    scale = min(WIDE / width, HIGH / height)
    return max(round(width * scale), 1), max(round(height * scale), 1)
