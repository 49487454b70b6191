"""Run the preview: find a port, start and end the project and its server."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from cardgen.preview.commands import Forms
    from cardgen.preview.start import StartOptions
    from cardgen.preview.web.page import Page

HOST = "127.0.0.1"
PORT = 4650
_TRIES = 20
UNUSED_SECONDS = 180.0
"""The time from the last closed page to the end of a server that ends itself."""
_LOOK_SECONDS = 5.0
_HANG_UP = getattr(signal, "SIGHUP", 0)
"""The signal of a closed terminal, which Windows does not have."""


def serve(prepared: AbstractContextManager[Preview]) -> None:
    """Serve a prepared page until interrupted.

    Raises OSError if the port is in use.
    """
    received: list[int] = []
    with prepared as preview:
        leave = preview.server.handle_exit

        def handle_exit(sig: int, frame: Any) -> None:
            received.append(sig)
            preview.page.close()  # the server would wait for open streams of events
            leave(sig, frame)

        preview.server.handle_exit = handle_exit
        before = signal.getsignal(_HANG_UP) if _HANG_UP else signal.SIG_IGN
        if before not in (signal.SIG_IGN, None):  # uvicorn handles the other signals
            signal.signal(_HANG_UP, handle_exit)
        try:
            preview.run()
        finally:
            if before not in (signal.SIG_IGN, None):
                signal.signal(_HANG_UP, before)
    if _HANG_UP in received:
        signal.raise_signal(_HANG_UP)


class Preview(Struct, frozen=True):
    """A page that is ready to be served until a signal, or until `end` in another thread."""

    server: Any
    page: Page
    listening: socket.socket

    def run(self) -> None:
        """Answer requests until the preview ends."""
        self.server.run(sockets=[self.listening])

    def end(self) -> None:
        """End the server, as a signal does."""
        self.page.close()
        self.server.should_exit = True


@contextmanager
def prepare_preview(
    root: Path,
    games: tuple[str, ...],
    port: int | None,
    ready: Callable[[str], None],
    output: Path | None = None,
    forms: Forms | None = None,
    until_closed: bool = False,
) -> Iterator[Preview]:
    """Load and watch a project, and yield its preview.

    ``ready`` is called with the address. The default port is the first free one from `PORT` on.
    ``forms`` describes the commands that the page can run. With ``until_closed``, the server ends
    some minutes after the last page was closed.
    """
    from cardgen.preview.live.live_project import LiveProject
    from cardgen.preview.web.server import application

    with _bind_socket(port) as listening:
        number = listening.getsockname()[1]
        project = LiveProject(root, games, output)
        app, page = application(project, number, forms)
        project.start()
        try:
            yield _preview(app, page, listening, ready, until_closed)
        finally:
            project.stop()


@contextmanager
def prepare_start(
    options: StartOptions,
    port: int | None,
    ready: Callable[[str], None],
    until_closed: bool = False,
) -> Iterator[Preview]:
    """Yield the start page; for the other arguments see `prepare_preview`."""
    from cardgen.preview.start import start_application

    with _bind_socket(port) as listening:
        number = listening.getsockname()[1]
        app, page = start_application(options, number, f"http://{HOST}:{number}/")
        preview = _preview(app, page, listening, ready, until_closed)
        page.end = preview.end
        try:
            yield preview
        finally:
            page.close()


def _preview(
    app: Any,
    page: Page,
    listening: socket.socket,
    ready: Callable[[str], None],
    until_closed: bool,
) -> Preview:
    """Return a page with its server, which calls ``ready`` as soon as it answers."""
    import uvicorn

    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        lifespan="on",
        timeout_graceful_shutdown=1,
        server_header=False,
        ws="none",
    )
    server = uvicorn.Server(config)
    preview = Preview(server, page, listening)
    begin, finish = server.startup, server.shutdown
    tasks: list[asyncio.Task[None]] = []

    async def startup(sockets: list[socket.socket] | None = None) -> None:
        await begin(sockets)
        ready(f"http://{HOST}:{listening.getsockname()[1]}/")  # now the server answers
        if until_closed:
            tasks.append(asyncio.create_task(_end_when_closed(preview)))

    async def shutdown(sockets: list[socket.socket] | None = None) -> None:
        for task in tasks:
            task.cancel()
        await finish(sockets)
        for left in tuple(server.server_state.connections):  # for answers that took too long
            if left.transport is not None:
                left.transport.abort()
        await asyncio.sleep(0)  # lets the loop close them

    server.startup = startup  # type: ignore[method-assign]
    server.shutdown = shutdown  # type: ignore[method-assign]
    return preview


async def _end_when_closed(preview: Preview) -> None:
    """End a server once no browser has shown its page for `UNUSED_SECONDS`."""
    unused = 0.0
    while unused < UNUSED_SECONDS:
        await asyncio.sleep(_LOOK_SECONDS)
        unused = 0.0 if preview.page.is_open else unused + _LOOK_SECONDS
    preview.end()


def _bind_socket(port: int | None) -> socket.socket:
    """Open a socket on the loopback interface only, and listen at once.

    Two previews that start together can bind the same port, but only one can listen on it.
    """
    ports = [port] if port is not None else [*range(PORT, PORT + _TRIES), 0]
    for number in ports:
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, number))
            listening.listen()
        except OSError:
            listening.close()
            if number == ports[-1]:
                raise
            continue
        return listening
    raise OSError("no port")
