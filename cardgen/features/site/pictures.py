"""The pictures of a page: of each side the lighter file, and none that is there already.

A drawing as SVG stays sharp at every size, and a host sends it packed. Where it is heavier than
`LIGHT`, as of boards and scenes, a picture in pixels may be lighter, and then that is taken.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial

from msgspec import Struct

from cardgen.api import LaidGame
from cardgen.backend.svg import svg
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, Group, Text
from cardgen.products.artifact import Artifact, Tools

LIGHT = 64_000
"""Bytes up to which a drawing needs no comparison."""
_DOTS, _MOST = 10, 1_000_000
"""Pixels a millimetre, and pixels of a picture."""
_CSS = 96 / MM_PER_INCH
_WORDS = 400  # characters of what a picture says


class WebPicture(Struct, frozen=True):
    """A picture of a page: its file, its size in CSS pixels, and the words on it."""

    path: str
    width: int
    height: int
    words: str = ""


class DrawnPictures(Struct, frozen=True):
    """Pictures by name; those that are ``fresh``, by path, and the ``keys`` of all paths."""

    pictures: Mapping[str, WebPicture]
    fresh: Mapping[str, bytes]
    keys: Mapping[str, str]


def cut(frame: Frame, shape: Path | None = None) -> Frame:
    """Return what is left of a side when it is cut out: nothing of its bleed."""
    return Frame(frame.size, [Group(frame, clip=shape or Path.rect(frame.trim))])


def cropped(frame: Frame, area: Rect) -> Frame:
    """Return a part of a page."""
    moved = Matrix.translation(-area.x, -area.y)
    return Frame(Size(area.width, area.height), [Group(frame, moved, Path.rect(area))])


def draw(
    laid: LaidGame, wanted: Mapping[str, Frame], known: Mapping[str, str], versions: object
) -> DrawnPictures:
    """Draw the pictures that are ``wanted`` by name, but for those of ``known`` keys.

    ``known`` has the path of each file that is there, by its key.
    """
    keys = {name: digest((name, one.fingerprint, versions)) for name, one in wanted.items()}
    due = [
        Artifact(name, "site", keys[name], partial(_file, one, name))
        for name, one in wanted.items()
        if keys[name] not in known
    ]
    made = dict(zip((one.path for one in due), laid.share(laid.data, due), strict=True))
    paths = {
        name: f"pictures/{name}.{_ending(made[name])}" if name in made else known[keys[name]]
        for name in wanted
    }
    return DrawnPictures(
        {name: _picture(paths[name], one) for name, one in wanted.items()},
        {paths[name]: data for name, data in made.items()},
        {paths[name]: key for name, key in keys.items()},
    )


def _file(frame: Frame, title: str, tools: Tools) -> bytes:
    drawing = svg(frame, title, tools.library, lambda stamp: ("", ""))
    if len(drawing) <= LIGHT:
        return drawing
    wide, high = frame.size.width, frame.size.height
    scale = min(_DOTS, math.sqrt(_MOST / (wide * high)))
    pixels = tools.camera.web(frame, (max(round(wide * scale), 1), max(round(high * scale), 1)))
    return min(pixels, drawing, key=len)


def _ending(data: bytes) -> str:
    return "webp" if data.startswith(b"RIFF") else "svg"


def _picture(path: str, frame: Frame) -> WebPicture:
    width, height = (round(side * _CSS) for side in (frame.size.width, frame.size.height))
    words = words_of(frame)
    if len(words) > _WORDS:
        words = words[:_WORDS].rpartition(" ")[0] + " …"
    return WebPicture(path, max(width, 1), max(height, 1), words)


def words_of(frame: Frame) -> str:
    """Return the words that stand on a side, in the order in which they are painted."""
    runs = (item.string for item, _ in frame.walk() if isinstance(item, Text))
    return " ".join(" ".join(runs).split())
