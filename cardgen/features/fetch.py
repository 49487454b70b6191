"""Fetches published tables into a game, and fetches them again.

Downloads have limits of size and time. A file in the game's folder records the address of each
table. It is JSON for readable diffs, sorted by the paths of tables.
"""

import http.client
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec
from msgspec import Struct

from cardgen import __version__
from cardgen.core.diagnostics import (
    CardgenError,
    Diagnostics,
    Location,
    OutputError,
    SourceError,
    relative,
)
from cardgen.core.problems import unreadable
from cardgen.features import problems
from cardgen.features.hooks import FETCH_LOCK
from cardgen.pipeline.manifest import sha256
from cardgen.pipeline.problems import not_replaced
from cardgen.pipeline.writing import write_whole
from cardgen.source.files import DATA_FOLDER, DECK_ENDINGS, Project, confine
from cardgen.source.tables.reading import TABLE_LIMIT, read_table

_WAIT = 20.0  # s without a byte
_LONGEST = 120.0  # s for a whole table
_CHUNK = 1 << 16
_SCHEMES = ("http", "https")
_PAGE = (b"<!doctype html", b"<html")
_SHEETS = "docs.google.com/spreadsheets/d/"


def download(address: str, limit: int) -> bytes:
    """Return the content at an address; redirections are followed.

    Raises OutputError for an address that is not http or https, for any answer but success, for a
    web page, for more than ``limit`` bytes, and for a server that is too slow.
    """
    parts = _parse_address(address)
    if parts.scheme not in _SCHEMES or not parts.hostname:
        raise _refusal(address, "it is no address that begins with https:// or http://")
    request = urllib.request.Request(
        urllib.parse.urlunsplit(parts),
        headers={"User-Agent": f"cardgen/{__version__}", "Accept": "text/csv, */*;q=0.5"},
    )
    # Read in chunks, to stop a transfer that exceeds the limits of size or time.
    opener = urllib.request.build_opener(_Redirects)
    begun = time.monotonic()
    try:
        with opener.open(request, timeout=_WAIT) as answer:
            if answer.status != http.client.OK:
                raise _refusal(address, f"the server answers {answer.status}")
            if "html" in answer.headers.get_content_type():
                raise _page(address)
            chunks, size = [], 0
            while chunk := answer.read(_CHUNK):
                chunks.append(chunk)
                size += len(chunk)
                if size > limit:
                    raise _refusal(address, f"it is larger than {limit / 1e6:g} MB")
                if time.monotonic() - begun > _LONGEST:
                    raise _refusal(address, f"it takes longer than {_LONGEST:g} s")
            # http.client does not report a connection that ends early.
            announced = answer.headers.get("Content-Length", "")
            if announced.isdigit() and int(announced) != size:
                raise _refusal(address, f"it broke off after {size:,} of {int(announced):,} bytes")
    except urllib.error.HTTPError as error:
        reason = f"the server answers {error.code} ({str(error.reason).partition(chr(10))[0]})"
        error.close()
        raise _refusal(address, reason) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise _refusal(address, _reason(getattr(error, "reason", error))) from None
    data = b"".join(chunks)
    if data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(_PAGE):
        raise _page(address)
    return data


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirections to http and https, except from https to http."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: Any,
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        old, new = urllib.parse.urlsplit(req.full_url).scheme, _parse_address(newurl).scheme
        if new not in _SCHEMES or (old == "https" and new == "http"):
            raise ValueError(f"it leads on to `{newurl}`, which is not followed")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _parse_address(address: str) -> urllib.parse.SplitResult:
    try:
        parts = urllib.parse.urlsplit(address.strip())
        parts.port  # noqa: B018  raises for an invalid port
    except ValueError as error:
        raise _refusal(address, str(error)) from None
    # People write letters of any language in addresses; requests need them encoded.
    path = urllib.parse.quote(parts.path, safe="/%:@!$&'()*+,;=~-._")
    query = urllib.parse.quote(parts.query, safe="/%:@!$&'()*+,;=~-._?")
    host = parts.netloc
    if not host.isascii():
        try:
            host = host.encode("idna").decode()
        except UnicodeError:
            raise _refusal(address, "its host has no name that can be asked for") from None
    return parts._replace(path=path, query=query, netloc=host, fragment="")


def _page(address: str) -> OutputError:
    hints: tuple[str, ...] = ()
    if _SHEETS in address:
        sheet = address.partition(_SHEETS)[2].partition("/")[0]
        named = f"https://{_SHEETS}{sheet}/export?format=csv"
        hints = (f"publish the sheet to the web as CSV, or try `{named}`",)
    return _refusal(address, "it answers with a web page, not with a table", hints)


