"""The named choices that the command line, game files and products share."""

from __future__ import annotations

from typing import Literal, get_args

Duplex = Literal["long-edge", "short-edge", "gutterfold", "none"]
DUPLEX: tuple[Duplex, ...] = get_args(Duplex)
"""How backs get behind their faces."""

Ink = Literal["full", "light", "grey", "outline"]
INKS: tuple[Ink, ...] = get_args(Ink)
"""How much ink a print may use."""

Machine = Literal["silhouette", "cricut"]
MACHINES: tuple[Machine, ...] = get_args(Machine)
"""The cutting machines."""

Orientation = Literal["auto", "portrait", "landscape"]
ORIENTATIONS: tuple[Orientation, ...] = get_args(Orientation)
"""How the pages of sheets are turned; `auto` takes the way that holds more."""

Standard = Literal["pdfx4", "pdfx1a"]
STANDARDS: tuple[Standard, ...] = get_args(Standard)
"""The standards of files for a printing press."""
