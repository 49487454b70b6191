"""What can be wrong with an export for Tabletop Simulator (CG75x)."""

from __future__ import annotations

from cardgen.core.diagnostics import Severity
from cardgen.core.problems import Wording, problem


@problem("CG752", Severity.WARNING)
def drawn_smaller(component: str, dpi: int, longest: int, needed: int | None) -> Wording:
    """A picture is drawn below 300 dpi, because it would be larger than Tabletop Simulator likes.

    Cards stand in grids of at least 2 by 2 cells, so a card may have half of the longest side. No
    picture may have more than 10 000 pixels a side.
    """
    hints = (f"`--tts-max-side {needed}` draws them at 300 dpi",) if needed else ()
    return Wording(
        f"the cards of `{component}` are drawn at {dpi} dpi: pictures have at most {longest} "
        "pixels a side",
        hints=hints,
    )


@problem("CG754")
def broken_save(file: str, faults: tuple[str, ...]) -> Wording:
    """What was made for Tabletop Simulator breaks a rule of its format.

    Every file is checked before it is written: numbers of cards against grids, one name for one
    object, sizes and colour mode of pictures, names in the game's cache. This is a fault of
    cardgen: please report it.
    """
    return Wording(f"`{file}` would not load: {faults[0]}", notes=faults[1:6])
