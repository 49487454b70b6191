"""The figures that the games are set in: lining ones, with zeros that nothing crosses."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from one_rule import GAMES
from pieces import ROOT, desk
from PIL import ImageOps

from cardgen.assets.library import Library
from cardgen.backend.raster import rasterize
from cardgen.core.style import TextStyle, Theme
from cardgen.frame import Frame

FrameOf = Callable[..., Frame]


@pytest.mark.parametrize("game", GAMES)
def test_figures_are_lining_and_zeros_plain(
    game: str, frame_of: FrameOf, library: Library, theme: Theme
) -> None:
    shapes: dict[tuple[str, tuple[str, ...]], str] = {}
    for name, style in desk(ROOT, game).game.theme.styles.items():
        for font in filter(None, (style.font, style.bold, style.italic, style.bold_italic)):
            shapes.setdefault((font, style.features), name)
    for (font, features), name in shapes.items():
        plain = replace(theme, styles={"body": TextStyle(font, 40, 1, features=features)})

        def box(
            digit: str, theme: Theme = plain, said: str = f"{font} in {name}"
        ) -> tuple[int, int, int, int]:
            frame = frame_of(f"<text>{digit}</text>", size=(20.0, 20.0), theme=theme)
            picture = ImageOps.invert(rasterize(frame, 120, 120, library).convert("L"))
            found = picture.point(lambda ink: 255 * (ink > 128)).getbbox()
            assert found is not None
            if digit == "0":
                middle = (found[0] + found[2]) // 2, (found[1] + found[3]) // 2
                assert picture.getpixel(middle) == 0, f"the zero of {said} is crossed"
            return found

        boxes = [box(digit) for digit in "0123456789"]
        for edge in (1, 3):
            edges = [found[edge] for found in boxes]
            assert max(edges) - min(edges) <= 4, f"{name}: figures of {font} hang or rise"
