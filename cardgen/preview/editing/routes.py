"""Requests of the page to see values as they are written, and to change them."""

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

from cardgen.core.diagnostics import OutputError
from cardgen.preview import Json
from cardgen.preview.about import describe
from cardgen.preview.about.hit_test import location
from cardgen.preview.editing.draft import Fault
from cardgen.preview.editing.editor import Changes, ClashError, Editor, Step
from cardgen.preview.editing.forms import card_form, deck_form, game_form
from cardgen.preview.editing.targets import Naming, NoTargetError
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.preview.web.asked import game_asked, sent, told

_BODY_LIMIT = 4_000_000
_CHANGES_LIMIT = 20_000
_SIDES_LIMIT = 8


def routes(live: LiveProject, editor: Editor) -> list[Route]:
    """Return the addresses of this room."""
    desk = _Desk(live, editor)
    base = "/api/games/{game}"
    get, post = ["GET"], ["POST"]
    return [
        Route(f"{base}/deck", told(live, deck_form, "deck"), methods=get),
        Route(f"{base}/fields", told(live, card_form, "deck", "card"), methods=get),
        Route(f"{base}/written", told(live, game_form), methods=get),
        Route(f"{base}/steps", told(live, desk.editor.steps), methods=get),
        Route(f"{base}/change", about_changes(live, desk.change), methods=post),
        Route(f"{base}/sketch", about_changes(live, desk.sketch), methods=post),
        Route(f"{base}/consequences", about_changes(live, desk.consequences), methods=post),
        Route(f"{base}/undo", partial(desk.step, desk.editor.undo), methods=post),
        Route(f"{base}/redo", partial(desk.step, desk.editor.redo), methods=post),
    ]


Act = Callable[[LoadedGame, Changes, Sequence[str]], Json]
"""Answers what the page asks of some changes, and of the sides that lie beside them."""


def about_changes(live: LiveProject, act: Act) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers a request about changes."""

    async def answer(request: Request) -> Response:
        loaded = game_asked(request, live)
        body = await sent(request, _BODY_LIMIT)
        return await answered(partial(act, loaded, _changes_in(body), _sides_in(body)))

    return answer


class _Desk:
    def __init__(self, live: LiveProject, editor: Editor) -> None:
        self._live = live
        self.editor = editor

    def change(self, loaded: LoadedGame, changes: Changes, sides: Sequence[str]) -> Json:
        """Write changes to the files; or say what is wrong with them, and write nothing."""
        made = self.editor.change(loaded, changes, sides)
        number = made.step.id if made.step is not None else None
        told = {"written": not made.faults, "step": number, "faults": faults_of(made.faults)}
        more = {"card": made.card, **_namings(made.named)}
        return {**told, **more, **self.editor.steps(loaded)}

    def sketch(self, loaded: LoadedGame, changes: Changes, sides: Sequence[str]) -> Json:
        shown, faults = self.editor.sketch(loaded, changes, sides)
        return {"sides": shown, "faults": faults_of(faults)}

    def consequences(self, loaded: LoadedGame, changes: Changes, _: Sequence[str]) -> Json:
        follows, named, faults = self.editor.consequences(loaded, changes)
        return {**msgspec.to_builtins(follows), **_namings(named), "faults": faults_of(faults)}

    async def step(self, take: Callable[[LoadedGame, int], Step], request: Request) -> Response:
        loaded = game_asked(request, self._live)
        match await sent(request):
            case {"step": int(number)}:
                return await answered(
                    lambda: {"label": take(loaded, number).label, **self.editor.steps(loaded)}
                )
        raise HTTPException(400)


def _changes_in(body: Any) -> Changes:
    match body:
        case {"changes": [*changes]} if 0 < len(changes) <= _CHANGES_LIMIT and all(
            isinstance(one, Mapping) for one in changes
        ):
            return changes
    raise HTTPException(400)


def _sides_in(body: Any) -> list[str]:
    match body.get("sides", []):
        case [*sides] if all(isinstance(one, str) for one in sides):
            return sides[:_SIDES_LIMIT]
    raise HTTPException(400)


async def answered(act: Callable[[], Json]) -> Response:
    """Do what the page wants and answer with it, or with why it cannot be done."""
    try:
        return JSONResponse(await run_in_threadpool(act))
    except NoTargetError as error:
        return JSONResponse({"message": str(error)}, 404)
    except ClashError as error:
        clashes = [msgspec.to_builtins(one) for one in error.clashes]
        return JSONResponse({"message": str(error), "clashes": clashes}, 409)
    except OutputError as error:
        return JSONResponse({"message": str(error)}, 409)


def _namings(named: Sequence[Naming]) -> Json:
    return {
        "follow": [location(at) for one in named for at in one.follow],
        "left": [location(at) for one in named for at in one.left],
    }


def faults_of(faults: Sequence[Fault]) -> list[Json]:
    """Describe what is wrong with changes."""
    return [{"change": one.number, **describe.finding(one.found)} for one in faults]
