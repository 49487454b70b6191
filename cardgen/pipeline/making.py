"""Makes one game, stage by stage: sides, files, record."""

from collections import Counter
from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from cardgen.backend.deflate import PACKER
from cardgen.core.diagnostics import CardgenError, Diagnostic, Severity
from cardgen.core.plugins.parts import failures
from cardgen.core.side_id import SideId
from cardgen.frame import Text
from cardgen.model.components.booklet import Booklet
from cardgen.model.printer import load_printer
from cardgen.pipeline.cache import drop_parts
from cardgen.pipeline.draft_build import mark_as_draft
from cardgen.pipeline.drafts import discard_draft
from cardgen.pipeline.executors.workers import Workers
from cardgen.pipeline.game_build import SIDES_SHARE, GameBuild
from cardgen.pipeline.hooks import FinishedGame, features
from cardgen.pipeline.kept_templates import note_texts
from cardgen.pipeline.ledger import Ledger
from cardgen.pipeline.manifest import (
    ArtifactEntry,
    Manifest,
    SideEntry,
    read_manifest,
    write_manifest,
)
from cardgen.pipeline.output_files import OutputFiles
from cardgen.pipeline.request import GameReport
from cardgen.pipeline.series_build import SeriesBuild, check_series
from cardgen.pipeline.store import database_of
from cardgen.pipeline.text_report import summarize_texts
from cardgen.pipeline.trace import stage
from cardgen.products.artifact import Artifact
from cardgen.products.options import LARGE, PRESS, PrintOptions
from cardgen.products.planning import ON_REQUEST, plan_artifacts, product_names
from cardgen.products.series import KIND as SERIES

WORTH_A_PROCESS = 200  # new sides: keeping fewer for the next build is done in place


def check_game(build: GameBuild) -> list[Diagnostic]:
    """Lay out, proof and plan a game, write no files, and return all diagnostics."""
    build.lay_out()
    diagnostics = build.diagnostics + build.compare_cards()
    build.plan(diagnostics, blanks=True)
    diagnostics += build.beyond_limits()
    if not build.broken_components:
        diagnostics += _unfit_fonts(build)
        diagnostics += check_series(build)
    return diagnostics


def make_game(build: GameBuild) -> tuple[GameReport, list[Diagnostic]]:
    """Write new and changed files; components with errors keep their old files.

    In a draft, sides with errors are marked instead. The manifest stores the warnings: a later
    build without changes repeats them. Raises CardgenError if a file cannot be written.
    """
    request, game = build.request, build.game
    # Before all the work: a folder may be a link to elsewhere.
    OutputFiles(Ledger(request.folder, request.place(game.id)), request.root)
    with stage("sides"):
        build.lay_out(drawn=True)
        diagnostics = build.diagnostics + build.compare_cards()
    if request.draft and not build.is_whole:
        mark_as_draft(build)
    with stage("plan"):
        artifacts = planned = build.plan(diagnostics, blanks=True)
        if not (build.draft or build.is_whole):
            artifacts = build.plan([])  # only what has no errors
        left_out = _left_out(build, diagnostics, planned, artifacts)
        beyond = build.beyond_limits()
    # A prototype may be larger than the contest allows: only `check` and a release insist.
    diagnostics += [replace(diagnostic, severity=Severity.WARNING) for diagnostic in beyond]
    before = read_manifest(request.folder / build.folder, game.id)
    ledger = Ledger(request.folder, build.folder)
    files = OutputFiles(ledger, request.root, before.artifacts, request.force)
    many = sum(1 for result in build.side_results if result.drawings) > WORTH_A_PROCESS
    keeping = build.workers if many else Workers(1)
    with stage("files"), keeping.run_beside(lambda: _store_results(build)):
        make, report_progress = build.units.file, partial(_report_files, build)
        files.write(artifacts, build.data, build.workers, report_progress, make)
    products = request.options.products
    if not build.draft and (not products or SERIES in products):
        with stage("series"):
            series = SeriesBuild(build, files, partial(_report_files, build))
            series.make()
        diagnostics += series.diagnostics()
    return _record_build(build, files, before, diagnostics, left_out), diagnostics


