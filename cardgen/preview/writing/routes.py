"""Requests of the page for texts, for the words that may stand in them, and for boxes."""

from __future__ import annotations

from starlette.routing import Route

from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.web.asked import told
from cardgen.preview.writing.boxes import box
from cardgen.preview.writing.texts import text
from cardgen.preview.writing.words import words


def routes(live: LiveProject) -> list[Route]:
    """Return the addresses of this room; texts are changed as all values are."""
    base = "/api/games/{game}"
    return [
        Route(f"{base}/text", told(live, text, "path"), methods=["GET"]),
        Route(f"{base}/words", told(live, words), methods=["GET"]),
        Route(f"{base}/box", told(live, box, "p", "stamp"), methods=["GET"]),
    ]
