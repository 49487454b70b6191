"""``cardgen preflight``: what our own list of rules finds in a PDF, or in those of a game."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from cardgen.backend.press.profile import USUAL_LIMIT, read_profile, shipped_profiles
from cardgen.core.diagnostics import Diagnostic, relative
from cardgen.core.errors import ModelError, OutputError
from cardgen.features.preflight import problems, rules
from cardgen.features.preflight.findings import Findings, Place
from cardgen.features.preflight.reading import Walk, box_of, opened
from cardgen.model.problems import unknown_game
from cardgen.pipeline.manifest import read_manifest
from cardgen.products.press import KIND
from cardgen.source.files import game_ids

if TYPE_CHECKING:
    import pikepdf


class PageInk(Struct, frozen=True):
    """The place of a page with the most ink, in percent; ``name`` is what the page shows.

    ``place`` is in mm from the top left of the trim.
    """

    page: int
    name: str
    percent: float
    place: Place


class CheckedFile(Struct, frozen=True):
    """A file that was checked. ``ink`` has the pages that differ, ``limit`` is in percent."""

    path: str
    standard: str
    condition: str
    pages: int
    limit: int
    ink: tuple[PageInk, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def worst(self) -> PageInk | None:
        """The page with the most ink."""
        return max(self.ink, key=lambda one: one.percent, default=None)


def press_files(root: Path, game: str, output: Path | None = None) -> list[Path]:
    """Return the files for a press that a game has.

    Raises ModelError if there is no such game, OutputError if it has no such files.
    """
    known = game_ids(root)
    if game not in known:
        raise ModelError(unknown_game(None, game, known))
    folder = (output or root / "output") / game
    entries = read_manifest(folder, game).artifacts
    files = [folder / one.path for one in entries if one.kind == KIND]
    found = sorted(file for file in files if file.exists())
    if not found:
        raise OutputError(problems.nothing_for_a_press(None, game))
    return found


def check_file(path: Path, root: Path | None, limit: int | None = None) -> CheckedFile:
    """Check a PDF; raises OutputError if it cannot be read.

    ``limit`` is how much ink is allowed, in percent, by default what its profile was made for.
    """
    shown = relative(path, root) if root else path.as_posix()
    with opened(path, shown) as pdf:
        names = _names(pdf)
        findings = Findings(shown, names)
        for words in pdf.check_pdf_syntax():
            findings.add(problems.unsound, str(words).replace(str(path), "").strip(" :")[:150])
        standard = rules.standard_of(pdf, findings)
        condition, profile = rules.output_intent(pdf, findings)
        rules.check_boxes(pdf, findings)
        rules.check_annotations(pdf, findings)
        rules.check_fonts(pdf, findings)
        walk, pages = Walk(), _different(pdf)
        for number in pages:
            page = pdf.pages[number]
            rules.check_painted(walk.page(page), page.obj, number, standard, findings)
        allowed = limit or _limit_of(profile)
        ink = _ink(path, pdf, pages, names, walk.trouble)
        for one in ink:
            # Half a percent is what a byte, and the edge of a letter, do not tell.
            if one.percent > allowed + 0.5:
                same = (round(one.percent), one.place)
                findings.add(
                    problems.too_much_ink,
                    one.percent,
                    allowed,
                    page=one.page,
                    place=one.place,
                    same=same,
                )
        for words in dict.fromkeys(walk.trouble):
            findings.add(problems.unsound, f"not checked: {words}")
        found = tuple(findings.diagnostics())
        return CheckedFile(shown, standard, condition, len(pdf.pages), allowed, tuple(ink), found)


def _ink(
    path: Path,
    pdf: pikepdf.Pdf,
    pages: Sequence[int],
    names: Sequence[str],
    trouble: list[str],
) -> list[PageInk]:
    from cardgen.backend.press.coverage import PlatePair, mm_from
    from cardgen.features.preflight.plates import plates

    found = []
    pair = PlatePair(*plates(path, trouble))
    try:
        for number in pages:
            page = pdf.pages[number].obj
            spot = pair.most(number)
            shown = box_of(page, "/CropBox") or box_of(page, "/MediaBox") or (0.0,) * 4
            trim = box_of(page, "/TrimBox") or shown
            place = mm_from(spot, trim[0] - shown[0], shown[3] - trim[3])
            name = names[number] if number < len(names) else ""
            found.append(PageInk(number, name, spot.percent, place))
    finally:
        pair.close()
    return found


def _different(pdf: pikepdf.Pdf) -> list[int]:
    """Return the pages that differ from all before them: of many cards, one stands for copies."""
    seen: set[Any] = set()
    pages = []
    for number, page in enumerate(pdf.pages):
        digest = hashlib.sha256()
        contents = page.obj.get("/Contents")
        for stream in _streams(contents):
            digest.update(stream.read_raw_bytes())
        boxes = tuple(box_of(page.obj, key) for key in ("/MediaBox", "/TrimBox", "/BleedBox"))
        resources = page.obj.get("/Resources")
        shared = resources.objgen if resources is not None else (0, 0)
        key = (digest.digest(), boxes, shared if shared != (0, 0) else number)
        if key not in seen:
            seen.add(key)
            pages.append(number)
    return pages


def _streams(contents: Any) -> list[Any]:
    import pikepdf

    if contents is None:
        return []
    return list(contents) if isinstance(contents, pikepdf.Array) else [contents]


def _names(pdf: pikepdf.Pdf) -> list[str]:
    """Return what each page is called, as far as all have words (ISO 32000-2, 12.4.2)."""
    tree: Any = pdf.Root.get("/PageLabels")
    labels = [] if tree is None else list(tree.get("/Nums", []))
    names: list[str] = []
    for at, label in zip(labels[::2], labels[1::2], strict=False):
        names += [names[-1] if names else ""] * (int(at) - len(names))
        names.append(str(label.get("/P", "")))
    return names if all(names) else []


def _limit_of(profile: bytes) -> int:
    for name in shipped_profiles():
        shipped = read_profile(name)
        if shipped.data == profile:
            return shipped.limit
    return USUAL_LIMIT
