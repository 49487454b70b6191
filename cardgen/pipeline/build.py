"""The build: from a project folder to files, stage by stage.

1. Skip each game whose inputs and files are unchanged since its last build (``build.json``).
2. Read the other games: YAML and Markdown to a `Game` (`cardgen.model.load`).
3. Lay out sides and texts as Frames, or take them from the last build (`GameWork`).
4. Plan the products: list the files to write, each with a key (`plan_artifacts`).
5. Make the files with new keys, and remove old files that no product lists (`OutputFiles`).
6. Write ``build.json``.

`make_game` runs the stages 3 to 6 for one game.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from cardgen.core.diagnostics import CardgenError, Diagnostic, Diagnostics, Location, relative
from cardgen.pipeline.drafts import discard_draft
from cardgen.pipeline.hooks import call_follow_hooks
from cardgen.pipeline.inputs import forget_shared_folders, inputs_digest
from cardgen.pipeline.ledger import Ledger
from cardgen.pipeline.manifest import Manifest, is_intact, read_manifest, write_manifest
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.output_lock import lock_folder
from cardgen.pipeline.request import BuildReport, BuildRequest, CheckReport, GameReport, Progress
from cardgen.pipeline.trace import stage
from cardgen.pipeline.writing import sweep
from cardgen.products.options import SVG
from cardgen.products.problems import promote_to_error
from cardgen.source.files import BUNDLED, DATA_FOLDER, game_ids

__all__ = ["BuildReport", "BuildRequest", "GameReport", "build", "check", "check_games"]


_MANY = 9_000_000
"""After this many new blocks of memory, the garbage is collected once before the next build."""
_last_blocks = 0
"""The number of blocks after the last collection; counting objects would be slower."""


@contextmanager
def _garbage_collection_paused() -> Iterator[None]:
    """Pause garbage collection: almost everything allocated during a build lives until it ends."""
    global _last_blocks
    if sys.getallocatedblocks() - _last_blocks > _MANY:
        gc.unfreeze()
        gc.collect()
        _last_blocks = sys.getallocatedblocks()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()  # later collections skip these objects, also the one at the process's end
        gc.enable()


@_garbage_collection_paused()
def build(request: BuildRequest, progress: Progress | None = None) -> BuildReport:
    """Build the requested files that are missing or out of date.

    The report has the project's errors as diagnostics. A game with errors keeps its old files, and
    the other games are built.
    """
    begin = time.perf_counter()
    forget_shared_folders()
    report_progress = progress or (lambda step, total, activity: None)
    diagnostics = Diagnostics()
    reports: dict[str, GameReport] = {}
    output = request.folder
    try:
        waiting = partial(report_progress, 0, 0, "waiting for another build")
        with lock_folder(output, waiting, relative(output, request.root)):
            for folder_name in (CACHE, *game_ids(request.root)):
                sweep(output / folder_name)
            _build_locale(request, reports, diagnostics, report_progress)
            if not request.locale:
                locales = {locale for report in reports.values() for locale in report.locales}
                for locale in _refuse_clashing_locales(locales, reports, diagnostics):
                    gc.collect()  # automatic collection is paused
                    names = [name for name, report in reports.items() if locale in report.locales]
                    locale_request = replace(request, games=tuple(names), locale=locale)
                    locale_reports: dict[str, GameReport] = {}
                    _build_locale(locale_request, locale_reports, diagnostics, report_progress)
                    reports |= {report.place: report for report in locale_reports.values()}
    except CardgenError as error:
        diagnostics.add(*error.diagnostics)
    games = tuple(reports[name] for name in sorted(reports))
    return BuildReport(games, diagnostics, time.perf_counter() - begin)


def _refuse_clashing_locales(
    locales: set[str], reports: Mapping[str, GameReport], diagnostics: Diagnostics
) -> list[str]:
    """Return the languages to build; a language with the name of a product is an error."""
    if not locales:
        return []
    from cardgen.model.problems import bad_value
    from cardgen.products.planning import product_names

    clashing_locales = locales & product_names()
    for report in reports.values():
        for locale in clashing_locales & set(report.locales):
            location = Location(f"{DATA_FOLDER}/{report.id}/game.yaml")
            message = f"the language `{locale}` would share its folder with the product `{locale}`"
            diagnostics.add(bad_value(location, message, f"remove `{locale}` from `locales`"))
    return sorted(locales - clashing_locales)


def _build_locale(
    request: BuildRequest,
    reports: dict[str, GameReport],
    diagnostics: Diagnostics,
    report_progress: Progress,
) -> None:
    """Build all requested games in one language, and add their reports."""
    with stage("keys"):
        names = _games_to_build(request, reports, diagnostics)
    if names or not reports:
        _build_games(request, names, reports, diagnostics, report_progress)
    for name, report in reports.items():
        reports[name] = replace(report, locale=request.locale)


def check(
    root: Path, games: Sequence[str] = (), jobs: int | None = None, locale: str = ""
) -> Diagnostics:
    """Check games in all stages before the files, and return all diagnostics.

    A game with unchanged inputs is not laid out again: the warnings of its last build are returned.
    With a ``locale``, games are read in that language.
    """
    return check_games(root, games, jobs, locale=locale).diagnostics


def check_games(
    root: Path,
    games: Sequence[str] = (),
    jobs: int | None = None,
    texts: bool = False,
    locale: str = "",
) -> CheckReport:
    """Check games as `check` does; with ``texts``, also report the settings of all texts."""
    forget_shared_folders()
    request = BuildRequest(root, tuple(games), jobs=jobs, locale=locale)
    diagnostics = Diagnostics()
    all_games = game_ids(root)
    names: list[str] = []
    for name in games or all_games:  # repeat the warnings of unchanged games, check the others
        folder = request.folder / request.place(name)
        manifest = read_manifest(folder, name) if name in all_games else Manifest(name)
        if not texts and _unchanged_inputs(request, name, manifest):
            diagnostics.extend(map(promote_to_error, manifest.warnings))
        else:
            names.append(name)
    if all_games and not names:
        return CheckReport(diagnostics)
    from cardgen.pipeline.executors.workers import workers_for
    from cardgen.pipeline.game_build import GameBuild, read_games
    from cardgen.pipeline.making import check_game

    loaded = read_games(request, names)
    diagnostics.extend(loaded.diagnostics)
    folder = request.folder / CACHE
    with _garbage_collection_paused(), closing(workers_for("", jobs, folder)) as workers:
        groups = {}
        for game in loaded.games:
            if not locale:
                call_follow_hooks(root, game)
            game_build = GameBuild(request, game, "", workers=workers)
            diagnostics.extend(check_game(game_build))
            groups[game.id] = game_build.text_groups() if texts else []
    return CheckReport(diagnostics, groups)


def _games_to_build(
    request: BuildRequest, reports: dict[str, GameReport], diagnostics: Diagnostics
) -> Sequence[str]:
    """Add a report for each unchanged game, and return the names of the others."""
    all_games = game_ids(request.root)
    requested_games = request.games or all_games
    if request.force or not set(requested_games) <= set(all_games):
        return requested_games
    names = []
    for name in requested_games:
        place = request.place(name)
        manifest = read_manifest(request.folder / place, name)
        inputs = _unchanged_inputs(request, name, manifest)
        if inputs and _are_intact(request, name, manifest):
            if inputs != manifest.inputs:  # only comments changed: the next build compares quickly
                from cardgen.pipeline.kept_templates import note_texts

                manifest = replace(manifest, inputs=inputs)
                write_manifest(request.folder / place, manifest, request.root)
                note_texts(request.folder, place, request.root, name, inputs)
            discard_draft(request.folder, place)
            unchanged_paths = tuple(entry.path for entry in manifest.artifacts)
            reports[name] = GameReport(
                name,
                manifest.title,
                "unchanged",
                kept=unchanged_paths,
                stale=manifest.stale,
                locales=manifest.locales,
            )
            diagnostics.extend(manifest.warnings)
        else:
            names.append(name)
    return names


def _are_intact(request: BuildRequest, name: str, manifest: Manifest) -> bool:
    """Whether the output files of a game are unchanged since its last build."""
    recorded_paths = {entry.path for entry in manifest.artifacts}
    place = request.place(name)
    return all(is_intact(request.folder / place, entry) for entry in manifest.artifacts) and (
        recorded_paths >= {entry.path for entry in Ledger(request.folder, place).entries()}
    )


def _unchanged_inputs(request: BuildRequest, name: str, manifest: Manifest) -> str:
    """Return the digest of a game's inputs if its last build is still valid.

    Return an empty string if inputs have changed in meaning, or if the request differs.
    """
    if manifest.inputs == "" or manifest.request != request.key:
        return ""
    current_inputs = inputs_digest(request.root, name, BUNDLED, locale=request.locale)
    if current_inputs == manifest.inputs:
        return current_inputs
    from cardgen.pipeline.kept_templates import have_same_meaning

    # Inputs that differ only in comments and white space need no build, unless the last build had
    # stale files, or results with line numbers, which may have moved: warnings and SVG files.
    has_svg = any(entry.kind == SVG for entry in manifest.artifacts)
    has_locations = bool(manifest.stale or manifest.warnings or has_svg)
    place, old_inputs = request.place(name), manifest.inputs
    is_unchanged = not has_locations and have_same_meaning(
        request.root, request.folder, place, name, old_inputs, current_inputs
    )
    return current_inputs if is_unchanged else ""


def _build_games(
    request: BuildRequest,
    names: Sequence[str],
    reports: dict[str, GameReport],
    all_diagnostics: Diagnostics,
    report_progress: Progress,
) -> None:
    """Read games and build them one by one; an error in one game does not stop the others."""
    with stage("imports"):
        from cardgen.model.document import Documents
        from cardgen.pipeline.cache import read_documents, write_documents
        from cardgen.pipeline.executors.workers import workers_for
        from cardgen.pipeline.game_build import GameBuild, read_games
        from cardgen.pipeline.making import make_game
        from cardgen.products.planning import refuse_unknown
    refuse_unknown(request.options.products)
    _refuse_unknown_papers(request)
    # Digest the inputs before reading them: the next build then sees an edit made in between.
    locale, root = request.locale, request.root
    inputs = {name: inputs_digest(root, name, BUNDLED, locale=locale) for name in names}
    texts: dict[str, Documents] = {}

    def documents(game: str) -> Documents:
        folder = request.folder / CACHE / game
        return texts.setdefault(game, Documents() if request.force else read_documents(folder))

    # Read all games. Each has a table of parsed texts, which the next build can use.
    with stage("data"):
        loaded = read_games(request, names, documents)
    for name, game_documents in texts.items():
        write_documents(request.folder / CACHE / name, game_documents)
    all_diagnostics.extend(loaded.diagnostics)
    for name in loaded.failed:
        reports[name] = GameReport(name, name, "failed")
    with closing(workers_for(request.executor, request.jobs, request.folder / CACHE)) as workers:
        for index, game in enumerate(loaded.games):
            if not locale:
                call_follow_hooks(root, game)
            try:
                build = GameBuild(
                    request,
                    game,
                    inputs[game.id],
                    partial(_report_share, report_progress, game.title, index, len(loaded.games)),
                    workers,
                    faulty=loaded.faulty.get(game.id, {}),
                    read_diagnostics=_diagnostics_of(loaded.diagnostics, game.id),
                )
                report, diagnostics = make_game(build)
                all_diagnostics.extend(diagnostics)
                reports[game.id] = replace(report, locales=() if locale else game.locales)
            except CardgenError as error:
                all_diagnostics.add(*error.diagnostics)
                reports[game.id] = GameReport(game.id, game.title, "failed")


def _refuse_unknown_papers(request: BuildRequest) -> None:
    if request.options.papers:
        from cardgen.impose.nup import paper_size
        from cardgen.model.printer import load_printer

        own = load_printer(request.root).papers
        for paper in request.options.papers:
            paper_size(paper, own=own)


def _report_share(progress: Progress, title: str, index: int, count: int, share: float) -> None:
    """Report the progress of one of several games as the progress of all, in thousandths."""
    progress(round(1000 * (index + share)), 1000 * count, title)


def _diagnostics_of(diagnostics: Iterable[Diagnostic], game: str) -> list[Diagnostic]:
    folder = f"{DATA_FOLDER}/{game}/"
    return [item for item in diagnostics if item.location and item.location.path.startswith(folder)]
