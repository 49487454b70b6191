"""Requests of the page to read and change values in files."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.core.diagnostics import AssetError, CardgenError, OutputError, SourceError
from cardgen.preview import Json
from cardgen.preview.about import describe
from cardgen.preview.about.hit_test import location_json
from cardgen.preview.editing.boxes import edit_box
from cardgen.preview.editing.draft import Fault
from cardgen.preview.editing.editor import Changes, ClashError, Editor, Step
from cardgen.preview.editing.forms import card_form, deck_form, game_form
from cardgen.preview.editing.parts import asset_file
from cardgen.preview.editing.targets import NoTargetError, References
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.preview.web.requests import as_json, json_body, requested_game

_BODY_LIMIT = 4_000_000
_PART_LIMIT = 64_000_000
_CHANGES_LIMIT = 20_000
_SIDES_LIMIT = 8
_PLAIN_FAULT: Json = {"change": -1, "severity": "error", "code": "", "notes": [], "hints": []}
_INERT = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}
"""A browser runs no script of such a file."""


def routes(live: LiveProject, editor: Editor) -> list[Route]:
    """Return the routes of editing."""
    site = _EditingSite(live, editor)
    base = "/api/games/{game}"
    get, post = ["GET"], ["POST"]
    return [
        Route(f"{base}/deck", as_json(live, deck_form, "deck"), methods=get),
        Route(f"{base}/fields", as_json(live, card_form, "deck", "card"), methods=get),
        Route(f"{base}/written", as_json(live, game_form), methods=get),
        Route(f"{base}/asset", site.asset, methods=get),
        Route(f"{base}/box-edit", site.box_edit, methods=get),
        Route(f"{base}/steps", as_json(live, site.editor.steps), methods=get),
        Route(f"{base}/change", answer_changes(live, site.change), methods=post),
        Route(f"{base}/sketch", answer_changes(live, site.sketch), methods=post),
        Route(f"{base}/consequences", answer_changes(live, site.consequences), methods=post),
        Route(f"{base}/parts", site.add, methods=post),
        Route(f"{base}/undo", partial(site.step, site.editor.undo), methods=post),
        Route(f"{base}/redo", partial(site.step, site.editor.redo), methods=post),
    ]


Act = Callable[[LoadedGame, Changes, Sequence[str]], Json]
"""Answers a request about changes, and about the sides that the page shows beside them."""


def answer_changes(live: LiveProject, act: Act) -> Callable[[Request], Awaitable[Response]]:
    """Return a request handler that reads changes and calls ``act``."""

    async def answer(request: Request) -> Response:
        loaded = requested_game(request, live)
        body = await json_body(request, _BODY_LIMIT)
        return await answer_or_refuse(partial(act, loaded, _changes_in(body), _sides_in(body)))

    return answer


class _EditingSite:
    def __init__(self, live: LiveProject, editor: Editor) -> None:
        self._live = live
        self.editor = editor

    def change(self, loaded: LoadedGame, changes: Changes, sides: Sequence[str]) -> Json:
        """Write changes to the files, or return their faults without writing."""
        result = self.editor.change(loaded, changes, sides)
        number = result.step.id if result.step is not None else None
        answer = {"written": not result.faults, "step": number, "faults": faults_of(result.faults)}
        references = {
            "card": result.card,
            "renamed": result.step.new_ids if result.step else {},
            **_references(result.named),
        }
        return {**answer, **references, **self.editor.steps(loaded)}

    def sketch(self, loaded: LoadedGame, changes: Changes, sides: Sequence[str]) -> Json:
        sketches, faults = self.editor.sketch(loaded, changes, sides)
        return {"sides": sketches, "faults": faults_of(faults)}

    def consequences(self, loaded: LoadedGame, changes: Changes, _: Sequence[str]) -> Json:
        follows, named, faults = self.editor.consequences(loaded, changes)
        return {**msgspec.to_builtins(follows), **_references(named), "faults": faults_of(faults)}

    async def add(self, request: Request) -> Response:
        """Add a part to a game, or return the faults of the game with it."""
        loaded = requested_game(request, self._live)
        body = await json_body(request, _PART_LIMIT)
        if not isinstance(body, Mapping):
            raise HTTPException(400)

        def answer() -> Json:
            try:
                outcome = self.editor.add(loaded, body)
            except NoTargetError as error:
                return {"written": False, "faults": [{**_PLAIN_FAULT, "message": str(error)}]}
            except (AssetError, SourceError) as error:
                faults = [Fault(-1, item) for item in error.diagnostics]
                return {"written": False, "faults": faults_of(faults)}
            written = {"written": not outcome.faults, "faults": faults_of(outcome.faults)}
            written |= {"name": outcome.card, "note": outcome.note}
            return {**written, **self.editor.steps(loaded)}

        return await answer_or_refuse(answer)

    async def asset(self, request: Request) -> Response:
        """Send the file of an icon or a picture, for the choice of one by its look."""
        loaded = requested_game(request, self._live)
        kind, name = (request.query_params.get(key, "") for key in ("kind", "name"))
        try:
            data, media = await run_in_threadpool(asset_file, loaded, kind, name)
        except CardgenError as error:
            raise HTTPException(404, str(error)) from None
        return Response(data, media_type=media, headers=_INERT)

    async def box_edit(self, request: Request) -> Response:
        """Return the text of a template before and after an act on a box."""
        loaded = requested_game(request, self._live)
        values = [request.query_params.get(name, "") for name in ("stamp", "act", "value")]
        return await answer_or_refuse(partial(edit_box, loaded, *values))

    async def step(self, take: Callable[[LoadedGame, int], Step], request: Request) -> Response:
        loaded = requested_game(request, self._live)
        match await json_body(request):
            case {"step": int(number)}:

                def answer() -> Json:
                    step = take(loaded, number)
                    label_and_ids = {"label": step.label, "renamed": step.new_ids}
                    return {**label_and_ids, **self.editor.steps(loaded)}

                return await answer_or_refuse(answer)
        raise HTTPException(400)


def _changes_in(body: Any) -> Changes:
    match body:
        case {"changes": [*changes]} if 0 < len(changes) <= _CHANGES_LIMIT and all(
            isinstance(change, Mapping) for change in changes
        ):
            return changes
    raise HTTPException(400)


def _sides_in(body: Any) -> list[str]:
    match body.get("sides", []):
        case [*sides] if all(isinstance(side, str) for side in sides):
            return sides[:_SIDES_LIMIT]
    raise HTTPException(400)


async def answer_or_refuse(act: Callable[[], Json]) -> Response:
    """Run a request in a thread; answer with its result, or with the reason for a refusal."""
    try:
        return JSONResponse(await run_in_threadpool(act))
    except NoTargetError as error:
        return JSONResponse({"message": str(error)}, 404)
    except ClashError as error:
        clashes = [msgspec.to_builtins(clash) for clash in error.clashes]
        return JSONResponse({"message": str(error), "clashes": clashes}, 409)
    except OutputError as error:
        return JSONResponse({"message": str(error)}, 409)


def _references(named: Sequence[References]) -> Json:
    return {
        "follow": [
            location_json(location) for references in named for location in references.certain
        ],
        "left": [
            location_json(location) for references in named for location in references.uncertain
        ],
    }


def faults_of(faults: Sequence[Fault]) -> list[Json]:
    """Describe the faults of changes."""
    return [{"change": fault.number, **describe.finding(fault.diagnostic)} for fault in faults]
