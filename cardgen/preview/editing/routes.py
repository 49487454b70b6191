"""Requests of the page to see values as they are written, and to change them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.core.diagnostics import OutputError
from cardgen.preview.about import describe
from cardgen.preview.editing.draft import Fault
from cardgen.preview.editing.editor import Changes, ClashError, Editor, Step
from cardgen.preview.editing.forms import card_form, deck_form, game_form
from cardgen.preview.editing.targets import NoTargetError
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.preview.web.asked import game_asked, sent, told

Json = dict[str, Any]

_BODY_LIMIT = 4_000_000
_CHANGES_LIMIT = 20_000
_SIDES_LIMIT = 8


def routes(live: LiveProject) -> list[Route]:
    """Return the addresses of this room."""
    desk = _Desk(live)
    base = "/api/games/{game}"
    get, post = ["GET"], ["POST"]
    return [
        Route(f"{base}/deck", told(live, deck_form, "deck"), methods=get),
        Route(f"{base}/fields", told(live, card_form, "deck", "card"), methods=get),
        Route(f"{base}/written", told(live, game_form), methods=get),
        Route(f"{base}/steps", told(live, desk.editor.steps), methods=get),
        Route(f"{base}/change", desk.change, methods=post),
        Route(f"{base}/sketch", desk.sketch, methods=post),
        Route(f"{base}/consequences", desk.consequences, methods=post),
        Route(f"{base}/undo", partial(desk.step, desk.editor.undo), methods=post),
        Route(f"{base}/redo", partial(desk.step, desk.editor.redo), methods=post),
    ]


class _Desk:
    def __init__(self, live: LiveProject) -> None:
        self._live = live
        self.editor = Editor(live)

    async def change(self, request: Request) -> Response:
        """Write changes to the files; or say what is wrong with them, and write nothing."""
        loaded = game_asked(request, self._live)
        body = await sent(request, _BODY_LIMIT)
        changes, sides = _changes(body), _sides(body)

        def act() -> Json:
            step, faults = self.editor.change(loaded, changes, sides)
            number = step.id if step is not None else None
            told = {"written": not faults, "step": number, "faults": _faults(faults)}
            return {**told, **self.editor.steps(loaded)}

        return await _done(act)

    async def sketch(self, request: Request) -> Response:
        """Lay out sides with changes that are not written."""
        loaded = game_asked(request, self._live)
        body = await sent(request, _BODY_LIMIT)
        changes, sides = _changes(body), _sides(body)

        def act() -> Json:
            shown, faults = self.editor.sketch(loaded, changes, sides)
            return {"sides": shown, "faults": _faults(faults)}

        return await _done(act)

    async def consequences(self, request: Request) -> Response:
        """Say what would be drawn again."""
        loaded = game_asked(request, self._live)
        changes = _changes(await sent(request, _BODY_LIMIT))

        def act() -> Json:
            follows, faults = self.editor.consequences(loaded, changes)
            return {**msgspec.to_builtins(follows), "faults": _faults(faults)}

        return await _done(act)

    async def step(self, take: Callable[[LoadedGame, int], Step], request: Request) -> Response:
        """Take the last change back, or do again what was taken back."""
        loaded = game_asked(request, self._live)
        match await sent(request):
            case {"step": int(number)}:
                return await _done(
                    lambda: {"label": take(loaded, number).label, **self.editor.steps(loaded)}
                )
        raise HTTPException(400)


def _changes(body: Any) -> Changes:
    """Return the changes of a request; what could not be text of a file is refused."""
    match body:
        case {"changes": [*changes]} if 0 < len(changes) <= _CHANGES_LIMIT and all(
            isinstance(one, Mapping) for one in changes
        ):
            try:
                msgspec.json.encode(changes)
            except UnicodeEncodeError:
                raise HTTPException(400) from None
            return changes
    raise HTTPException(400)


def _sides(body: Any) -> list[str]:
    """Return the sides that a request is about; it need not name any."""
    match body.get("sides", []):
        case [*sides] if all(isinstance(one, str) for one in sides):
            return sides[:_SIDES_LIMIT]
    raise HTTPException(400)


async def _done(act: Callable[[], Json]) -> Response:
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


def _faults(faults: Sequence[Fault]) -> list[Json]:
    return [{"change": one.number, **describe.finding(one.found)} for one in faults]
