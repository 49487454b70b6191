"""Makes the draft of a game: good cards as they are, and the others with what is wrong on them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic
from cardgen.model.load import Faulty
from cardgen.pipeline.draft_marks import marked
from cardgen.pipeline.drafts import draft_of
from cardgen.pipeline.line_setter import writer
from cardgen.pipeline.manifest import Manifest
from cardgen.pipeline.output_files import OutputFiles
from cardgen.pipeline.request import GameReport
from cardgen.pipeline.results import SideResult, has_errors
from cardgen.pipeline.safe_paths import own_folder
from cardgen.pipeline.sides import blank
from cardgen.pipeline.text_report import field_at, source_at, template_places
from cardgen.template.stamps import TagPlaces

if TYPE_CHECKING:
    from cardgen.pipeline.game_build import GameBuild

_KEY = re.compile(r"""(\w+)\s*:\s*['"]?$""")


def without_noise(result: SideResult, faulty: Faulty) -> SideResult:
    """Leave out what is found on the sides of a card whose data are wrong: it follows from that."""
    if faulty and result.id.rpartition("/")[0] in faulty:
        return replace(result, diagnostics=(), keep=False)
    return result


def drafted(build: GameBuild, results: Sequence[SideResult]) -> list[SideResult]:
    """Return all sides, those of them marked that have something wrong."""
    write, places = writer(build.session.library), template_places(build.request.root)
    done = []
    for result in results:
        wrong = build.faulty.get(result.id.rpartition("/")[0], ())
        if not wrong and not has_errors([result]):
            done.append(result)
            continue
        spec = build.session.specs.get(result.id)
        side = result.frame or result.draft
        empty = blank(spec) if spec is not None else side
        assert empty is not None  # a page is never without a Frame
        card = spec.card if spec is not None and spec.card else result.id
        name = partial(_named, card, places)
        frame = marked(side, empty, (*wrong, *result.diagnostics), write, name)
        build.session.draw(frame)
        done.append(replace(result, frame=frame, drawings={}, keep=False))
    return done


def _named(card: str, places: TagPlaces, found: Diagnostic) -> str:
    """Name a card and its field, as far as the place of a fault tells it."""
    if found.at is None:
        return card
    field = field_at(source_at(places, found.at))
    if not field:  # in a deck file, the key stands before its value
        line = source_at(places, replace(found.at, column=1))
        key = _KEY.search(line[: found.at.column - 1])
        field = key[1] if key else ""
    return f"{card}, {field}" if field else card


def make_draft(
    build: GameBuild, results: Sequence[SideResult], found: list[Diagnostic]
) -> tuple[GameReport, list[Diagnostic]]:
    """Make the files of a game with errors in a folder of their own.

    What is finished stays as it was, and only good sides are kept for the next build. Raises
    CardgenError where a plan or a file is impossible.
    """
    request, game = build.request, build.game
    own_folder(request.folder / game.id, request.root)
    files = OutputFiles(request, draft_of(game.id))
    shown = drafted(build, results)
    build.draft = build.remote.draft = True
    artifacts = build.plan(shown, found)
    files.write(artifacts, build.data, build.workers, partial(build.remote.file, shown), build.tell)
    files.prune()
    files.record(
        Manifest(
            game=game.id,
            title=game.title,
            request=request.key,
            artifacts=tuple(files.entries),
            sides=build.side_entries(shown, ()),
            draft=True,
        )
    )
    build.session.save(results, whole=False)
    made = tuple(files.made)
    kept = tuple(entry.path for entry in files.entries if entry.path not in made)
    return GameReport(game.id, game.title, "draft", made, kept, tuple(files.removed)), found
