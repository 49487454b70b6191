"""Pictures of sides and pages at the density of a printer."""

from __future__ import annotations

from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame
from cardgen.pipeline.results import has_errors
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.preview.live.picture_cache import PictureCache
from cardgen.preview.taking.refusal import RefusalError, refuse_unfit, refuse_unread

DENSITIES = (150, 300, 600, 1200)
USUAL = 300
MOST_PIXELS = 200_000_000
"""Of one picture: a board of 800 × 500 mm at 500 dpi."""


def picture(
    loaded: LoadedGame, side: str, dpi: int, bleed: bool, pictures: PictureCache
) -> tuple[str, bytes]:
    """Return the name and the bytes of a PNG of a side or page.

    Raises KeyError for a side that there is none of. Raises RefusalError for one that is not as
    its files say, and for more pixels than `MOST_PIXELS`.
    """
    frame = _frame(loaded, side)
    area = frame.bleed_rect if bleed else frame.trim
    width, height = (max(round(mm / MM_PER_INCH * dpi), 1) for mm in (area.width, area.height))
    if width * height > MOST_PIXELS:
        raise RefusalError(
            f"At {dpi} dpi this picture would be {width} × {height} pixels; take a lower density, "
            "or the print file."
        )
    library = loaded.library
    assert library is not None
    data = pictures.for_print(frame, (width, height), dpi, bleed, library)
    return file_name(loaded.id, side, dpi, bleed), data


def file_name(game: str, side: str, dpi: int, bleed: bool) -> str:
    """Name a picture: ``<game>-<card>-face.png``, with what is unusual about it."""
    component, _, rest = side.partition("/")
    card, _, face = rest.rpartition("/")
    parts = (
        [game, card or component, face] if not rest.startswith("page-") else [game, component, rest]
    )
    if bleed:
        parts.append("bleed")
    if dpi != USUAL:
        parts.append(f"{dpi}dpi")
    return f"{'-'.join(part.replace('/', '-') for part in parts)}.png"


def _frame(loaded: LoadedGame, side: str) -> Frame:
    """Return a side or page that is fit to be taken away."""
    refuse_unread(loaded)
    with loaded.lock:
        shown, waits = loaded.shown.get(side), side in loaded.pending
        text = loaded.texts.get(side.partition("/")[0])
        waits = waits or (text is not None and loaded.due)
        results = shown.results if shown is not None else text.results if text is not None else ()
    found = next((one for one in results if one.id == side), None)
    if found is None and side not in loaded.specs:
        raise KeyError(side)
    frame = found.frame if found is not None else None
    if frame is None or waits or has_errors(results):
        refuse_unfit(loaded, [side])
    assert frame is not None
    return frame
