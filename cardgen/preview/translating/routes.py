"""Requests of the page for translations: to list and write them, and to see cards in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardgen.core.diagnostics import Severity
from cardgen.preview.about import describe
from cardgen.preview.editing.draft import Fault
from cardgen.preview.editing.editor import Changes, Editor
from cardgen.preview.editing.routes import about_changes, faults_of
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.preview.translating.listing import listed, read_beside
from cardgen.preview.translating.saving import TypedTranslation, drafted, path_of, save
from cardgen.preview.translating.translated_cards import TranslatedCards
from cardgen.preview.web.asked import told

Json = dict[str, Any]


def routes(live: LiveProject, editor: Editor) -> list[Route]:
    """Return the addresses of this room."""
    cards = TranslatedCards()

    def write(loaded: LoadedGame, changes: Changes, _: Sequence[str]) -> Json:
        made = save(loaded, editor, _typed(changes))
        faults = faults_of([Fault(0, one) for one in made.errors])
        told = {"written": not faults, "faults": faults, "findings": describe.findings(made.found)}
        return {**told, **editor.steps(loaded)}

    def draw(loaded: LoadedGame, changes: Changes, sides: Sequence[str]) -> Json:
        """Draw sides in a language, with what is typed for a text, if that is said."""
        typed = _typed(changes)
        if typed.value is not None:
            made = drafted(loaded, typed)
            read, errors = made.read, made.errors
        else:
            path_of(loaded, typed.language)
            read = read_beside(loaded, typed.language)[1]
            errors = ()
        if not read.games:  # nothing can be drawn, be that new or not
            errors = tuple(one for one in read.diagnostics if one.severity is Severity.ERROR)
        shown = cards.drawn(loaded, typed.language, read.games[0], sides) if read.games else {}
        return {"sides": shown, "faults": faults_of([Fault(0, one) for one in errors])}

    async def leave(_: Request) -> Response:
        cards.drop()
        return Response(status_code=204)

    base = "/api/games/{game}/translation"
    return [
        Route(base, told(live, listed, "language"), methods=["GET"]),
        Route(base, about_changes(live, write), methods=["POST"]),
        Route(f"{base}/cards", about_changes(live, draw), methods=["POST"]),
        Route(f"{base}/leave", leave, methods=["POST"]),
    ]


def _typed(changes: Changes) -> TypedTranslation:
    try:
        return msgspec.convert(changes[0], TypedTranslation)
    except msgspec.ValidationError:
        raise HTTPException(400) from None
