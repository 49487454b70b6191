"""Kinds of attribute values: how each is parsed, and what the reference page calls it.

A kind's ``parse`` raises ValueError with a message that the user gets to read.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from cardgen.assets.svgpath import parse_path
from cardgen.assets.svgview import parse_crop, parse_focus, parse_view, parse_zoom
from cardgen.core.diagnostics import Location, TemplateError
from cardgen.core.geometry import Insets, Rect
from cardgen.core.registry import choices, did_you_mean
from cardgen.core.style import (
    HYPHENATED,
    Color,
    LinearGradient,
    Paint,
    RadialGradient,
    Theme,
    parse_feature,
)
from cardgen.core.units import parse_mm, parse_pt
from cardgen.template import problems
from cardgen.template.element import Element


class Percent(Struct, frozen=True):
    """A length relative to the parent's content box."""

    share: float


Length = float | Percent


def resolve(length: Length, whole: float) -> float:
    """Turn a length into millimetres, given what 100 % is."""
    return length.share * whole if isinstance(length, Percent) else length


class Gradient(Struct, frozen=True):
    """A gradient whose box is not known yet."""

    kind: str
    angle: float
    stops: tuple[tuple[float, Color], ...]

    def on(self, box: Rect) -> Paint:
        """Fit the gradient to a box: its ends reach the corners.

        This is the gradient line of CSS Images 3, section 3.1, but with angles that run
        clockwise from the right; a radial gradient is CSS's circle to the farthest corner.
        """
        cx, cy = box.center
        if self.kind == "radial":
            return RadialGradient(cx, cy, math.hypot(box.width, box.height) / 2, self.stops)
        turn = math.radians(self.angle)
        dx, dy = math.cos(turn), math.sin(turn)
        half = (abs(dx) * box.width + abs(dy) * box.height) / 2
        return LinearGradient(
            cx - dx * half, cy - dy * half, cx + dx * half, cy + dy * half, self.stops
        )


PaintSpec = Color | Gradient


def paint_on(spec: PaintSpec | None, box: Rect) -> Paint | None:
    """Fit a paint to the box that it fills."""
    return spec.on(box) if isinstance(spec, Gradient) else spec


class Kind(Struct, frozen=True):
    """One kind of attribute value: its name in the reference, and its parser."""

    name: str
    parse: Callable[[str, Theme], Any]


_LIMIT = 1e6


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise ValueError(f"`{text}` is not a number") from None
    if not abs(value) <= _LIMIT:
        raise ValueError(f"`{text}` is no number that a card can need")
    return value


def _at_least(parse: Callable[[str, Theme], Any]) -> Callable[[str, Theme], Any]:
    """Make a parser refuse values below zero."""

    def read(text: str, theme: Theme) -> Any:
        value = parse(text, theme)
        if (value.share if isinstance(value, Percent) else value) < 0:
            raise ValueError(f"`{text}` is less than 0")
        return value

    return read


def _share(text: str, _: Theme) -> float:
    value = _number(text)
    if not 0 <= value <= 1:
        raise ValueError(f"`{text}` does not lie between 0 and 1")
    return value


def _count(text: str, _: Theme) -> int:
    value = _number(text)
    if value < 0 or value % 1:
        raise ValueError(f"`{text}` is not a whole number from 0 up")
    return int(value)


def _words(text: str) -> list[str]:
    """Divide a text at its spaces and commas."""
    return text.replace(",", " ").split()


def _points_size(text: str, _: Theme) -> float:
    value = parse_pt(text)
    if not 0.1 <= value <= 10_000:
        raise ValueError(f"`{text}` is no size that type can have")
    return value


def _length(text: str, _: Theme) -> Length:
    if text.endswith("%"):
        return Percent(_number(text[:-1]) / 100)
    return parse_mm(text)


def _flag(text: str, _: Theme) -> bool:
    if text not in ("true", "false"):
        raise ValueError(f"`{text}` is neither `true` nor `false`")
    return text == "true"