def _left_out(
    build: GameBuild,
    diagnostics: Sequence[Diagnostic],
    planned: Sequence[Artifact],
    artifacts: Sequence[Artifact],
) -> tuple[str, ...]:
    """Return the ids of components that lack files, and the products that need all components."""
    broken = () if build.draft else build.broken_components
    faulty = {item.location for item in diagnostics if item.severity is Severity.ERROR}
    components = {id: build.game.components[id] for id in build.components}
    ids = [id for id, part in components.items() if id in broken or part.location in faulty]
    paths = {artifact.path for artifact in artifacts}
    missing = (item for item in planned if item.path not in paths and not item.variant.component)
    return (*ids, *sorted({artifact.kind for artifact in missing}))


def _record_build(
    build: GameBuild,
    files: OutputFiles,
    before: Manifest,
    diagnostics: Sequence[Diagnostic],
    left_out: tuple[str, ...],
) -> GameReport:
    """Remove replaced files, write the manifest for the next build, and return the report.

    With errors, no file is removed, and the next build does not count as unchanged.
    """
    request, game = build.request, build.game
    failed = not build.draft and any(item.severity is Severity.ERROR for item in diagnostics)
    unchanged_paths = tuple(path for path in files.entries if path not in files.made)
    report = GameReport(
        game.id,
        game.title,
        "failed" if failed else "draft",
        tuple(files.made),
        unchanged_paths,
        draftable=failed and not build.is_whole,
        left_out=left_out,
    )
    if failed and not files.made:
        return report
    files.prune((lambda entry: False) if failed else partial(_is_replaced, request.options))
    if files.removed:
        drop_parts(database_of(request.folder, build.folder), files.entries)
    every = (*build.read_diagnostics, *diagnostics)
    manifest = Manifest(
        game=game.id,
        title=game.title,
        request=request.key,
        packer=PACKER,
        artifacts=tuple(files.entries.values()),
        sides=_side_entries(build, before.sides),
        draft=build.draft,
        locales=game.locales if not request.locale else (),
    )
    report = replace(report, removed=tuple(files.removed))
    if not (build.draft or failed):  # without recorded inputs, no build skips the game
        large = request.options.large  # such a build does not know which usual files are stale
        manifest = replace(
            manifest,
            inputs="" if failures else build.inputs,  # after a plug-in failed, always build again
            warnings=tuple(item for item in every if item.severity is Severity.WARNING),
            stale=before.stale if large else _count_stale(build, files.unclaimed),
        )
        report = replace(
            report,
            status="built" if files.made or files.removed else "unchanged",
            redrawn=build.work.redraw_reasons(),
            stale=manifest.stale,
            texts=tuple(summarize_texts(build.text_groups())),
        )
    files.record()
    write_manifest(request.folder / build.folder, manifest, request.root)
    if not (build.draft or failed):
        place = request.place(game.id)
        discard_draft(request.folder, place)
        note_texts(request.folder, place, request.root, game.id, build.inputs)
    return report


def _is_replaced(options: PrintOptions, entry: ArtifactEntry) -> bool:
    """Whether a build with these options replaces an earlier file; its kind names its product."""
    return options.includes(entry.kind, entry.variant, entry.kind not in ON_REQUEST)


def _report_files(build: GameBuild, share: float) -> None:
    build.report_progress(SIDES_SHARE + share * (1 - SIDES_SHARE))


