"""The duplex test sheet, and the printer profile that is read off it.

The profile is ``printer.yaml`` in the project folder; it describes the user's printer, not a game.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Literal

from cardgen.core.diagnostics import relative
from cardgen.pipeline.writing import write_whole

_MEASURED = ("name", "margin", "back_offset", "landscape_offset")
_HEADER = "# How the printer at hand prints; see `cardgen calibrate`.\n"


def calibration_file(paper: str) -> str:
    """Name the file of a paper's calibration sheet, below the output folder."""
    return f"calibration.{paper}.pdf"


def calibrate(
    root: Path,
    papers: Sequence[str] = (),
    duplex: Literal["long-edge", "short-edge"] = "long-edge",
    output: Path | None = None,
) -> list[Path]:
    """Write calibration sheets for each paper (all if none is named); return the files.

    Each file holds both sides of a portrait and of a landscape sheet: the offset of one says
    nothing about the other, and cardgen chooses which of them a deck is printed on.
    """
    from cardgen.assets.library import Library
    from cardgen.backend.document import DocumentInfo
    from cardgen.backend.pdf import write_pdf
    from cardgen.core.units import HOME, label_of
    from cardgen.impose.nup import paper_size
    from cardgen.model.printer import load_printer
    from cardgen.pipeline.resources import writer
    from cardgen.products.calibration import calibration_pages
    from cardgen.source.files import BUNDLED

    library = Library(root, fonts=(root / "fonts", BUNDLED / "fonts"))
    write, printer = writer(library), load_printer(root)
    made = []
    for paper in papers or HOME:
        size = paper_size(paper, own=printer.papers)
        pages = [
            page
            for landscape in (False, True)
            for page in calibration_pages(size, write, duplex, landscape)
        ]
        info = DocumentInfo(
            title=f"Calibration sheet, {label_of(paper)}",
            subject="print on both sides at actual size",
            duplex=duplex,
        )
        path = (output or root / "output") / calibration_file(paper)
        write_whole(path, write_pdf(pages, info, library), relative(path, root))
        made.append(path)
    return made


def save_printer(
    root: Path,
    offset: tuple[float, float] | None,
    margin: float | None,
    landscape: bool = False,
) -> Path:
    """Write printer.yaml with new numbers in mm; those that are None stay as they are.

    ``landscape`` says that the offset was read off a landscape page.

    Raises SourceError or ModelError, and writes nothing, if the present file has errors.
    """
    from cardgen.model.printer import PRINTER_FILE, load_printer
    from cardgen.source.files import Project
    from cardgen.source.yaml import load_yaml

    old = load_printer(root)
    upright, lying = old.back_offset, old.landscape_offset
    if offset is not None:
        upright, lying = (upright, offset) if landscape else (offset, lying)
    text = _HEADER
    if old.name:  # a JSON string is a YAML string
        text += f"name: {json.dumps(old.name, ensure_ascii=False)}\n"
    text += f"margin: {_mm(old.margin if margin is None else margin)}\n"
    text += f"back_offset: {_pair(upright)}\n"
    if lying is not None:
        text += f"landscape_offset: {_pair(lying)}\n"
    path = root / PRINTER_FILE
    if path.exists():  # the unchanged lines on all that is not measured
        node = load_yaml(Project(root).read(PRINTER_FILE, what="the printer profile"))
        lines = node.source.text.splitlines(keepends=True)
        starts = [(node.key_at(name).line - 1, name) for name in node.value]
        for (start, name), (end, _) in pairwise([*starts, (len(lines), "")]):
            if name not in _MEASURED:
                text += "".join(lines[start:end]).rstrip() + "\n"
    write_whole(path, text.encode(), PRINTER_FILE, elsewhere=False)
    return path


def _pair(offset: tuple[float, float]) -> str:
    return f"{{x: {_mm(offset[0])}, y: {_mm(offset[1])}}}"


def _mm(value: float) -> str:
    return f"{round(value, 3) + 0.0:g}mm"
