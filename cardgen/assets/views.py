"""What is shown of a picture: `art/hill.jpg`, or `art/hill.jpg#focus=40% 20%&zoom=1.5`.

What stands behind the `#` belongs to the picture and not to the place where it is shown, so a card
says it beside the name of the file, and every template that shows the picture follows.
"""

from __future__ import annotations

import re

from msgspec import Struct

MOST_ZOOM = 100.0
_VIEW = re.compile(r"(?P<path>.*?)#(?P<rest>(?:focus|zoom|crop)=.*)", re.DOTALL)
_SHARE = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)%")

Point = tuple[float, float]
Part = tuple[float, float, float, float]


class PictureView(Struct, frozen=True):
    """A picture file, and which part of it counts; None where that is for the template to say.

    All are shares of the whole picture: ``focus`` the point to keep in sight, ``crop`` left, top,
    width and height of the part that counts as the picture. ``zoom`` enlarges it.
    """

    path: str
    focus: Point | None = None
    zoom: float | None = None
    crop: Part | None = None

    def __str__(self) -> str:
        said = []
        if self.focus is not None:
            said.append(f"focus={_said(self.focus)}")
        if self.zoom is not None:
            said.append(f"zoom={self.zoom:g}")
        if self.crop is not None:
            said.append(f"crop={_said(self.crop)}")
        return self.path + ("#" + "&".join(said) if said else "")


def parse_view(text: str) -> PictureView:
    """Read the name of a picture with what may stand behind it; ValueError says what is wrong."""
    match = _VIEW.fullmatch(text)
    if match is None:
        return PictureView(text)
    given: dict[str, str] = {}
    for part in match["rest"].split("&"):
        name, equals, value = part.partition("=")
        if not equals or name not in ("focus", "zoom", "crop") or name in given:
            raise ValueError(f"`{part}` is none of `focus=`, `zoom=` and `crop=`, each once")
        given[name] = value
    return PictureView(
        match["path"],
        parse_focus(given["focus"]) if "focus" in given else None,
        parse_zoom(given["zoom"]) if "zoom" in given else None,
        parse_crop(given["crop"]) if "crop" in given else None,
    )


def parse_focus(text: str) -> Point:
    """Read a point of a picture: ``40% 20%``, from the left and from the top."""
    shares = _shares(text)
    if len(shares) != 2 or not all(0 <= share <= 1 for share in shares):
        raise ValueError("a focus is two shares of the picture from 0 to 100 %: `40% 20%`")
    return shares[0], shares[1]


def parse_zoom(text: str) -> float:
    """Read how many times larger than it need be a picture is shown."""
    try:
        zoom = float(text)
    except ValueError:
        zoom = 0.0
    if not 1 <= zoom <= MOST_ZOOM:
        raise ValueError(f"a zoom is a number from 1 to {MOST_ZOOM:g}: `1.5`")
    return zoom


def parse_crop(text: str) -> Part:
    """Read a part of a picture, ``x y width height`` in per cent: ``10% 0% 60% 80%``."""
    shares = _shares(text)
    if len(shares) == 4:
        x, y, width, height = shares
        inside = x >= 0 and y >= 0 and x + width <= 1 + 1e-9 and y + height <= 1 + 1e-9
        if inside and width >= 0.001 and height >= 0.001:
            return x, y, width, height
    raise ValueError("a crop is x, y, width and height inside the picture: `10% 0% 60% 80%`")


def _shares(text: str) -> list[float]:
    words = text.split()
    return [float(word[:-1]) / 100 for word in words] if all(map(_SHARE.fullmatch, words)) else []


def _said(shares: tuple[float, ...]) -> str:
    return " ".join(f"{share * 100:g}%" for share in shares)
