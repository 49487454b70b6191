"""What is said of changes and reprints, on a terminal or in Markdown, by ``templates/``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cardgen.comparison.change_list import change_list
from cardgen.features.revision.diff import DiffReport
from cardgen.template.pages import filled

_TEMPLATES = Path(__file__).with_name("templates")
Looks = Mapping[str, Callable[[str], str]]
"""What makes a text safe to print, ``bold``, ``added`` or ``removed``, and a ``sign`` of a kind."""


def change_text(done: DiffReport, whole: bool, looks: Looks) -> str:
    """Say on a terminal what differs; the ``whole`` of long values, and each card by itself."""
    page = _TEMPLATES / "changes.txt.j2"
    return filled(page, looks, **_facts(done), whole=whole).decode()[:-1]


def change_markdown(done: DiffReport, places: bool = True) -> str:
    """Say in Markdown what differs, for the summary of a pull request.

    What the game says is set as code, so that none of it is taken for markup. ``places`` are those
    in the files of the project that state a rule.
    """
    filters = {"code": lambda text: f"`{' '.join(text.replace('`', chr(39)).split()) or ' '}`"}
    template = _TEMPLATES / "changes.md.j2"
    return filled(template, filters, **_facts(done), places=places).decode()[:-1]


def change_fragment(done: DiffReport | None) -> str:
    """Say what differs in HTML, for a page of the game; nothing if that is nothing."""
    if done is None or not done.changes:
        return ""
    return filled(_TEMPLATES / "fragment.html.j2", **_facts(done)).decode()


def _facts(done: DiffReport) -> dict[str, Any]:
    """Return what every text about changes is made of."""
    changes = done.changes
    return {
        "title": done.title,
        "game": done.game,
        "against": done.against,
        "changes": changes,
        "sections": change_list(changes),
        "notes": [changes.summary, *done.notes] if changes else [],
    }


def reprint_text(done: DiffReport, verbose: bool, looks: Looks) -> str:
    """Say on a terminal what to take out and what to put in, and which files were written."""
    template = _TEMPLATES / "reprint.txt.j2"
    data = filled(template, looks, done=done, verbose=verbose)
    return data.decode()[:-1]
