"""Kinds of attribute values: their parsers, and their names on the reference page.

A kind's ``parse`` raises ValueError with a message that the user gets to read.
"""

import itertools
import math
import re
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from cardgen.assets.svgoutline import parse_path
from cardgen.assets.svgstyle import MIN_VALUE
from cardgen.assets.svgview import parse_crop, parse_focus, parse_view, parse_zoom
from cardgen.core.diagnostics import Location, TemplateError
from cardgen.core.geometry import Insets, Rect
from cardgen.core.registry import choices, did_you_mean
from cardgen.core.style import (
    HYPHENATED,
    RAGGED_LINES,
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


def resolve(length: Length, available_mm: float) -> float:
    """Return a length in mm; ``available_mm`` is 100 %."""
    return length.share * available_mm if isinstance(length, Percent) else length


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
    return value if abs(value) >= MIN_VALUE else 0.0


def _checked_kind(
    name: str,
    parse: Callable[[str], Any],
    accepts: Callable[[Any], object] = lambda value: True,
    complaint: str = "",
    make: Callable[[Any], Any] = lambda value: value,
) -> Kind:
    """Make a kind whose values do not depend on the theme.

    ``accepts`` checks the result of ``parse``; the complaint about a refused result has braces for
    the text. ``make`` turns an accepted result into the value.
    """

    def read(text: str, _: Theme) -> Any:
        value = parse(text)
        if not accepts(value):
            raise ValueError(complaint.format(text))
        return make(value)

    return Kind(name, read)


def _split_words(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _length(text: str) -> Length:
    if text.endswith("%"):
        return Percent(_number(text[:-1]) / 100)
    return parse_mm(text)


def _color(text: str, theme: Theme) -> Color:
    name, _, alpha = text.strip().partition("/")
    color = theme.colors.get(name)
    if color is None:
        if name.startswith("#") or name in ("black", "white"):
            color = Color.parse(name)
        else:
            near = did_you_mean(name, theme.colors)
            color_names = choices(theme.colors) if theme.colors else "none at all"
            suggestion = f"; {near[0]}" if near else f" (it has {color_names})"
            raise ValueError(f"the theme has no colour `{name}`{suggestion}")
    if alpha:
        if not alpha.endswith("%"):
            raise ValueError(f"write the opacity as a percentage: `{name}/50%`")
        color = color.with_alpha(color.alpha * min(max(_number(alpha[:-1]) / 100, 0.0), 1.0))
    return color


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
    raw_stops = _STOP.findall(inner)
    if len(raw_stops) < 2:
        raise ValueError("a gradient needs two colours or more: `linear(90 ink 0% paper 100%)`")
    last = len(raw_stops) - 1
    stops = tuple(
        (_number(place) / 100 if place else i / last, _color(name, theme))
        for i, (name, place) in enumerate(raw_stops)
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


def _numbers(text: str) -> list[float]:
    return [*map(_number, _split_words(text))]


def _angles(text: str, _: Theme) -> tuple[float, float]:
    numbers = _numbers(text)
    if not 1 <= len(numbers) <= 2 or any(abs(angle) > 85 for angle in numbers):
        raise ValueError("write one or two angles from -85 to 85: `12` or `0 8`")
    across, down = (*numbers, 0.0)[:2]
    if abs(1 - math.tan(math.radians(across)) * math.tan(math.radians(down))) < 0.01:
        raise ValueError(f"leant by `{text.strip()}` it is a line, of which nothing is seen")
    return across, down


def _features(text: str, _: Theme) -> tuple[str, ...]:
    words = tuple(text.split())
    for word in words:
        parse_feature(word)
    return words


def _hyphenate(text: str, _: Theme) -> tuple[int, ...]:
    if text in ("true", "false"):
        return HYPHENATED if text == "true" else ()
    limits = tuple(int(part) for part in text.split() if part.isdecimal())
    if len(limits) != 3 or len(text.split()) != 3 or not 0 < min(limits) <= max(limits) < 100:
        raise ValueError("write `true`, `false` or three numbers of letters: `6 3 3`")
    return (*limits, RAGGED_LINES)


MEANS = ("shrink", "leading", "continue", "ellipsis")
"""What may be done to a text that is too long, in this order."""


def _means(text: str, _: Theme) -> tuple[str, ...]:
    words = [_choose(word, (*MEANS, "error")) for word in text.split()]
    if "error" in words and len(words) > 1:
        raise ValueError("`error` allows nothing to be done, so it stands alone")
    if not words:
        raise ValueError("write what may be done, such as `shrink ellipsis`, or `error`")
    # Shrink a text before cutting it: a smaller text is still complete.
    return tuple(
        means for means in MEANS if means in words or (means == "shrink" and "ellipsis" in words)
    )


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


_NEGATIVE = "`{}` is less than 0"

LENGTH = _checked_kind("length or %", _length)
EXTENT = _checked_kind(
    "length or %",
    _length,
    lambda length: (length.share if isinstance(length, Percent) else length) >= 0,
    _NEGATIVE,
)
MM = _checked_kind("length", parse_mm)
BREADTH = _checked_kind("length", parse_mm, lambda length: length >= 0, _NEGATIVE)
POINTS_SIZE = _checked_kind(
    "points", parse_pt, lambda size: 0.1 <= size <= 10_000, "`{}` is no size that type can have"
)
NUMBER = _checked_kind("number", _number)
AMOUNT = _checked_kind("number", _number, lambda number: number >= 0, _NEGATIVE)
SHARE = _checked_kind(
    "0 to 1", _number, lambda number: 0 <= number <= 1, "`{}` does not lie between 0 and 1"
)
COUNT = _checked_kind(
    "whole number",
    _number,
    lambda number: 0 <= number <= 10_000 and number % 1 == 0,
    "`{}` is not a whole number from 0 to 10000",
    int,
)
COUNTS = Kind("whole numbers", lambda text, _: tuple(COUNT.parse(n, _) for n in _split_words(text)))
FLAG = _checked_kind(
    "true or false",
    str,
    ("true", "false").__contains__,
    "`{}` is neither `true` nor `false`",
    lambda text: text == "true",
)
ARC = _checked_kind(
    "degrees",
    _number,
    lambda degrees: 1 <= abs(degrees) <= 180,
    "an arc has 1 to 180 degrees, or -1 to -180 if its middle hangs down",
)
COLOR = Kind("colour", _color)
PAINT = Kind("paint", _paint)
INK = Kind("paint", _ink)
STROKE = Kind("colour or none", lambda text, _: None if text.strip() == "none" else _color(text, _))
INSETS = _checked_kind("1 to 4 lengths", lambda text: Insets.of(tuple(map(parse_mm, text.split()))))
POINTS = _checked_kind(
    "points",
    _numbers,
    lambda numbers: len(numbers) >= 4 and len(numbers) % 2 == 0,
    "points are pairs of numbers, two pairs or more: `0,0 10,0 5,8`",
    lambda numbers: tuple(zip(numbers[::2], numbers[1::2], strict=True)),
)
VIEW_BOX = _checked_kind(
    "x y width height",
    _numbers,
    lambda numbers: len(numbers) == 4 and min(numbers[2:]) >= 0.001,
    "a view box is four numbers: x y width height",
    lambda numbers: Rect(*numbers),
)
DASH = _checked_kind(
    "lengths",
    lambda text: tuple(map(parse_mm, _split_words(text))),
    lambda dashes: not dashes or (min(dashes) >= 0 and any(dashes)),
    "dashes are lengths above 0: `2 1`",
)
PATH_DATA = _checked_kind("SVG path data", parse_path)
TRACKS = Kind("columns", _tracks)
CELLS = Kind("auto, length or fr", _cells)
NUMBERING = _checked_kind(
    "form of a number",
    str,
    re.compile("[^1aAiI]*[1aAiI][^1aAiI]*").fullmatch,
    "write how the first number looks: `1.`, `(a)`, `A`, `i)` or `I.`",
)
ANGLES = Kind("1 or 2 angles", _angles)
FEATURES = Kind("features", _features)
FIT = Kind("shrink, leading, continue, ellipsis; or error", _means)
HYPHENATE = Kind("true, false or three numbers", _hyphenate)
GROUP = _checked_kind(
    "name",
    str,
    re.compile(r"(game/)?[a-z][a-z0-9-]*").fullmatch,
    "a group has a name of lower-case letters and digits, as `rules`",
)
PICTURE = _checked_kind("picture", parse_view)
FOCUS = _checked_kind("x% y%", parse_focus)
ZOOM = _checked_kind("number", parse_zoom)
CROP = _checked_kind("x% y% width% height%", parse_crop)
NAME = _checked_kind("name", str)


def choice(*options: str) -> Kind:
    """Make a kind that accepts one of a few words."""
    return _checked_kind(" or ".join(options), lambda text: _choose(text, options))


def choices_of(*options: str) -> Kind:
    """Make a kind that accepts some of a few words."""
    name = f"some of {', '.join(options)}"
    return _checked_kind(name, lambda text: tuple(_choose(word, options) for word in text.split()))


def _choose(word: str, options: Sequence[str]) -> str:
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

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

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
            location = element.location
            return narrow(location, name) if location and narrow else location

        values: dict[str, Any] = {}
        set_names: set[str] = set()  # those with a bad value too
        diagnostics = []
        pairs = zip(element.attributes[::2], element.attributes[1::2], strict=True)
        for name, text in pairs:
            field = cls.attributes.get(name)
            if field is None:
                attribute_names = tuple(cls.attributes)
                diagnostics.append(
                    problems.unknown_attribute(place(name), element.tag, name, attribute_names)
                )
                continue
            set_names.add(name)
            try:
                values[field.name] = field.kind.parse(text, theme)
            except ValueError as error:
                wrong = problems.wrong_attribute_value
                diagnostics.append(wrong(place(name), element.tag, name, str(error)))
        missing = [name for name in cls.needed if name not in set_names]
        diagnostics += [
            problems.missing_attribute(element.location, element.tag, n) for n in missing
        ]
        if diagnostics:
            raise TemplateError(*diagnostics)
        return cls(**values)
