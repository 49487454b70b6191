"""Compares a game with an earlier state, and prints changes, for `cardgen diff` and `reprint`.

Texts and pages about changes are in the folder ``templates/``.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.api import BuildRequest, PrintOptions
from cardgen.comparison.change_list import change_list, picture_sections
from cardgen.comparison.changes import Changes, compare
from cardgen.comparison.comparison import Comparison, open_comparison
from cardgen.core.diagnostics import Diagnostics, relative
from cardgen.features.revision.pull_list import PullSection, pull_list, pull_states
from cardgen.pipeline.output_files import write_folder
from cardgen.pipeline.writing import write_whole
from cardgen.products.artifact import content_artifact
from cardgen.products.parts import Parts, changed_sheets, plan_parts
from cardgen.products.request import ProductRequest
from cardgen.template.pages import fill_template


class DiffReport(Struct, frozen=True):
    """The differences between a game and ``against``, with notes for the reader.

    ``files`` are the paths of pages and sheets with the changes. In the report of a reprint,
    ``pulls`` is the pull list, and ``removed`` are the removed files of an earlier reprint.
    """

    game: str
    title: str
    against: str
    changes: Changes
    diagnostics: Diagnostics
    notes: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    pulls: tuple[PullSection, ...] = ()
    removed: tuple[str, ...] = ()


def report_of(comparison: Comparison) -> DiffReport:
    """Return the report of a comparison, without files."""
    game, base = comparison.present.game, comparison.base
    return DiffReport(
        game.id, game.title, base.name, comparison.changes, comparison.diagnostics, comparison.notes
    )


def diff(
    request: BuildRequest, game: str, against: str | None = None, page: Path | None = None
) -> DiffReport:
    """Compare a game; with ``page``, also write a page with old and new sides next to each other.

    ``against`` is ``printed``, ``build`` or a git revision; by default the printed copy or, without
    a record of it, the last build. Raises CardgenError if either state has errors or is missing.
    """
    with open_comparison(request, game, against) as comparison:
        report = report_of(comparison)
        if page is not None:
            path = relative(page, request.root)
            write_whole(page, change_html(comparison), path, can_change_output=False)
            report = replace(report, files=(path,))
    return report


def changed_cards(request: BuildRequest, game: str) -> dict[str, dict[str, int]]:
    """Return the number of copies to add to the printed game, by deck and card.

    Compares the whole game, whatever products and papers the request has. Raises CardgenError if
    there is no earlier state.
    """
    return diff(replace(request, options=PrintOptions()), game).changes.copies


FOLDER = "reprint"
PULL_LIST = f"{FOLDER}/pull-list"


def reprint(request: BuildRequest, game: str, against: str | None = None) -> DiffReport:
    """Write sheets with only changed parts, and a pull list, to ``<output>/<game>/reprint/``.

    ``against`` is as for `diff`. Removes old files of an earlier reprint. Writes no files if the
    printed copy is up to date. Raises CardgenError.
    """
    with open_comparison(request, game, against) as comparison:
        report, present = report_of(comparison), comparison.present
        changes = report.changes
        plan = present.build.product_request(report.diagnostics)
        version = present.snapshot.printing(present.game.version or "unnumbered")
        plan = replace(plan, game=replace(present.game, version=version))
        parts = parts_to_print(plan, changes)
        artifacts = plan_parts(plan, parts, FOLDER)
        # Leave out each component with errors and without a file to print.
        faulty = {error.location for error in report.diagnostics.errors}
        planned_ids = {artifact.variant.component for artifact in artifacts}
        components = present.game.components.items()
        left_out = [id for id, c in components if c.location in faulty and id not in planned_ids]
        if left_out:
            changes = compare(changes.old.without(left_out), changes.new.without(left_out))
            note = f"not printed, because of errors: {', '.join(left_out)}"
            report = replace(report, changes=changes, notes=(*report.notes, note))
        pulls = pull_list(changes, plan.papers, parts.sheets)
        if pulls:
            states = pull_states(comparison.base.name, changes)
            pages = pull_pages(PULL_LIST, present.game.title, states, pulls)
            artifacts += (content_artifact(path, FOLDER, page) for path, page in pages.items())
        written = write_folder(request, game, FOLDER, artifacts, present.build.data)
    return replace(report, files=written.files, pulls=pulls, removed=written.removed)


def parts_to_print(plan: ProductRequest, changes: Changes) -> Parts:
    """Return the parts to print so that the printed copy becomes the present game."""
    return Parts(
        changes.copies,
        {board.id: board.tiles for board in changes.boards if board.new is not None},
        {
            booklet.id: changed_sheets(
                plan, booklet.id, booklet.old.looks if booklet.old else None, booklet.new.looks
            )
            for booklet in changes.booklets
            if booklet.new is not None
        },
        frozenset(piece.id for piece in changes.pieces if piece.new is not None),
    )


_TEMPLATES = Path(__file__).with_name("templates")
Looks = Mapping[str, Callable[[str], str]]
"""Template filters that make a text safe to print, style it, or give the sign of a kind."""


def change_text(report: DiffReport, full: bool, looks: Looks) -> str:
    """Write the changes for a terminal; ``full`` has long values uncut and a line for each card."""
    page = _TEMPLATES / "changes.txt.j2"
    return fill_template(page, looks, **_facts(report), whole=full).decode()[:-1]


def change_markdown(report: DiffReport, places: bool = True) -> str:
    """Write the changes in Markdown, for the summary of a pull request.

    Texts of the game are set as code, so that they are not read as markup. With ``places``, the
    text lists the places in files that state a rule.
    """
    filters = {"code": lambda text: f"`{' '.join(text.replace('`', chr(39)).split()) or ' '}`"}
    template = _TEMPLATES / "changes.md.j2"
    return fill_template(template, filters, **_facts(report), places=places).decode()[:-1]


def change_fragment(report: DiffReport | None) -> str:
    """Write the changes in HTML, for a page of the game; "" without changes."""
    if report is None or not report.changes:
        return ""
    return fill_template(_TEMPLATES / "fragment.html.j2", **_facts(report)).decode()


def _facts(report: DiffReport) -> dict[str, Any]:
    changes = report.changes
    return {
        "title": report.title,
        "game": report.game,
        "against": report.against,
        "changes": changes,
        "sections": change_list(changes),
        "notes": [changes.summary, *report.notes] if changes else [],
    }


def reprint_text(report: DiffReport, verbose: bool, looks: Looks) -> str:
    """Write the tasks of a pull list and the written files for a terminal."""
    template = _TEMPLATES / "reprint.txt.j2"
    data = fill_template(template, looks, done=report, verbose=verbose)
    return data.decode()[:-1]


def change_html(comparison: Comparison) -> bytes:
    """Return a page with all changes, old and new sides next to each other."""
    changes = comparison.changes
    return fill_template(
        _TEMPLATES / "changes.html.j2",
        title=f"{comparison.present.game.title}: what changed",
        about=[f"against {comparison.base.name} · {changes.headline}", *comparison.notes],
        sections=picture_sections(change_list(changes)),
        pictures=comparison.pictures,
    )


def pull_pages(
    path: str, title: str, states: Sequence[str], pulls: Sequence[PullSection]
) -> dict[str, bytes]:
    """Return the pull list with boxes to tick, as text and as HTML, by path.

    ``states`` are lines that name both states.
    """
    return {
        f"{path}.{ending}": fill_template(
            _TEMPLATES / f"pull-list.{ending}.j2",
            title=f"{title}: pull list",
            about=states,
            sections=pulls,
        )
        for ending in ("txt", "html")
    }
