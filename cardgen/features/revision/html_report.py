"""A page of differences for a browser: one file, its pictures inside."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from html import escape

from cardgen.backend.pixels import PixelCamera
from cardgen.features.revision.change_list import ChangeEntry, ChangeSection
from cardgen.features.revision.change_report import ChangeReport, Pair
from cardgen.features.revision.wording import values_said
from cardgen.frame import Frame

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


def change_html(report: ChangeReport) -> bytes:
    """Return a page of differences as HTML."""
    camera = PixelCamera(report.library)
    title = escape(f"{report.now.game.title}: what changed")
    parts = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{title}</h1>",
        f'<p class="about">{escape(report.against)} · {escape(report.line)}</p>',
        *(f'<p class="about">{escape(note)}</p>' for note in report.notes),
        *(part for section in report.sections for part in _section(section, report, camera)),
        "</body></html>\n",
    ]
    return "\n".join(parts).encode()


def _section(section: ChangeSection, report: ChangeReport, camera: PixelCamera) -> Iterator[str]:
    note = f" <small>{escape(section.note)}</small>" if section.note else ""
    yield f"<section><h2>{escape(section.title)}{note}</h2>"
    for entry in section.entries:
        yield "<article>"
        pair = report.pair(entry)
        if pair is not None:
            yield _figure(pair, _shown(section, entry), camera)
        yield f"<div>{''.join(_words(entry))}</div></article>"
    yield "</section>"


def _words(entry: ChangeEntry) -> Iterator[str]:
    name = f" <code>{escape(entry.name)}</code>" if entry.name else ""
    yield f'<h3>{escape(entry.title)}</h3><b class="{entry.kind}">{entry.kind}</b>{name}'
    if entry.fields:
        yield "<dl>"
        for field in entry.fields:
            old, new = values_said(field)
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


def _figure(pair: Pair, shown: str, camera: PixelCamera) -> str:
    like = pair.before or pair.after
    pictures = [
        _picture(frame, like, f"{shown}, {said}", pair.missing, camera)
        for frame, said in ((pair.before, "before"), (pair.after, "after"))
    ]
    return f"<figure>{pictures[0]}<span>→</span>{pictures[1]}</figure>"


def _picture(
    frame: Frame | None, like: Frame | None, said: str, missing: str, camera: PixelCamera
) -> str:
    width, height = _size(frame or like)
    if frame is None:
        return f'<i style="width: {width}px; height: {height}px">{escape(missing)}</i>'
    data = camera.picture(frame, (width * SHARP, height * SHARP))
    source = f"data:image/png;base64,{base64.b64encode(data).decode()}"
    return f'<img alt="{escape(said)}" width="{width}" height="{height}" src="{source}">'


def _size(frame: Frame | None) -> tuple[int, int]:
    if frame is None:
        return round(HIGH * 0.7), HIGH
    width, height = frame.size.width, frame.size.height
    scale = min(WIDE / width, HIGH / height)
    return max(round(width * scale), 1), max(round(height * scale), 1)
