"""The build: from a project folder to files, stage by stage.

1. A game whose inputs and files are as its ``build.json`` says is done: it is not even read.
2. The others are read: YAML and Markdown to a `Game` (`cardgen.model.load`).
3. Sides and texts are laid out to Frames, or taken from the last build (`GameWork`).
4. Products are planned from the Frames: what files there are, each with a key (`plan`).
5. Files whose key is new are made and put in place; those nobody claims go (`OutputFiles`).
6. ``build.json`` comes last.

Stages 3 to 6 are `make_game`, one game after the other.
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
from cardgen.pipeline.hooks import game_read
from cardgen.pipeline.inputs import forget, inputs_digest
from cardgen.pipeline.ledger import Ledger
from cardgen.pipeline.manifest import Manifest, intact, read_manifest, write_manifest
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.output_lock import locked
from cardgen.pipeline.request import BuildReport, BuildRequest, CheckReport, GameReport, Progress
from cardgen.pipeline.trace import stage
from cardgen.pipeline.writing import sweep
from cardgen.products.options import SVG
from cardgen.products.problems import promote_to_error
from cardgen.source.files import BUNDLED, DATA_FOLDER, game_ids

__all__ = ["BuildReport", "BuildRequest", "GameReport", "build", "check", "checked"]


_MANY = 9_000_000
"""How many blocks of memory more than after the last search for garbage are worth another."""
_left = 0
"""How many there were then: to count objects that are kept takes longer than a small build."""


@contextmanager
def _all_kept() -> Iterator[None]:
    """Look for no garbage: nearly all that is made here lives until the end."""
    global _left
    if sys.getallocatedblocks() - _left > _MANY:
        gc.unfreeze()
        gc.collect()
        _left = sys.getallocatedblocks()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()  # a process that builds once is about to end
        gc.enable()


@_all_kept()
def build(request: BuildRequest, progress: Progress | None = None) -> BuildReport:
    """Build what is asked for and not there yet.

    Faults of the project are in the report's diagnostics; a broken game is left as it was,
    and the others are built all the same.
    """
    begin = time.perf_counter()
    forget()
    tell = progress or (lambda done, total, what: None)
    found = Diagnostics()
    reports: dict[str, GameReport] = {}
    output = request.folder
    try:
        with locked(
            output, lambda: tell(0, 0, "waiting for another build"), relative(output, request.root)
        ):
            for ours in (CACHE, *game_ids(request.root)):
                sweep(output / ours)
            _build_in(request, reports, found, tell)
            if not request.locale:
                wanted = {one for made in reports.values() for one in made.locales}
                for locale in _without_products(wanted, reports, found):
                    gc.collect()  # a build looks for no garbage otherwise
                    named = [made.id for made in reports.values() if locale in made.locales]
                    asked = replace(request, games=tuple(named), locale=locale)
                    more: dict[str, GameReport] = {}
                    _build_in(asked, more, found, tell)
                    reports |= {one.place: one for one in more.values()}
    except CardgenError as error:
        found.add(*error.diagnostics)
    games = tuple(reports[name] for name in sorted(reports))
    return BuildReport(games, found, time.perf_counter() - begin)


def _without_products(
    locales: set[str], reports: Mapping[str, GameReport], found: Diagnostics
) -> list[str]:
    """Refuse languages whose folder would be that of a product."""
    if not locales:
        return []
    from cardgen.model.problems import bad_value
    from cardgen.products.planning import known_products

    taken = locales & known_products()
    for report in reports.values():
        for one in taken & set(report.locales):
            at = Location(f"{DATA_FOLDER}/{report.id}/game.yaml")
            message = f"files in the language `{one}` would lie among those of the product `{one}`"
            found.add(bad_value(at, message, f"take `{one}` out of `locales`"))
    return sorted(locales - taken)


def _build_in(
    request: BuildRequest, reports: dict[str, GameReport], found: Diagnostics, tell: Progress
) -> None:
    """Build what is not there yet in one language."""
    with stage("keys"):
        names = _games_to_build(request, reports, found)
    if names or not reports:
        _build_games(request, names, reports, found, tell)
    for name, report in reports.items():
        reports[name] = replace(report, locale=request.locale)


def check(
    root: Path, games: Sequence[str] = (), jobs: int | None = None, locale: str = ""
) -> Diagnostics:
    """Do everything but draw: load, lay out, proof and plan; return all findings.

    Of a game whose inputs are as the last build took them, that build has said all there is.
    With a ``locale``, games are read in that language.
    """
    return checked(root, games, jobs, locale=locale).diagnostics


def checked(
    root: Path,
    games: Sequence[str] = (),
    jobs: int | None = None,
    texts: bool = False,
    locale: str = "",
) -> CheckReport:
    """Do what `check` does; with ``texts``, say besides how the texts of all sides were set."""
    forget()
    request = BuildRequest(root, tuple(games), jobs=jobs, locale=locale)
    found = Diagnostics()
    known = game_ids(root)
    names: list[str] = []
    for name in games or known:
        folder = request.folder / request.place(name)
        manifest = read_manifest(folder, name) if name in known else Manifest(name)
        if not texts and _same_inputs(request, name, manifest):
            found.extend(map(promote_to_error, manifest.warnings))
        else:
            names.append(name)
    if known and not names:
        return CheckReport(found)
    from cardgen.pipeline.executors.workers import workers_for
    from cardgen.pipeline.game_build import GameBuild, read_games
    from cardgen.pipeline.making import check_game

    loaded = read_games(request, names)
    found.extend(loaded.diagnostics)
    with _all_kept(), closing(workers_for("", jobs, request.folder / CACHE)) as workers:
        groups = {}
        for game in loaded.games:
            if not locale:
                game_read(root, game)
            one = GameBuild(request, game, "", workers=workers)
            found.extend(check_game(one))
            groups[game.id] = one.text_groups() if texts else []
    return CheckReport(found, groups)


def _games_to_build(
    request: BuildRequest, reports: dict[str, GameReport], found: Diagnostics
) -> Sequence[str]:
    """Report the games with nothing to do; return the others."""
    known = game_ids(request.root)
    wanted = request.games or known
    if request.force or not set(wanted) <= set(known):
        return wanted
    names = []
    for name in wanted:
        place = request.place(name)
        manifest = read_manifest(request.folder / place, name)
        inputs = _same_inputs(request, name, manifest)
        if inputs and _are_whole(request, name, manifest):
            if inputs != manifest.inputs:
                from cardgen.pipeline.kept_templates import note_texts

                manifest = replace(manifest, inputs=inputs)
                write_manifest(request.folder / place, manifest, request.root)
                note_texts(request.folder, place, request.root, name, inputs)
            discard_draft(request.folder, place)
            kept = tuple(entry.path for entry in manifest.artifacts)
            reports[name] = GameReport(
                name,
                manifest.title,
                "unchanged",
                kept=kept,
                stale=manifest.stale,
                locales=manifest.locales,
            )
            found.extend(manifest.warnings)
        else:
            names.append(name)
    return names


def _are_whole(request: BuildRequest, name: str, manifest: Manifest) -> bool:
    """Whether the files of a game are as the last build left them."""
    known = {entry.path for entry in manifest.artifacts}
    place = request.place(name)
    return all(intact(request.folder / place, entry) for entry in manifest.artifacts) and (
        known >= {entry.path for entry in Ledger(request.folder, place).entries()}
    )


def _same_inputs(request: BuildRequest, name: str, manifest: Manifest) -> str:
    """Return the digest of the inputs if those of the last build mean the same, else nothing.

    Nothing either, if it was asked for something else.
    """
    if manifest.inputs == "" or manifest.request != request.key:
        return ""
    now = inputs_digest(request.root, name, BUNDLED, locale=request.locale)
    if now == manifest.inputs:
        return now
    from cardgen.pipeline.kept_templates import mean_the_same

    # What is stale may be stale no more; warnings and drawings name places, which may have moved.
    placed = any(entry.kind == SVG for entry in manifest.artifacts)
    told = bool(manifest.stale or manifest.warnings or placed)
    kept = (request.folder, request.place(name))
    same = not told and mean_the_same(request.root, *kept, name, manifest.inputs, now)
    return now if same else ""


def _build_games(
    request: BuildRequest,
    names: Sequence[str],
    reports: dict[str, GameReport],
    found: Diagnostics,
    tell: Progress,
) -> None:
    """Read games, and build one after the other; a broken one does not stop the others."""
    with stage("imports"):
        from cardgen.model.document import Documents
        from cardgen.pipeline.cache import read_documents, write_documents
        from cardgen.pipeline.executors.workers import workers_for
        from cardgen.pipeline.game_build import GameBuild, read_games
        from cardgen.pipeline.making import make_game
        from cardgen.products.planning import refuse_unknown
    refuse_unknown(request.options.products)
    _refuse_unknown_papers(request)
    # Taken before anything is read, so that an edit made meanwhile is seen by the next build.
    locale, root = request.locale, request.root
    inputs = {name: inputs_digest(root, name, BUNDLED, locale=locale) for name in names}
    texts: dict[str, Documents] = {}

    def documents(game: str) -> Documents:
        folder = request.folder / CACHE / game
        return texts.setdefault(game, Documents() if request.force else read_documents(folder))

    with stage("data"):
        loaded = read_games(request, names, documents)
    for name, known in texts.items():
        write_documents(request.folder / CACHE / name, known)
    found.extend(loaded.diagnostics)
    for name in loaded.failed:
        reports[name] = GameReport(name, name, "failed")
    with closing(workers_for(request.executor, request.jobs, request.folder / CACHE)) as workers:
        for index, game in enumerate(loaded.games):
            if not locale:
                game_read(root, game)
            try:
                build = GameBuild(
                    request,
                    game,
                    inputs[game.id],
                    partial(_tell_share, tell, game.title, index, len(loaded.games)),
                    workers,
                    faulty=loaded.faulty.get(game.id, {}),
                    read_diagnostics=_diagnostics_of(loaded.diagnostics, game.id),
                )
                report, diagnostics = make_game(build)
                found.extend(diagnostics)
                reports[game.id] = replace(report, locales=() if locale else game.locales)
            except CardgenError as error:
                found.add(*error.diagnostics)
                reports[game.id] = GameReport(game.id, game.title, "failed")


def _refuse_unknown_papers(request: BuildRequest) -> None:
    if request.options.papers:
        from cardgen.impose.nup import paper_size
        from cardgen.model.printer import load_printer

        own = load_printer(request.root).papers
        for paper in request.options.papers:
            paper_size(paper, own=own)


def _tell_share(tell: Progress, title: str, index: int, count: int, share: float) -> None:
    """Report the progress of one of several games as the progress of all, in thousandths."""
    tell(round(1000 * (index + share)), 1000 * count, title)


def _diagnostics_of(diagnostics: Iterable[Diagnostic], game: str) -> list[Diagnostic]:
    """Return the findings in the data files of one game."""
    folder = f"{DATA_FOLDER}/{game}/"
    return [item for item in diagnostics if item.at and item.at.path.startswith(folder)]