def _color(text: str, theme: Theme) -> Color:
    name, _, alpha = text.strip().partition("/")
    color = theme.colors.get(name)
    if color is None:
        if name.startswith("#") or name in ("black", "white"):
            color = Color.parse(name)
        else:
            near = did_you_mean(name, theme.colors)
            there = choices(theme.colors) if theme.colors else "none at all"
            more = f"; {near[0]}" if near else f" (it has {there})"
            raise ValueError(f"the theme has no colour `{name}`{more}")
    if alpha:
        if not alpha.endswith("%"):
            raise ValueError(f"write the opacity as a percentage: `{name}/50%`")
        color = color.with_alpha(color.alpha * min(max(_number(alpha[:-1]) / 100, 0.0), 1.0))
    return color


def _stroke(text: str, theme: Theme) -> Color | None:
    return None if text.strip() == "none" else _color(text, theme)


_GRADIENT = re.compile(r"(linear|radial)\((.*)\)")
_STOP = re.compile(r"([^\s,]+)(?:\s+(-?[\d.]+)%)?")


def _paint(text: str, theme: Theme) -> PaintSpec | None:
    text = text.strip()
    if text == "none":
        return None
    match = _GRADIENT.fullmatch(text)
    if match is None:
        return _color(text, theme)
    kind, inner = match.groups()
    angle = 0.0
    if kind == "linear":
        first, _, inner = inner.strip().partition(" ")
        angle = _number(first)
    found = _STOP.findall(inner)
    if len(found) < 2:
        raise ValueError("a gradient needs two colours or more: `linear(90 ink 0% paper 100%)`")
    last = len(found) - 1
    stops = tuple(
        (_number(place) / 100 if place else i / last, _color(name, theme))
        for i, (name, place) in enumerate(found)
    )
    places = [0.0, *(place for place, _ in stops), 1.0]
    if any(a > b for a, b in itertools.pairwise(places)):
        raise ValueError("the stops of a gradient must go upwards from 0% to 100%")
    return Gradient(kind, angle, stops)


def _ink(text: str, theme: Theme) -> PaintSpec:
    paint = _paint(text, theme)
    if paint is None:
        raise ValueError("letters need a colour or a gradient")
    return paint


def _points(text: str, _: Theme) -> tuple[tuple[float, float], ...]:
    numbers = [*map(_number, _words(text))]
    if len(numbers) < 4 or len(numbers) % 2:
        raise ValueError("points are pairs of numbers, two pairs or more: `0,0 10,0 5,8`")
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _angles(text: str, _: Theme) -> tuple[float, float]:
    numbers = [*map(_number, _words(text))]
    if not 1 <= len(numbers) <= 2 or any(abs(angle) > 85 for angle in numbers):
        raise ValueError("write one or two angles from -85 to 85: `12` or `0 8`")
    across, down = (*numbers, 0.0)[:2]
    if abs(1 - math.tan(math.radians(across)) * math.tan(math.radians(down))) < 0.01:
        raise ValueError(f"leant by `{text.strip()}` it is a line, of which nothing is seen")
    return across, down


def _view_box(text: str, _: Theme) -> Rect:
    numbers = [*map(_number, _words(text))]
    if len(numbers) != 4 or numbers[2] < 0.001 or numbers[3] < 0.001:
        raise ValueError("a view box is four numbers: x y width height")
    return Rect(*numbers)


def _dash(text: str, _: Theme) -> tuple[float, ...]:
    dashes = tuple(map(parse_mm, _words(text)))
    if any(dash < 0 for dash in dashes) or (dashes and not any(dashes)):
        raise ValueError("dashes are lengths above 0: `2 1`")
    return dashes


def _features(text: str, _: Theme) -> tuple[str, ...]:
    words = tuple(text.split())
    for word in words:
        parse_feature(word)
    return words


_GROUP = re.compile(r"(game/)?[a-z][a-z0-9-]*")


