"""The duplex test sheet, and the printer profile that results from it.

The profile is ``printer.yaml`` in the project folder; it describes the user's printer, not a game.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from cardgen.core.diagnostics import relative
from cardgen.pipeline.writing import write_whole

_HEADER = "# How the printer at hand prints; see `cardgen calibrate`.\n"


def calibrate(
    root: Path,
    papers: Sequence[str] = (),
    duplex: Literal["long-edge", "short-edge"] = "long-edge",
    output: Path | None = None,
) -> list[Path]:
    """Write calibration sheets for each paper (all if none is named); return the files.

    Each file has both sides of a portrait and of a landscape sheet, because their offsets differ
    and cardgen may print a deck on either.
    """
    from cardgen.assets.library import Library
    from cardgen.backend.document import DocumentInfo
    from cardgen.backend.pdf import write_pdf
    from cardgen.core.units import HOME_PAPERS, label_of
    from cardgen.impose.nup import paper_size
    from cardgen.model.printer import calibration_file, load_printer
    from cardgen.pipeline.resources import writer
    from cardgen.products.calibration import calibration_pages
    from cardgen.source.files import BUNDLED

    library = Library(root, fonts=(root / "fonts", BUNDLED / "fonts"))
    write, printer = writer(library), load_printer(root)
    paths = []
    for paper in papers or HOME_PAPERS:
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
        paths.append(path)
    return paths


def save_printer(
    root: Path,
    offset: tuple[float, float] | None,
    margin: float | None,
    landscape: bool = False,
    ruler: float | None = None,
) -> Path:
    """Write new numbers in mm into printer.yaml and leave its other values unchanged.

    ``landscape`` means that the offset is from a landscape page, ``ruler`` is the measured length
    of the ruler of 100 mm on the test sheet, which is never scaled. Raises SourceError or
    ModelError before writing if the present file has errors.
    """
    from cardgen.model.printer import PRINTER_FILE, load_printer
    from cardgen.source.editing.edited_file import EditedFile
    from cardgen.source.editing.patching import Edit
    from cardgen.source.editing.scalars import Word

    printer, path = load_printer(root), root / PRINTER_FILE
    first = f"{_HEADER}margin: {_mm(printer.margin)}\nback_offset: {{x: 0mm, y: 0mm}}\n"
    file = EditedFile(PRINTER_FILE, path.read_bytes() if path.exists() else first.encode())
    edits = [] if margin is None else [Edit(("margin",), Word(_mm(margin)))]
    if ruler is not None:
        edits.append(Edit(("scale",), Word(f"{100 / ruler:.5g}")))
    if offset is not None:
        pair = {axis: Word(_mm(mm)) for axis, mm in zip("xy", offset, strict=True)}
        edits.append(Edit(("landscape_offset" if landscape else "back_offset",), pair))
    write_whole(path, file.apply_edits(edits), PRINTER_FILE, can_change_output=False)
    return path


def _mm(value: float) -> str:
    return f"{round(value, 3) + 0.0:g}mm"
