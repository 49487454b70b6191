"""Shapes that boxes are cut to, and edges towards which they fade."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from cardgen.assets.library import Library
from cardgen.core.color import Color, LinearGradient
from cardgen.core.diagnostics import LayoutError, Location
from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.core.registry import choices, did_you_mean
from cardgen.core.style import Theme
from cardgen.core.units import parse_mm
from cardgen.layout import problems
from cardgen.layout.attributes import EXTENT, LENGTH, PATH_DATA, VIEW_BOX, Kind, Length, resolve

Form = Literal["circle", "ellipse", "rounded", "polygon", "path", "icon"]
FORMS: tuple[Form, ...] = ("circle", "ellipse", "rounded", "polygon", "path", "icon")
EDGES = ("top", "right", "bottom", "left")

_MASK_HINT = (
    "write `circle`, `ellipse`, `rounded 2`, `polygon 50% 0 100% 100% 0 100%`, "
    "`path M0 0L20 0L10 15Z`, `path 0 0 24 24 M12 0L24 24L0 24Z` or `icon:shield`"
)


class ClipMask(Struct, frozen=True):
    """A shape that is fitted to a box.

    ``points`` are the corners of a polygon, ``path`` is in mm from the top left, or in the units
    of ``view``, which is stretched over the box.
    """

    form: Form
    radius: float = 0.0
    points: tuple[tuple[Length, Length], ...] = ()
    path: Path | None = None
    view: Rect | None = None
    icon: str = ""

    def on(self, box: Rect, library: Library, at: Location | None) -> Path:
        """Return the outline on a box; raises AssetError or LayoutError for an unfit icon."""
        match self.form:
            case "circle":
                radius = min(box.width, box.height) / 2
                return Path.ellipse(*box.center, radius, radius)
            case "ellipse":
                return Path.ellipse(*box.center, box.width / 2, box.height / 2)
            case "rounded":
                return Path.rect(box, self.radius)
            case "polygon":
                return Path.polygon(
                    [
                        (box.x + resolve(x, box.width), box.y + resolve(y, box.height))
                        for x, y in self.points
                    ]
                )
            case "path":
                assert self.path is not None
                view = self.view or Rect(0.0, 0.0, box.width, box.height)
                sx, sy = box.width / view.width, box.height / view.height
                moved = Matrix(sx, 0.0, 0.0, sy, box.x - view.x * sx, box.y - view.y * sy)
                return self.path.transformed(moved)
            case "icon":
                icon = library.icon(self.icon, at)
                outline = icon.silhouette
                if outline is None:
                    raise LayoutError(problems.no_silhouette(at, self.icon))
                return outline.transformed(Matrix.fitting(icon.box, box))


class Fade(Struct, frozen=True):
    """The edge towards which a box vanishes, and how far from it that begins."""

    edge: str
    width: Length

    def on(self, box: Rect) -> LinearGradient:
        """Return how opaque a box is from place to place."""
        x, y = box.center
        across = self.edge in ("left", "right")
        deep = resolve(self.width, box.width if across else box.height)
        ends = {
            "top": (x, box.y, x, box.y + deep),
            "bottom": (x, box.bottom, x, box.bottom - deep),
            "left": (box.x, y, box.x + deep, y),
            "right": (box.right, y, box.right - deep, y),
        }
        black = Color(0.0, 0.0, 0.0)
        return LinearGradient(*ends[self.edge], ((0.0, black.with_alpha(0.0)), (1.0, black)))


def _mask(text: str, theme: Theme) -> ClipMask | None:
    word, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if word == "none" and not rest:
        return None
    if word.startswith("icon:") and not rest and len(word) > len("icon:"):
        return ClipMask("icon", icon=word.removeprefix("icon:"))
    match word:
        case "circle" | "ellipse" if not rest:
            return ClipMask(word)
        case "rounded" if rest:
            radius = parse_mm(rest)
            if radius < 0:
                raise ValueError(f"`{rest}` is less than 0")
            return ClipMask("rounded", radius=radius)
        case "polygon" if rest:
            numbers = [LENGTH.parse(one, theme) for one in rest.replace(",", " ").split()]
            if len(numbers) < 6 or len(numbers) % 2:
                raise ValueError(
                    "a polygon has three corners or more: `polygon 50% 0 100% 100% 0 100%`"
                )
            across, down = numbers[::2], numbers[1::2]
            if len(set(across)) == 1 or len(set(down)) == 1:
                raise ValueError("the corners lie on one line, so that nothing is seen")
            return ClipMask("polygon", points=tuple(zip(across, down, strict=True)))
        case "path" if rest:
            start = min((i for i in (rest.find("M"), rest.find("m")) if i >= 0), default=0)
            view = VIEW_BOX.parse(rest[:start], theme) if rest[:start].strip() else None
            path: Path = PATH_DATA.parse(rest[start:], theme)
            box = path.bounds()
            if not (box.width and box.height):
                raise ValueError("the path encloses nothing, so that nothing is seen")
            return ClipMask("path", path=path, view=view)
    near = did_you_mean(word, FORMS)
    if word in FORMS or not near:
        raise ValueError(_MASK_HINT)
    raise ValueError(f"`{word}` is none of {choices(FORMS)}; {near[0]}")


def _fade(text: str, theme: Theme) -> Fade | None:
    words = text.split()
    if words == ["none"]:
        return None
    if len(words) != 2 or words[0] not in EDGES:
        raise ValueError("write an edge and how far from it: `bottom 30%` or `left 8`")
    width: Length = EXTENT.parse(words[1], theme)
    if resolve(width, 1.0) <= 0:
        raise ValueError(f"`{words[1]}` leaves no room to fade in")
    return Fade(words[0], width)


MASK = Kind("shape", _mask)
FADE = Kind("edge and length or %", _fade)