def _group(text: str, _: Theme) -> str:
    if not _GROUP.fullmatch(text):
        raise ValueError("a group has a name of lower-case letters and digits, as `rules`")
    return text


def _hyphenate(text: str, _: Theme) -> tuple[int, ...]:
    if text in ("true", "false"):
        return HYPHENATED if text == "true" else ()
    limits = tuple(int(part) for part in text.split() if part.isdecimal())
    if len(limits) != 3 or len(text.split()) != 3 or not 0 < min(limits) <= max(limits) < 100:
        raise ValueError("write `true`, `false` or three numbers of letters: `6 3 3`")
    return limits


MEANS = ("shrink", "leading", "continue", "ellipsis")
"""What may be done to a text that is too long, in this order."""


def _means(text: str, _: Theme) -> tuple[str, ...]:
    words = [_chosen(word, (*MEANS, "error")) for word in text.split()]
    if "error" in words and len(words) > 1:
        raise ValueError("`error` allows nothing to be done, so it stands alone")
    if not words:
        raise ValueError("write what may be done, such as `shrink ellipsis`, or `error`")
    # Nothing is cut that could be read if it were smaller.
    return tuple(one for one in MEANS if one in words or (one == "shrink" and "ellipsis" in words))


class Track(Struct, frozen=True):
    """A column of a grid: a fixed width in mm, or a ``fr`` fraction of the room left over."""

    size: float
    fraction: bool


def _tracks(text: str, _: Theme) -> tuple[Track, ...]:
    parts = text.split()
    if len(parts) == 1 and parts[0].isdecimal():
        count = int(parts[0])
        if not 1 <= count <= 200:
            raise ValueError("a grid has 1 to 200 columns")
        return (Track(1.0, True),) * count
    tracks = tuple(map(_track, parts))
    if not 0 < len(tracks) <= 200 or any(track.size <= 0 for track in tracks):
        raise ValueError("columns are a count or widths: `3` or `10 1fr 2fr`")
    return tracks


def _track(part: str) -> Track:
    fraction = part.endswith("fr")
    return Track(_number(part[:-2]) if fraction else parse_mm(part), fraction)


def _cells(text: str, _: Theme) -> tuple[Track | None, ...]:
    tracks = []
    for part in text.split():
        try:
            track = None if part == "auto" else _track(part)
        except ValueError:
            hint = "write `auto`, `12` or `1fr`"
            raise ValueError(f"`{part}` is no width of a column: {hint}") from None
        if track is not None and not 0 < track.size <= _LIMIT:
            raise ValueError(f"`{part}` is no width of a column")
        tracks.append(track)
    return tuple(tracks)


_NUMBERING = re.compile("[^1aAiI]*[1aAiI][^1aAiI]*")


def _numbering(text: str, _: Theme) -> str:
    if not _NUMBERING.fullmatch(text):
        raise ValueError("write how the first number looks: `1.`, `(a)`, `A`, `i)` or `I.`")
    return text


LENGTH = Kind("length or %", _length)
EXTENT = Kind("length or %", _at_least(_length))
MM = Kind("length", lambda text, _: parse_mm(text))
BREADTH = Kind("length", _at_least(lambda text, _: parse_mm(text)))
POINTS_SIZE = Kind("points", _points_size)
NUMBER = Kind("number", lambda text, _: _number(text))
AMOUNT = Kind("number", _at_least(lambda text, _: _number(text)))
SHARE = Kind("0 to 1", _share)
COUNT = Kind("whole number", _count)
COUNTS = Kind("whole numbers", lambda text, theme: tuple(_count(n, theme) for n in _words(text)))
FLAG = Kind("true or false", _flag)
COLOR = Kind("colour", _color)
PAINT = Kind("paint", _paint)
INK = Kind("paint", _ink)
STROKE = Kind("colour or none", _stroke)
INSETS = Kind("1 to 4 lengths", lambda text, _: Insets.of(tuple(map(parse_mm, text.split()))))
POINTS = Kind("points", _points)
VIEW_BOX = Kind("x y width height", _view_box)
DASH = Kind("lengths", _dash)
PATH_DATA = Kind("SVG path data", lambda text, _: parse_path(text))
TRACKS = Kind("columns", _tracks)
CELLS = Kind("auto, length or fr", _cells)
NUMBERING = Kind("form of a number", _numbering)
ANGLES = Kind("1 or 2 angles", _angles)
FEATURES = Kind("features", _features)
FIT = Kind("shrink, leading, continue, ellipsis; or error", _means)
HYPHENATE = Kind("true, false or three numbers", _hyphenate)
GROUP = Kind("name", _group)
PICTURE = Kind("picture", lambda text, _: parse_view(text))
FOCUS = Kind("x% y%", lambda text, _: parse_focus(text))
ZOOM = Kind("number", lambda text, _: parse_zoom(text))
CROP = Kind("x% y% width% height%", lambda text, _: parse_crop(text))
NAME = Kind("name", lambda text, _: text)