def _unfit_fonts(build: GameBuild) -> list[Diagnostic]:
    """Report fonts that cannot be embedded, and slug fonts that cannot be used."""
    glyphs: dict[str, set[int]] = {}
    frames = {frame.fingerprint: frame for frame in build.frames.values()}
    for frame in tuple(frames.values()):
        frames |= {inner.fingerprint: inner for inner in frame.descendants()}
    for frame in frames.values():
        for item in frame.items:
            if isinstance(item, Text):
                glyphs.setdefault(item.font, set()).update(*(w.texts for w in item.words))
    diagnostics: list[Diagnostic] = []
    for key in (None, *sorted(glyphs)):
        try:
            if key is None:
                build.tools()
            else:
                build.library.font_by_key(key).subset(glyphs[key])
        except CardgenError as error:
            diagnostics += error.diagnostics
    return diagnostics


def _count_stale(build: GameBuild, left: Sequence[ArtifactEntry]) -> tuple[tuple[str, int], ...]:
    """Count the outdated files of each product, which a build of it would rewrite or remove."""
    if not left:
        return ()
    other_ids = [id for id in build.game.components if id not in build.components]
    if build.request.force:
        remote = build.units.sides(drawn=False)
        results = build.work.lay_out(
            build.workers, drawn=False, components=other_ids, remote=remote
        )
        results += build.work.lay_out_texts(False, other_ids, build.workers)
    else:
        results = [result for id in other_ids for result in build.work.sides_from_last_build(id)]
    request = build.product_request([], [*build.side_results, *results])
    variants = [entry.variant for entry in left if entry.variant is not None]
    papers = tuple(sorted({*request.papers, *(variant.paper for variant in variants)} - {""}))
    kinds = tuple({entry.kind for entry in left} & product_names())
    keys: dict[str, str] = {}
    for ink, machine in sorted({(variant.ink, variant.machine) for variant in variants}):
        variant_options = {"papers": papers, "ink": ink or "full", "cut": machine or None}
        variant_request = request.with_options(**variant_options)
        artifacts = plan_artifacts(variant_request, kinds)
        keys.update((artifact.path, artifact.key) for artifact in artifacts)
    counts = Counter(
        entry.kind
        for entry in left
        # This build does not know the address of the pictures in a save (.json), nor the profile of
        # a press file. It does not plan series and large print.
        if keys.get(entry.path) != entry.key
        and not entry.path.endswith(".json")
        and entry.kind != SERIES
        and entry.kind != PRESS
        and (entry.variant is None or entry.variant.type_size != LARGE)
    )
    return tuple(sorted(counts.items()))


def _store_results(build: GameBuild) -> None:
    """Store the finished sides for the next build, and call the features' hooks."""
    every = len(build.components) == len(build.game.components)
    build.work.save(build.side_results, is_complete=every and build.is_whole)
    if not build.is_whole or build.request.options.large or build.request.locale:
        return
    sides = {id: build.sides[id] for id in build.components}
    printer = load_printer(build.root)
    folder = build.request.folder
    built = FinishedGame(build.root, folder, build.game, sides, build.frames, printer)
    for hooks in features():
        if hooks.remember is not None:
            hooks.remember(built)


def _side_entries(build: GameBuild, before: Sequence[SideEntry]) -> tuple[SideEntry, ...]:
    """Return the entries of ``build.json`` for all sides, in the order of the game.

    Components that were not laid out, or have errors, keep their entries from ``before``.
    """
    broken = () if build.draft else build.broken_components
    fingerprints = {id: frame.fingerprint for id, frame in build.frames.items()}
    entries: list[SideEntry] = []
    for id, component in build.game.components.items():
        if isinstance(component, Booklet) and component.large:
            continue
        if id not in build.components or id in broken:
            entries += (entry for entry in before if entry.id.startswith(f"{id}/"))
            continue
        copies: dict[SideId, int] = {}
        for card in build.sides[id]:
            for spec in card.specs:
                copies[spec.id] = copies.get(spec.id, 0) + card.copies
        entries += (SideEntry(str(id), number, fingerprints[id]) for id, number in copies.items())
    return tuple(entries)
