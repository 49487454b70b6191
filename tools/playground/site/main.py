"""What runs in the browser: the preview of one project, asked by calls instead of by HTTP.

The project is in the memory of the browser. Its work is done in turns between questions, since
there are no threads.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio.to_thread
from packing import checked, pack, unpack
from pyodide.ffi import to_js

from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.web.page import TOKEN
from cardgen.preview.web.server import application

ROOT = Path("/project")
_PORT = 80
_HOST = "127.0.0.1"
_LEFT_OUT = ("output/", "card_data/schema/")
"""The paths of generated files."""

os.environ["CARDGEN_EDITOR"] = "playground:{path}:{line}:{column}"  # links that our page follows


async def _here(work: Callable[..., Any], *given: Any, **_: Any) -> Any:
    return work(*given)


anyio.to_thread.run_sync = _here  # there is no other thread that it could wait for


class Project:
    """The project that is open, and the application that shows it."""

    def __init__(self) -> None:
        self.live = LiveProject(ROOT)
        self.app, self.site = application(self.live, _PORT)
        self.live.subscribe(self.site.publish)


_open: Project
_woken = asyncio.Event()


def begin(link: str) -> None:
    """Open the project of a link, in the place of any other."""
    global _open
    files = unpack(link)
    shutil.rmtree(ROOT, ignore_errors=True)
    for path, data in files.items():
        file = ROOT / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    _open = Project()
    _woken.set()


async def work() -> None:
    """Do what the project has to do, in turns with all else, for good."""
    while True:
        pause = _open.live.turn()
        if pause is None and _open.site.history.step():
            pause = 0.0
        if pause == 0.0:
            await asyncio.sleep(0)
            continue
        try:
            await asyncio.wait_for(_woken.wait(), pause)
        except TimeoutError:
            continue
        _woken.clear()


async def ask(
    method: str, path: str, query: str, body: Any, head: Any, part: Any, end: Any
) -> None:
    """Ask the application; it answers with status and headers, then bytes in parts, then the end.

    These go out at once: the task itself may be done only after others that are under way.
    """
    sent = [body.to_bytes() if body else b""]
    headers = {"host": _HOST, "origin": f"http://{_HOST}", TOKEN.lower(): _open.site.token}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }

    async def receive() -> dict[str, Any]:
        if not sent:
            await asyncio.Event().wait()  # whoever asks stays
        return {"type": "http.request", "body": sent.pop(), "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            told = {name.decode(): value.decode() for name, value in message["headers"]}
            head(message["status"], json.dumps(told))
            return
        if message.get("body"):
            part(to_js(message["body"]))
        if not message.get("more_body"):
            end()
        _woken.set()

    await _open.app(scope, receive, send)


def names() -> str:
    """List the files of the project that people write, as JSON."""
    found = (one.relative_to(ROOT).as_posix() for one in sorted(ROOT.rglob("*")) if one.is_file())
    return json.dumps([one for one in found if not one.startswith(_LEFT_OUT)])


def read(path: str) -> str | None:
    """Return a file as text; None for one that is no text, or is gone."""
    try:
        return (ROOT / path).read_bytes().decode()
    except (OSError, UnicodeDecodeError):
        return None


def write(path: str, data: Any) -> None:
    """Save a file, or remove it if it has no content."""
    file = ROOT / checked(path)
    if data is None:
        file.unlink(missing_ok=True)
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data.encode() if isinstance(data, str) else data.to_bytes())
    _open.live.queue_saved([path])
    _woken.set()


def packed() -> str:
    """Return the project as a text for a link."""
    return pack({path: (ROOT / path).read_bytes() for path in json.loads(names())})


def archive() -> Any:
    """Return the project as a ZIP that contains one folder."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for path in json.loads(names()):
            made.writestr(zipfile.ZipInfo(f"{_name()}/{path}"), (ROOT / path).read_bytes())
    return to_js(out.getvalue())


def _name() -> str:
    return next(iter(_open.live.loaded), "project")