def choice(*options: str) -> Kind:
    """Make a kind that accepts one of a few words."""
    return Kind(" or ".join(options), lambda text, _: _chosen(text, options))


def choices_of(*options: str) -> Kind:
    """Make a kind that accepts some of a few words."""
    name = f"some of {', '.join(options)}"
    return Kind(name, lambda text, _: tuple(_chosen(word, options) for word in text.split()))


def _chosen(word: str, options: Sequence[str]) -> str:
    """Return a word that is one of the options; raise ValueError for any other."""
    if word not in options:
        near = did_you_mean(word, options)
        tail = f"; {near[0]}" if near else ""
        raise ValueError(f"`{word}` is none of {choices(options)}{tail}")
    return word


class Attribute(Struct, frozen=True):
    """A declared attribute; ``name`` is its Python name, with underscores."""

    kind: Kind
    default: Any
    doc: str
    name: str = ""


def attribute(kind: Kind, default: Any, doc: str) -> Any:
    """Declare an attribute of an element, as a class variable of its class."""
    return Attribute(kind, default, doc)


Narrow = Callable[[Location, str], Location]
"""Narrows the place of a tag down to one of its attributes."""


class Tag:
    """An element with the attributes that its class declares, as class variables (`attribute`).

    An instance holds only the values that the template gave; for all others the class holds the
    defaults.
    """

    attributes: ClassVar[dict[str, Attribute]] = {}
    needed: ClassVar[tuple[str, ...]] = ()

    def __init__(self, **given: Any) -> None:
        self.__dict__.update(given)

    def __init_subclass__(cls) -> None:
        """Record the declared attributes, and leave their defaults in their place."""
        cls.attributes = dict(cls.attributes)
        for name, value in list(vars(cls).items()):
            if isinstance(value, Attribute):
                cls.attributes[name.replace("_", "-")] = replace(value, name=name)
                setattr(cls, name, value.default)

    @classmethod
    def read(cls, element: Element, theme: Theme, narrow: Narrow | None = None) -> Self:
        """Read the attributes of an element; raise TemplateError with every fault."""

        def place(name: str) -> Location | None:
            at = element.location
            return narrow(at, name) if at and narrow else at

        values: dict[str, Any] = {}
        given: set[str] = set()  # those with a bad value too
        found = []
        pairs = zip(element.attributes[::2], element.attributes[1::2], strict=True)
        for name, text in pairs:
            field = cls.attributes.get(name)
            if field is None:
                known = tuple(cls.attributes)
                found.append(problems.unknown_attribute(place(name), element.tag, name, known))
                continue
            given.add(name)
            try:
                values[field.name] = field.kind.parse(text, theme)
            except ValueError as error:
                wrong = problems.wrong_attribute_value
                found.append(wrong(place(name), element.tag, name, str(error)))
        missing = [name for name in cls.needed if name not in given]
        found += [problems.missing_attribute(element.location, element.tag, n) for n in missing]
        if found:
            raise TemplateError(*found)
        return cls(**values)
