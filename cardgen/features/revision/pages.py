"""Pages for a browser, which prints them too: what changed with its pictures, the pull list.

Their text is in the folder ``templates/``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardgen.comparison.change_list import change_list, pictured
from cardgen.comparison.comparison import Comparison
from cardgen.features.revision.pull_list import PullSection
from cardgen.template.pages import filled

_TEMPLATES = Path(__file__).with_name("templates")


def change_html(comparison: Comparison) -> bytes:
    """Return a page with all that differs, before and after side by side."""
    changes = comparison.changes
    return filled(
        _TEMPLATES / "changes.html.j2",
        title=f"{comparison.now.game.title}: what changed",
        about=[f"against {comparison.base.name} · {changes.headline}", *comparison.notes],
        sections=pictured(change_list(changes)),
        pictures=comparison.pictures,
    )


def pull_pages(
    path: str, title: str, states: Sequence[str], pulls: Sequence[PullSection]
) -> dict[str, bytes]:
    """Return the pull list with boxes to tick, as text and for a browser, by path and ending.

    ``states`` are lines that name both states.
    """
    return {
        f"{path}.{ending}": filled(
            _TEMPLATES / f"pull-list.{ending}.j2",
            title=f"{title}: pull list",
            about=states,
            sections=pulls,
        )
        for ending in ("txt", "html")
    }
