"""Compare a game with an earlier state, and print the changes, as `cardgen diff` and `reprint` do.

Texts and pages on the changes are in the folder ``templates/``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.api import BuildRequest, PrintOptions
from cardgen.comparison.change_list import change_list, pictured
from cardgen.comparison.changes import Changes
from cardgen.comparison.comparison import Comparison, open_comparison
from cardgen.core.diagnostics import Diagnostics, relative
from cardgen.features.revision.pull_list import PullSection, pull_list, pull_states
from cardgen.pipeline.output_files import write_folder
from cardgen.pipeline.writing import write_whole
from cardgen.products.artifact import content_artifact
from cardgen.products.parts import Parts, changed_sheets, plan_parts
from cardgen.products.request import ProductRequest
from cardgen.template.pages import filled


class DiffReport(Struct, frozen=True):
    """The differences between a game and ``against``, with notes for the reader.

    ``written`` are the paths of the files that show them. Of a reprint, ``pulls`` is the pull list
    and ``removed`` are old files that are gone.
    """

    game: str
    title: str
    against: str
    changes: Changes
    diagnostics: Diagnostics
    notes: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    pulls: tuple[PullSection, ...] = ()
    removed: tuple[str, ...] = ()


def report_of(done: Comparison) -> DiffReport:
    """Report on a comparison, without files."""
    game, base = done.now.game, done.base
    return DiffReport(game.id, game.title, base.name, done.changes, done.diagnostics, done.notes)


def diff(
    request: BuildRequest, game: str, against: str | None = None, page: Path | None = None
) -> DiffReport:
    """Compare; with ``page``, also write a page with before and after side by side.

    ``against`` is ``printed``, ``build`` or a git revision; by default it is what was printed or,
    if nothing was, the last build. Raises CardgenError if either state has errors or is missing.
    """
    with open_comparison(request, game, against) as comparison:
        report = report_of(comparison)
        if page is not None:
            path = relative(page, request.root)
            write_whole(page, change_html(comparison), path, elsewhere=False)
            report = replace(report, written=(path,))
    return report


def changed_cards(request: BuildRequest, game: str) -> dict[str, dict[str, int]]:
    """Return the number of copies to add to the printed game, by deck and card.

    The products and papers of the request are not asked for: the whole game is compared.
    Raises CardgenError if there is no earlier state.
    """
    return diff(replace(request, options=PrintOptions()), game).changes.copies


FOLDER = "reprint"
PULL_LIST = f"{FOLDER}/pull-list"


def reprint(request: BuildRequest, game: str, against: str | None = None) -> DiffReport:
    """Write sheets with only what changed, and a pull list, to ``<output>/<game>/reprint/``.

    ``against`` is as for `diff`. Remove old files of an
    earlier reprint. If the printed copy is up to date, write nothing. Raises CardgenError.
    """
    with open_comparison(request, game, against) as comparison:
        report, now = report_of(comparison), comparison.now
        changes = report.changes
        plan = now.build.product_request(report.diagnostics)
        version = now.snapshot.printing(now.game.version or "unnumbered")
        plan = replace(plan, game=replace(now.game, version=version))
        parts = parts_to_print(plan, changes)
        pulls = pull_list(changes, plan.papers, parts.sheets)
        artifacts = plan_parts(plan, parts, FOLDER) if pulls else []
        if pulls:
            states = pull_states(comparison.base.name, changes)
            pages = pull_pages(PULL_LIST, now.game.title, states, pulls)
            artifacts += (content_artifact(path, FOLDER, page) for path, page in pages.items())
        files = write_folder(request, game, FOLDER, artifacts, now.build.data)
    return replace(report, written=files.files, pulls=pulls, removed=files.removed)


def parts_to_print(plan: ProductRequest, changes: Changes) -> Parts:
    """Return what to print so that the printed copy becomes the present game.

    Raises ImpositionError for a booklet with too many pages for its fold.
    """
    return Parts(
        changes.copies,
        {board.id: board.tiles for board in changes.boards if board.new is not None},
        {
            one.id: changed_sheets(plan, one.id, one.old.looks if one.old else None, one.new.looks)
            for one in changes.booklets
            if one.new is not None
        },
        frozenset(piece.id for piece in changes.pieces if piece.new is not None),
    )


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
