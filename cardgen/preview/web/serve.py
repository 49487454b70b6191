"""Run the preview: find a port, start and end the project and its server."""

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
"""The signal of a closed terminal, which Windows does not have."""


def serve(
    root: Path,
    games: tuple[str, ...],
    port: int | None,
    ready: Callable[[str], None],
    output: Path | None = None,
) -> None:
    """Serve the preview of a project until interrupted; ``ready`` is called with its address.

    The default is the first free port from `PORT` on. Raises OSError if the port is in use.
    """
    received: list[int] = []
    with prepare_preview(root, games, port, ready, output) as preview:
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
    """A preview that is ready to run until a signal, or until `end` in another thread."""

    server: Any
    page: PreviewSite
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
) -> Iterator[Preview]:
    """Load and watch a project, and yield its preview; for the arguments see `serve`."""
    import uvicorn

    from cardgen.preview.live.live_project import LiveProject
    from cardgen.preview.web.server import application

    with _bind_socket(port) as listening:
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
            ready(f"http://{HOST}:{number}/")  # now the server answers, and `end` works

        async def shutdown(sockets: list[socket.socket] | None = None) -> None:
            await finish(sockets)
            for left in tuple(server.server_state.connections):  # for answers that took too long
                if left.transport is not None:
                    left.transport.abort()
            await asyncio.sleep(0)  # lets the loop close them

        server.startup = startup  # type: ignore[method-assign]
        server.shutdown = shutdown  # type: ignore[method-assign]
        project.start()
        try:
            yield Preview(server, page, listening)
        finally:
            project.stop()


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