def _reason(reason: object) -> str:
    if isinstance(reason, TimeoutError | socket.timeout):
        return f"nothing came for {_WAIT:g} s"
    if isinstance(reason, socket.gaierror):
        return "there is no such host, or no network"
    if isinstance(reason, http.client.IncompleteRead):
        return f"it broke off after {len(reason.partial):,} bytes"
    words = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    return words[:1].lower() + words[1:]


def _refusal(address: str, reason: str, hints: tuple[str, ...] = ()) -> OutputError:
    return OutputError(problems.cannot_fetch(None, address, reason, hints))


FORMAT = 1


class FetchedTable(Struct, frozen=True, rename={"address": "from"}):
    """A fetched table: its address, the time in UTC (RFC 3339), its SHA-256 and number of rows."""

    address: str
    time: str
    sha256: str
    rows: int


class _Lock(Struct, frozen=True):
    format: int
    tables: dict[str, FetchedTable]


def read_lock(root: Path, game: str) -> dict[str, FetchedTable]:
    """Return the fetched tables of a game by path; raises SourceError for a damaged list."""
    path = f"{DATA_FOLDER}/{game}/{FETCH_LOCK}"
    if not (root / path).is_file():
        return {}
    data = Project(root).data(path, description="the list of fetched tables")
    try:
        lock = msgspec.json.decode(data, type=_Lock)
        if lock.format == FORMAT:
            return lock.tables
        reason = "another version of cardgen wrote it"
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        reason = str(error)
    raise SourceError(unreadable(Location(path), "the list", reason))


def write_lock(root: Path, game: str, tables: Mapping[str, FetchedTable]) -> None:
    """Write the list of fetched tables; raises OutputError if that fails."""
    path = root / DATA_FOLDER / game / FETCH_LOCK
    lock = msgspec.json.encode(_Lock(FORMAT, dict(sorted(tables.items()))))
    data = msgspec.json.format(lock, indent=1) + b"\n"
    write_whole(path, data, relative(path, root), can_change_output=False)


ENDINGS = DECK_ENDINGS[1:]


class Published(Struct, frozen=True):
    """A table of a game, by its path in the game's folder, and its address."""

    game: str
    table: str
    address: str


class Fetched(Struct, frozen=True, rename={"address": "from"}):
    """The result for one table: its path in the project, and its rows now and before."""

    path: str
    address: str
    rows: int
    before: int | None
    changed: bool


def fetched_before(root: Path, games: Collection[str]) -> list[Published]:
    """Return the tables that some games have fetched; raises SourceError for a damaged list."""
    return [
        Published(game, table, fetched.address)
        for game in games
        for table, fetched in read_lock(root, game).items()
    ]


def fetch(
    root: Path, tables: Iterable[Published], *, force: bool = False, write: bool = True
) -> tuple[list[Fetched], Diagnostics]:
    """Fetch tables; errors of one table do not stop the others."""
    diagnostics = Diagnostics()
    fetched = []
    for published in tables:
        try:
            fetched.append(_fetch(root, published, force, write))
        except CardgenError as error:
            source = published.address
            diagnostics.add(
                *(
                    f if source in f.message else f.with_note(f"fetched from {source}")
                    for f in error.diagnostics
                )
            )
    return fetched, diagnostics


def _fetch(root: Path, published: Published, force: bool, write: bool) -> Fetched:
    table, address = published.table, published.address
    file = confine(root, table, root / DATA_FOLDER / published.game)
    name = relative(file, root)
    if PurePosixPath(table).suffix.lower() not in ENDINGS:
        reason = f"`{table}` is no table: its name ends in none of {', '.join(ENDINGS)}"
        raise _refusal(address, reason, ("choose another name",))
    lock = read_lock(root, published.game)
    before = lock.get(table)
    existing = file.read_bytes() if file.is_file() else None
    data = download(address, TABLE_LIMIT)
    cards = read_table(name, data).tree.value.get("cards")
    rows = len(cards.value) if cards is not None and cards.kind == "list" else 0
    changed = existing != data
    if existing is not None and changed and not force:
        if before is None:
            raise OutputError(not_replaced(None, name, "is there already"))
        if sha256(existing) != before.sha256:
            since = f"was changed after it was fetched ({before.time})"
            raise OutputError(not_replaced(None, name, since))
    if write:
        time = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        entry = FetchedTable(address, time, sha256(data), rows)
        if changed:
            write_whole(file, data, name, can_change_output=False)
        if before is None or changed or (before.address, before.sha256) != (address, entry.sha256):
            write_lock(root, published.game, {**lock, table: entry})
    was = before.rows if before is not None and existing is not None else None
    return Fetched(name, address, rows, was, changed)
