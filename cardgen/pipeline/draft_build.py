"""The sides of a draft: good cards as they are, the others with what is wrong on them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic
from cardgen.pipeline.draft_marks import marked
from cardgen.pipeline.game_build import GameBuild
from cardgen.pipeline.line_setter import writer
from cardgen.pipeline.results import SideResult, has_errors
from cardgen.pipeline.session import blank
from cardgen.pipeline.text_report import field_at, source_at, template_places
from cardgen.template.stamps import TagPlaces

_KEY = re.compile(r"""(\w+)\s*:\s*['"]?$""")


def drafted(build: GameBuild, results: Sequence[SideResult]) -> list[SideResult]:
    """Go on with a draft: return all sides, those of them marked that have something wrong."""
    build.draft = True
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
