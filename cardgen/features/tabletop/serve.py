"""Serves the pictures and files of built games to Tabletop Simulator on this computer.

Only files that a game's ``build.json`` lists for Tabletop Simulator are served, only to this
computer, and only to requests that use one of its loopback names.
"""

from __future__ import annotations

import html
import os
import socketserver
import sys
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from cardgen.pipeline.manifest import read_manifest
from cardgen.pipeline.writing import inside
from cardgen.products.hosting import KIND, PICTURES

LOOPBACK = "127.0.0.1"
_NAMES = (LOOPBACK, "localhost")
_TYPES = {"png": "image/png", "jpg": "image/jpeg", "pdf": "application/pdf"}
_FOREVER = "public, max-age=31536000, immutable"

_Answer = tuple[HTTPStatus, str, str, bytes]
"""Status, type, how long to keep it, and the bytes."""


class Server(ThreadingHTTPServer):
    """A server on the loopback interface."""

    # On Windows this option would let two programs share a port.
    allow_reuse_address = os.name == "posix"

    def server_bind(self) -> None:
        """Bind without asking the network for this computer's name."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = LOOPBACK, self.server_address[1]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that hung up."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


def server(output: Path, games: list[str], port: int = 0) -> Server:
    """Return a server that is bound but not yet running; port 0 takes a free one.

    Raises OSError where the port is taken.
    """
    return Server((LOOPBACK, port), partial(_Handler, output, games))


class _Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    protocol_version = "HTTP/1.1"
    server_version = "cardgen"
    sys_version = ""
    server: Server

    def __init__(self, output: Path, games: list[str], *args: Any) -> None:
        self.output = output
        self.games = games
        super().__init__(*args)

    def do_GET(self) -> None:
        """Send a file."""
        self._answer(self.wfile.write)

    def do_HEAD(self) -> None:
        """Send what a file is."""
        self._answer(lambda data: None)

    def _answer(self, send: Callable[[bytes], Any]) -> None:
        status, kind, keep, data = self._find()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", keep)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        send(data)

    def _find(self) -> _Answer:
        name = self._asked()
        if name is None:
            return _plain(HTTPStatus.FORBIDDEN, "this server is for this computer alone")
        path = unquote(urlsplit(self.path).path).removeprefix("/")
        if not path:
            return HTTPStatus.OK, "text/html; charset=utf-8", "no-store", self._index()
        game, _, rest = path.partition("/")
        if game in self.games and rest in self._files(game):
            file = inside(self.output / game, rest)
            try:
                data = file.read_bytes() if file is not None else None
            except OSError:  # gone since it was built
                data = None
            if data is not None:
                ending = rest.rpartition(".")[2]
                if ending == "json":
                    return HTTPStatus.OK, "application/json", "no-store", self._hosted(data, name)
                keep = _FOREVER if rest.startswith(PICTURES) else "no-store"
                return HTTPStatus.OK, _TYPES.get(ending, "text/plain"), keep, data
        return _plain(HTTPStatus.NOT_FOUND, "there is no such file")

    def _asked(self) -> str | None:
        """Return the loopback name that the request is addressed to; None for any other name.

        This stops DNS rebinding: a web page whose own name resolves to this computer.
        """
        name, _, port = (self.headers.get("Host") or "").partition(":")
        return name if name in _NAMES and port in ("", str(self.server.server_port)) else None

    def _files(self, game: str) -> list[str]:
        entries = read_manifest(self.output / game, game).artifacts
        return [entry.path for entry in entries if entry.kind == KIND]

    def _hosted(self, data: bytes, name: str) -> bytes:
        """Return a save with the URLs of its pictures pointing to this server."""
        old = self.output.absolute().as_uri().rstrip("/")
        here = f"http://{name}:{self.server.server_port}"
        return data.replace(f'"{old}/'.encode(), f'"{here}/'.encode())

    def _index(self) -> bytes:
        rows = [
            f'<li><a href="/{html.escape(game)}/{html.escape(path)}">{html.escape(path)}</a></li>'
            for game in self.games
            for path in self._files(game)
        ]
        title = "<!doctype html><title>cardgen</title><h1>Tabletop Simulator</h1>"
        return f"{title}<ul>{''.join(rows)}</ul>".encode()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the command does."""


def _plain(status: HTTPStatus, text: str) -> _Answer:
    return status, "text/plain; charset=utf-8", "no-store", text.encode()
