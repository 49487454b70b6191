"""Copies tables and decks into the folders of Tabletop Simulator, or serves their files to it.

The server gives only files that a game's ``build.json`` lists for Tabletop Simulator, only to this
computer, and only to requests for one of its loopback names.
"""

import html
import json
import os
import re
import socketserver
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from cardgen.core.diagnostics import OutputError
from cardgen.features import problems
from cardgen.pipeline.manifest import read_manifest
from cardgen.pipeline.writing import path_inside, write_whole
from cardgen.products.options import PICTURES, TABLES

ENVIRONMENT = "CARDGEN_TTS_DIR"
_OURS = "cardgen"
"""The folder for pictures, beside the folders of Tabletop Simulator itself."""
_SAVE = re.compile(r"TS_Save_(\d+)\.json")
_DAY = re.compile(r"(\d{4}-\d\d-\d\d)?")


class Installed(Struct, frozen=True):
    """The files of one game in the folder of Tabletop Simulator: its table and its objects."""

    game: str
    title: str
    table: Path
    objects: tuple[Path, ...]


def data_folders() -> Iterator[Path]:
    """Yield the possible data folders of Tabletop Simulator, the most likely first.

    On Windows, Documents may be in OneDrive; on Linux, Steam may be a Flatpak or a Snap.
    """
    named = os.environ.get(ENVIRONMENT)
    if named:
        yield Path(named)
        return
    home, name = Path.home(), "Tabletop Simulator"
    if sys.platform == "win32":
        for documents in ("Documents", "OneDrive/Documents"):
            yield home / documents / "My Games" / name
    elif sys.platform == "darwin":
        yield home / "Library" / name
    else:
        for share in (
            ".local/share",
            ".var/app/com.valvesoftware.Steam/.local/share",
            "snap/steam/common/.local/share",
        ):
            yield home / share / name


def install(output: Path, games: Sequence[str], folder: Path | None = None) -> list[Installed]:
    """Copy the built files of games; files with the same game and name are replaced.

    Pictures on this computer are copied too, so that an installed table does not change with the
    next build. Raises OutputError if the data folder is missing, which cardgen never creates.
    """
    data = data_folder(folder)
    return [_install(output, game, data) for game in games]


def data_folder(folder: Path | None = None) -> Path:
    """Return the data folder, or check the given one; raises OutputError if it is missing."""
    tried = [folder] if folder else list(data_folders())
    for candidate in tried:
        if (candidate / "Saves").is_dir() or (candidate / "Mods").is_dir():
            return candidate
    raise OutputError(problems.no_tts_folder(None, tuple(str(candidate) for candidate in tried)))


def _install(output: Path, game: str, data: Path) -> Installed:
    manifest = read_manifest(output / game, game)
    paths = [entry.path for entry in manifest.artifacts if entry.kind == TABLES]
    if f"{TABLES}/{game}.json" not in paths:
        raise OutputError(problems.no_table(None, game))
    pictures = data.absolute() / _OURS / game
    old = f"{output.absolute().as_uri().rstrip('/')}/{game}/{PICTURES}"
    new = pictures.as_uri() + "/"
    local = f'"{old}'.encode() in (output / game / f"{TABLES}/{game}.json").read_bytes()
    table, objects = data, []
    saved = data / "Saves/Saved Objects" / _folder_name(manifest.title, game)
    for path in paths:
        source = path_inside(output / game, path)
        if source is None:
            continue
        content, name = source.read_bytes(), path.rpartition("/")[2]
        if path.startswith(PICTURES):
            if local and not (pictures / name).exists():  # named by content
                write_whole(pictures / name, content, str(pictures / name), can_change_output=False)
            continue
        if path.endswith(".json"):
            content = content.replace(f'"{old}'.encode(), f'"{new}'.encode())
        stem, _, ending = name.rpartition(".")
        if stem == game:
            target = _save_file(data / "Saves", game, ending)
            table = target if ending == "json" else table
        else:
            target = saved / name.replace(
                ".deck.", "."
            )  # apart from the table, a plain name is free
            objects += [target] if ending == "json" else []
        write_whole(target, content, str(target), can_change_output=False)
    return Installed(game, manifest.title, table, tuple(objects))


def _folder_name(title: str, game: str) -> str:
    """Return a title without the characters that file systems refuse, as the name of a folder."""
    name = re.sub(r'[<>:"/\\|?*\x00-\x1f]', "", title).strip(" .")
    return name or game


