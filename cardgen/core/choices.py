"""Choices by name, which the command line, game files and products share."""

from typing import Literal, get_args

Duplex = Literal["long-edge", "short-edge", "gutterfold", "none"]
DUPLEX: tuple[Duplex, ...] = get_args(Duplex)
"""How to print each back behind its face."""

Ink = Literal["full", "light", "grey", "outline"]
INKS: tuple[Ink, ...] = get_args(Ink)
"""How much ink a print uses."""

Machine = Literal["silhouette", "cricut"]
MACHINES: tuple[Machine, ...] = get_args(Machine)
"""The cutting machines."""

Orientation = Literal["auto", "portrait", "landscape"]
ORIENTATIONS: tuple[Orientation, ...] = get_args(Orientation)
"""The orientation of sheets; `auto` takes the one that holds more pieces."""

Standard = Literal["pdfx4", "pdfx1a"]
STANDARDS: tuple[Standard, ...] = get_args(Standard)
"""PDF standards for printing presses."""
