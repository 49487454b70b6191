"""Running the preview: finding a port, starting and ending the project and its server."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from cardgen.preview.web.server import PreviewSite

HOST = "127.0.0.1"
PORT = 4650
_TRIES = 20
_HANG_UP = getattr(signal, "SIGHUP", 0)
"""The signal of a terminal that is closed; Windows has none."""


def serve(
    root: Path,
    games: tuple[str, ...],
    port: int | None,
    ready: Callable[[str], None],
    output: Path | None = None,
) -> None:
    """Serve the preview of a project until interrupted; ``ready`` is called with its address.

    Without a port the first free one from `PORT` on is taken. Raises OSError for a port that is
    in use.
    """
    received: list[int] = []
    with prepared(root, games, port, ready, output) as preview:
        leave = preview.server.handle_exit

        def handle_exit(sig: int, frame: Any) -> None:
            received.append(sig)
            preview.page.close()  # an open stream of events would keep the server waiting
            leave(sig, frame)

        preview.server.handle_exit = handle_exit
        before = signal.getsignal(_HANG_UP) if _HANG_UP else signal.SIG_IGN
        if before not in (signal.SIG_IGN, None):  # uvicorn listens to all others
            signal.signal(_HANG_UP, handle_exit)
        try:
            preview.run()
        finally:
            if before not in (signal.SIG_IGN, None):
                signal.signal(_HANG_UP, before)
    if _HANG_UP in received:
        signal.raise_signal(_HANG_UP)


class Preview(Struct, frozen=True):
    """A preview that can be run; it ends by a signal, or by `end` from another thread."""

    server: Any
    page: PreviewSite
    listening: socket.socket

    def run(self) -> None:
        """Answer requests until the end."""
        self.server.run(sockets=[self.listening])

    def end(self) -> None:
        """Let the server end, as a signal does."""
        self.page.close()
        self.server.should_exit = True


@contextmanager
def prepared(
    root: Path,
    games: tuple[str, ...],
    port: int | None,
    ready: Callable[[str], None],
    output: Path | None = None,
) -> Iterator[Preview]:
    """Read and follow a project, and give what serves it; the rest is as in `serve`."""
    import uvicorn

    from cardgen.preview.live.live_project import LiveProject
    from cardgen.preview.web.server import application

    with _bound(port) as listening:
        number = listening.getsockname()[1]
        project = LiveProject(root, games, output)
        app, page = application(project, number)
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
        begin, finish = server.startup, server.shutdown

        async def startup(sockets: list[socket.socket] | None = None) -> None:
            await begin(sockets)
            ready(f"http://{HOST}:{number}/")  # from here on it answers, and can be ended

        async def shutdown(sockets: list[socket.socket] | None = None) -> None:
            await finish(sockets)
            for left in tuple(server.server_state.connections):  # answers that took too long
                if left.transport is not None:
                    left.transport.abort()
            await asyncio.sleep(0)  # in which the loop closes them

        server.startup = startup  # type: ignore[method-assign]
        server.shutdown = shutdown  # type: ignore[method-assign]
        project.start()
        try:
            yield Preview(server, page, listening)
        finally:
            project.stop()


def _bound(port: int | None) -> socket.socket:
    """Open a socket on loopback alone, and listen at once.

    Two previews that start together can both bind a port; only one can listen on it.
    """
    wanted = [port] if port is not None else [*range(PORT, PORT + _TRIES), 0]
    for number in wanted:
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, number))
            listening.listen()
        except OSError:
            listening.close()
            if number == wanted[-1]:
                raise
            continue
        return listening
    raise OSError("no port")
