"""``cardgen preflight``: what our own list of rules finds in the press files of a game."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from cardgen.api import BuildRequest, PrintOptions, open_game
from cardgen.assets.library import Library
from cardgen.backend.press.profile import PressCondition, Standard, profile_of
from cardgen.core.diagnostics import Diagnostic, Location, relative
from cardgen.core.errors import LayoutError, ModelError, OutputError
from cardgen.features.preflight import problems
from cardgen.features.preflight.checks import PageChecks, PageInk
from cardgen.model.problems import unknown_game
from cardgen.pipeline.manifest import ArtifactEntry, intact, read_manifest
from cardgen.products.artifact import PdfDocument
from cardgen.products.planning import plan
from cardgen.products.press import KIND
from cardgen.source.files import game_ids

_STANDARDS: dict[Standard, str] = {"pdfx4": "PDF/X-4", "pdfx1a": "PDF/X-1a:2003"}


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


def check_game(
    root: Path, game: str, output: Path | None = None, limit: int | None = None
) -> Iterator[CheckedFile | Diagnostic]:
    """Check each press file of a game; yield why for one that is not as cardgen wrote it.

    ``limit`` is how much ink is allowed, in percent, by default what its profile was made for.
    Raises ModelError if there is no such game or it has errors, LayoutError if its sides have, and
    OutputError if it has no press files.
    """
    if game not in (games := game_ids(root)):
        raise ModelError(unknown_game(None, game, games))
    request = BuildRequest(root, (game,), PrintOptions((KIND,)), output)
    folder = request.folder / game
    entries = [one for one in read_manifest(folder, game).artifacts if one.kind == KIND]
    if not entries:
        raise OutputError(problems.nothing_for_a_press(None, game))
    press = _Press(request, game)
    for entry in entries:
        path = relative(folder / entry.path, root)
        at = Location(path)
        if not intact(folder, entry):
            missing = not (folder / entry.path).exists()
            why = "is missing" if missing else "is not as cardgen wrote it"
            yield problems.not_as_written(at, game, why)
            continue
        document = press.document(entry, (folder / entry.path).read_bytes())
        if document is None:
            why = "shows another state of the game, or was written by another version of cardgen"
            yield problems.not_as_written(at, game, why)
            continue
        yield check_document(document, path, press.laid.library, limit)


def check_document(
    document: PdfDocument, path: str, library: Library, limit: int | None = None
) -> CheckedFile:
    """Check the pages of a press file that goes to a path."""
    assert document.press is not None
    standard, profile = document.press.standard, document.press.profile
    allowed = limit or profile.limit
    ink, found = PageChecks(document, path, library, allowed).run()
    pages = len(document.pages)
    return CheckedFile(
        path, _STANDARDS[standard], profile.condition, pages, allowed, tuple(ink), tuple(found)
    )


class _Press:
    """A game laid out as its press files show it."""

    def __init__(self, request: BuildRequest, game: str) -> None:
        self.laid = open_game(request, game).lay_out()
        if self.laid.broken:
            raise LayoutError(*self.laid.found)
        self._wanted = self.laid.request([])

    def document(self, entry: ArtifactEntry, data: bytes) -> PdfDocument | None:
        """Return the document that is in a file, or None if today's differs."""
        standard: Standard = "pdfx1a" if entry.path.endswith(".pdfx1a.pdf") else "pdfx4"
        profile = _profile(data)
        if profile is None:
            return None
        condition = PressCondition(standard, profile_of(profile))
        for artifact in plan(self._wanted.with_options(press=condition), (KIND,)):
            if (artifact.path, artifact.key) == (entry.path, entry.key):
                document = self.laid.made(artifact)
                assert isinstance(document, PdfDocument)
                return document
        return None


def _profile(data: bytes) -> bytes | None:
    """Return the profile in a press file as our writer puts it there; None if there is none."""
    named = re.search(rb"/DestOutputProfile (\d+) 0 R", data)
    begin = named and re.search(rb"\n%s 0 obj.*?stream\n" % named[1], data, re.DOTALL)
    if not begin:
        return None
    try:
        return zlib.decompressobj().decompress(data[begin.end() :])
    except zlib.error:
        return None
