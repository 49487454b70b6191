"""Running the preview: finding a port, starting and ending the project and its server."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

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
        leave, begin = server.handle_exit, server.startup

        received: list[int] = []

        def handle_exit(sig: int, frame: Any) -> None:
            received.append(sig)
            page.close()  # an open stream of events would keep the server waiting
            leave(sig, frame)

        async def startup(sockets: list[socket.socket] | None = None) -> None:
            await begin(sockets)
            ready(f"http://{HOST}:{number}/")  # from here on it answers, and can be ended

        server.handle_exit = handle_exit  # type: ignore[method-assign]
        server.startup = startup  # type: ignore[method-assign]
        before = signal.getsignal(_HANG_UP) if _HANG_UP else signal.SIG_IGN
        if before not in (signal.SIG_IGN, None):  # uvicorn listens to all others
            signal.signal(_HANG_UP, handle_exit)
        project.start()
        try:
            server.run(sockets=[listening])
        finally:
            project.stop()
            if before not in (signal.SIG_IGN, None):
                signal.signal(_HANG_UP, before)
            if _HANG_UP in received:
                signal.raise_signal(_HANG_UP)


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