def _save_file(saves: Path, game: str, ending: str) -> Path:
    """Return the numbered file of a table: from an earlier install, or the next free number.

    Saves from the simulator have a time of day, so the session of a player is never replaced.
    """
    numbers = [0]
    for file in sorted(saves.glob("TS_Save_*.json")) if saves.is_dir() else ():
        match = _SAVE.fullmatch(file.name)
        if match is None:
            continue
        numbers.append(int(match[1]))
        if _is_ours(file, game):
            return file.with_suffix(f".{ending}")
    # The picture follows its save, which is written first: paths are sorted, .json before .png.
    return saves / f"TS_Save_{max(numbers) + 1}.{ending}"


def _is_ours(file: Path, game: str) -> bool:
    """True if cardgen wrote a save for this game: its date has no time, its script has the id."""
    try:
        save = json.loads(file.read_bytes())
        return bool(
            _DAY.fullmatch(save["Date"]) and f'\nGAME = {{\n  id = "{game}",\n' in save["LuaScript"]
        )
    except (OSError, ValueError, KeyError, TypeError):
        return False


LOOPBACK = "127.0.0.1"
_NAMES = (LOOPBACK, "localhost")
_TYPES = {
    "json": "application/json",
    "png": "image/png",
    "jpg": "image/jpeg",
    "pdf": "application/pdf",
}
_FOREVER = "public, max-age=31536000, immutable"

_Answer = tuple[HTTPStatus, str, str, bytes]
"""Status, type, cache control, and the bytes."""


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

    Raises OutputError where the port is taken.
    """
    try:
        return Server((LOOPBACK, port), partial(_Handler, output, games))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise OutputError(problems.port_taken(None, port, reason)) from None


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "cardgen"
    sys_version = ""
    server: Server

    def __init__(self, output: Path, games: list[str], *args: Any) -> None:
        self.output = output
        self.games = games
        super().__init__(*args)

    def do_GET(self) -> None:
        status, kind, keep, data = self._find()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", keep)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(data)

    do_HEAD = do_GET  # noqa: N815

    def _find(self) -> _Answer:
        name = self._requested_host()
        if name is None:
            return _plain(HTTPStatus.FORBIDDEN, "this server is for this computer alone")
        path = unquote(urlsplit(self.path).path).removeprefix("/")
        if not path:
            return HTTPStatus.OK, "text/html; charset=utf-8", "no-store", self._index()
        game, _, rel = path.partition("/")
        is_listed = game in self.games and rel in self._files(game)
        file = path_inside(self.output / game, rel) if is_listed else None
        try:
            data = file.read_bytes() if file is not None else None
        except OSError:  # gone since it was built
            data = None
        if data is None:
            return _plain(HTTPStatus.NOT_FOUND, "there is no such file")
        ending = rel.rpartition(".")[2]
        if ending == "json":
            data = self._point_to_server(data, name)
        keep = _FOREVER if rel.startswith(PICTURES) else "no-store"
        return HTTPStatus.OK, _TYPES.get(ending, "text/plain"), keep, data

    def _requested_host(self) -> str | None:
        """Return the loopback name that the request is addressed to; None for any other name.

        This stops DNS rebinding: a web page whose own name resolves to this computer.
        """
        name, _, port = (self.headers.get("Host") or "").partition(":")
        return name if name in _NAMES and port in ("", str(self.server.server_port)) else None

    def _files(self, game: str) -> list[str]:
        entries = read_manifest(self.output / game, game).artifacts
        return [entry.path for entry in entries if entry.kind == TABLES]

    def _point_to_server(self, data: bytes, name: str) -> bytes:
        old = self.output.absolute().as_uri().rstrip("/")
        own = f"http://{name}:{self.server.server_port}"
        return data.replace(f'"{old}/'.encode(), f'"{own}/'.encode())

    def _index(self) -> bytes:
        rows = [
            f'<li><a href="/{html.escape(game)}/{html.escape(path)}">{html.escape(path)}</a></li>'
            for game in self.games
            for path in self._files(game)
        ]
        title = "<!doctype html><title>cardgen</title><h1>Tabletop Simulator</h1>"
        return f"{title}<ul>{''.join(rows)}</ul>".encode()

    def log_message(self, format: str, *args: Any) -> None:
        """Write no log, because the command prints its own messages."""


def _plain(status: HTTPStatus, text: str) -> _Answer:
    return status, "text/plain; charset=utf-8", "no-store", text.encode()
