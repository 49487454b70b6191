"""Gets a file from an address of the web, within limits."""

from __future__ import annotations

import http.client
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

from cardgen import __version__
from cardgen.core.errors import OutputError
from cardgen.features.fetching import problems

_WAIT = 20.0  # s without a byte
_LONGEST = 120.0  # s for all of it
_CHUNK = 1 << 16
_SCHEMES = ("http", "https")
_PAGE = (b"<!doctype html", b"<html")
_SHEETS = "docs.google.com/spreadsheets/d/"


def download(address: str, limit: int) -> bytes:
    """Return what an address answers with; redirections are followed.

    Raises OutputError for an address of another kind, for any answer but success, for a web page,
    for more than ``limit`` bytes, and where nothing comes for too long.
    """
    parts = _parsed(address)
    if parts.scheme not in _SCHEMES or not parts.hostname:
        raise _refused(address, "it is no address that begins with https:// or http://")
    asked = urllib.request.Request(
        urllib.parse.urlunsplit(parts),
        headers={"User-Agent": f"cardgen/{__version__}", "Accept": "text/csv, */*;q=0.5"},
    )
    opener = urllib.request.build_opener(_Redirects)
    begun = time.monotonic()
    try:
        with opener.open(asked, timeout=_WAIT) as answer:
            if answer.status != http.client.OK:
                raise _refused(address, f"the server answers {answer.status}")
            if "html" in answer.headers.get_content_type():
                raise _page(address)
            chunks, size = [], 0
            while chunk := answer.read(_CHUNK):
                chunks.append(chunk)
                size += len(chunk)
                if size > limit:
                    raise _refused(address, f"it is larger than {limit / 1e6:g} MB")
                if time.monotonic() - begun > _LONGEST:
                    raise _refused(address, f"it takes longer than {_LONGEST:g} s")
            told = answer.headers.get("Content-Length", "")
            if told.isdigit() and int(told) != size:
                raise _refused(address, f"it broke off after {size:,} of {int(told):,} bytes")
    except urllib.error.HTTPError as error:
        reason = f"the server answers {error.code} ({str(error.reason).partition(chr(10))[0]})"
        error.close()
        raise _refused(address, reason) from None
    except urllib.error.URLError as error:
        raise _refused(address, _said(error.reason)) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise _refused(address, _said(error)) from None
    data = b"".join(chunks)
    if data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(_PAGE):
        raise _page(address)
    return data


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirections within the web, and none from a private line to an open one."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: Any,
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        old, new = urllib.parse.urlsplit(req.full_url).scheme, _parsed(newurl).scheme
        if new not in _SCHEMES or (old == "https" and new == "http"):
            raise ValueError(f"it leads on to `{newurl}`, which is not followed")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _parsed(address: str) -> urllib.parse.SplitResult:
    try:
        parts = urllib.parse.urlsplit(address.strip())
        parts.port  # noqa: B018  read for what it raises
    except ValueError as error:
        raise _refused(address, str(error)) from None
    # Letters of any language are fine in an address that people write, but not in a request.
    path = urllib.parse.quote(parts.path, safe="/%:@!$&'()*+,;=~-._")
    query = urllib.parse.quote(parts.query, safe="/%:@!$&'()*+,;=~-._?")
    host = parts.netloc
    if not host.isascii():
        try:
            host = host.encode("idna").decode()
        except UnicodeError:
            raise _refused(address, "its host has no name that can be asked for") from None
    return parts._replace(path=path, query=query, netloc=host, fragment="")


def _page(address: str) -> OutputError:
    hints: tuple[str, ...] = ()
    if _SHEETS in address:
        sheet = address.partition(_SHEETS)[2].partition("/")[0]
        named = f"https://{_SHEETS}{sheet}/export?format=csv"
        hints = (f"publish the sheet to the web as CSV, or try `{named}`",)
    return _refused(address, "it answers with a web page, not with a table", hints)


def _said(reason: object) -> str:
    if isinstance(reason, TimeoutError | socket.timeout):
        return f"nothing came for {_WAIT:g} s"
    if isinstance(reason, socket.gaierror):
        return "there is no such host, or no network"
    if isinstance(reason, http.client.IncompleteRead):
        return f"it broke off after {len(reason.partial):,} bytes"
    words = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    return words[:1].lower() + words[1:]


def _refused(address: str, reason: str, hints: tuple[str, ...] = ()) -> OutputError:
    return OutputError(problems.cannot_fetch(None, address, reason, hints))
