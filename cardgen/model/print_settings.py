"""How a game wants to be printed."""

from __future__ import annotations

from dataclasses import dataclass

DUPLEX = ("long-edge", "short-edge", "gutterfold", "none")


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """The ``print:`` section; lengths in millimetres."""

    papers: tuple[str, ...] = ("a4", "letter")
    duplex: str = "long-edge"
    bleed: float = 3.0
    safe: float = 3.0


DEFAULT_PRINT = PrintSettings()
