"""Makes one game, stage by stage: sides, files, record."""

from __future__ import annotations

import contextlib
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
from cardgen.pipeline.text_report import summed_up
from cardgen.pipeline.trace import stage
from cardgen.products.options import LARGE, PRESS, PrintOptions
from cardgen.products.planning import ON_REQUEST, known_products, plan
from cardgen.products.series import KIND as SERIES

WORTH_A_PROCESS = 200  # new sides: keeping fewer for the next build is done in place


def check_game(build: GameBuild) -> list[Diagnostic]:
    """Lay out, proof and plan, and try what making files may refuse; return all findings."""
    build.lay_out()
    found = build.diagnostics + build.compared()
    _try_plan(build, found)
    found += build.beyond_limits()
    if not build.broken:
        found += _unfit_fonts(build)
        found += check_series(build)
    return found


def make_game(build: GameBuild) -> tuple[GameReport, list[Diagnostic]]:
    """Make what is new; a game with errors keeps its old files, or is made as a draft.

    The findings from reading the game are kept, so that a build with nothing to do can repeat them.
    Raises CardgenError where a plan or a file is impossible.
    """
    request, game = build.request, build.game
    # Before all the work: a folder may be a link to elsewhere.
    OutputFiles(Ledger(request.folder, request.place(game.id)), request.root)
    with stage("sides"):
        build.lay_out(drawn=True)
        found = build.diagnostics + build.compared()
    if not build.is_whole:
        if not request.draft:
            _try_plan(build, found)
            return GameReport(game.id, game.title, "failed", draftable=True), found
        mark_as_draft(build)
    with stage("plan"):
        artifacts = build.plan(found)
        beyond = build.beyond_limits()
    # A prototype may be larger than the contest allows: only `check` and a release insist.
    found += [replace(one, severity=Severity.WARNING) for one in beyond]
    before = read_manifest(request.folder / build.folder, game.id)
    ledger = Ledger(request.folder, build.folder)
    files = OutputFiles(ledger, request.root, before.artifacts, request.force)
    many = sum(1 for result in build.laid if result.drawings) > WORTH_A_PROCESS
    keeping = build.workers if many else Workers(1)
    with stage("files"), keeping.beside(lambda: _keep(build)):
        make, tell = build.units.file, partial(_tell_files, build)
        files.write(artifacts, build.data, build.workers, tell, make)
    products = request.options.products
    if not build.draft and (not products or SERIES in products):
        with stage("series"):
            series = SeriesBuild(build, files, partial(_tell_files, build))
            series.make()
        found += series.diagnostics()
        if series.failed:
            return GameReport(game.id, game.title, "failed", tuple(files.made)), found
    return _record(build, files, before, found), found


def _record(
    build: GameBuild, files: OutputFiles, before: Manifest, found: Sequence[Diagnostic]
) -> GameReport:
    """Remove files that are replaced, write what the next build must know, and report."""
    request, game = build.request, build.game
    kept = tuple(path for path in files.entries if path not in files.made)
    files.prune(partial(_is_replaced, request.options))
    if files.removed:
        drop_parts(database_of(request.folder, build.folder), files.entries)
    every = (*build.read_diagnostics, *found)
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
    report = GameReport(game.id, game.title, "draft", tuple(files.made), kept, tuple(files.removed))
    if not build.draft:
        large = request.options.large  # it has nothing to compare files of usual booklets with
        manifest = replace(
            manifest,
            inputs="" if failures else build.inputs,  # what a plug-in lacks may be there next time
            warnings=tuple(item for item in every if item.severity is Severity.WARNING),
            stale=before.stale if large else _stale(build, files.unclaimed),
        )
        report = replace(
            report,
            status="built" if files.made or files.removed else "unchanged",
            redrawn=build.work.redrawn(),
            stale=manifest.stale,
            texts=tuple(summed_up(build.text_groups())),
        )
    files.record()
    write_manifest(request.folder / build.folder, manifest, request.root)
    if not build.draft:
        place = request.place(game.id)
        discard_draft(request.folder, place)
        note_texts(request.folder, place, request.root, game.id, build.inputs)
    return report


def _is_replaced(options: PrintOptions, entry: ArtifactEntry) -> bool:
    """Whether these options replace an earlier file: its kind is the name of its product."""
    return options.includes(entry.kind, entry.variant, entry.kind not in ON_REQUEST)


def _tell_files(build: GameBuild, share: float) -> None:
    build.tell(SIDES_SHARE + share * (1 - SIDES_SHARE))


def _try_plan(build: GameBuild, found: list[Diagnostic]) -> None:
    """Find what cannot be placed, with blanks in place of broken sides."""
    try:
        build.plan(found)
    except CardgenError as error:
        found += error.diagnostics


def _unfit_fonts(build: GameBuild) -> list[Diagnostic]:
    """Find fonts that no file can hold, and those of slugs that cannot be used."""
    glyphs: dict[str, set[int]] = {}
    shown = {frame.fingerprint: frame for frame in build.frames.values()}
    for frame in tuple(shown.values()):
        shown |= {inner.fingerprint: inner for inner in frame.descendants()}
    for frame in shown.values():
        for item in frame.items:
            if isinstance(item, Text):
                glyphs.setdefault(item.font, set()).update(*(w.texts for w in item.words))
    found: list[Diagnostic] = []
    for key in (None, *sorted(glyphs)):
        try:
            if key is None:
                build.tools()
            else:
                build.library.font_by_key(key).subset(glyphs[key])
        except CardgenError as error:
            found += error.diagnostics
    return found


def _stale(build: GameBuild, left: Sequence[ArtifactEntry]) -> tuple[tuple[str, int], ...]:
    """Count by product the files that a build of them would make anew or remove."""
    if not left:
        return ()
    others = [id for id in build.game.components if id not in build.components]
    if build.request.force:
        remote = build.units.sides(drawn=False)
        known = build.work.lay_out(build.workers, drawn=False, components=others, remote=remote)
        known += build.work.lay_out_texts(False, others, build.workers)
    else:
        known = [result for id in others for result in build.work.sides_from_last_build(id)]
    asked = build.product_request([], [*build.laid, *known])
    variants = [entry.variant for entry in left if entry.variant is not None]
    papers = tuple(sorted({*asked.papers, *(variant.paper for variant in variants)} - {""}))
    kinds = tuple({entry.kind for entry in left} & known_products())
    keys: dict[str, str] = {}
    for ink, machine in sorted({(variant.ink, variant.machine) for variant in variants}):
        way = {"papers": papers, "ink": ink or "full", "cut": machine or None}
        wanted = asked.with_options(**way)
        with contextlib.suppress(CardgenError):
            keys.update((one.path, one.key) for one in plan(wanted, kinds))
    counts = Counter(
        entry.kind
        for entry in left
        # A save names the address of its pictures, and a press file depends on a profile: this
        # build does not know either. A series and large print are not planned ahead.
        if keys.get(entry.path) != entry.key
        and not entry.path.endswith(".json")
        and entry.kind != SERIES
        and entry.kind != PRESS
        and (entry.variant is None or entry.variant.type_size != LARGE)
    )
    return tuple(sorted(counts.items()))


def _keep(build: GameBuild) -> None:
    """Keep the finished sides for the next build, and let the features keep theirs."""
    every = len(build.components) == len(build.game.components)
    build.work.save(build.laid, whole=every and not build.draft)
    if build.draft or build.request.options.large or build.request.locale:
        return
    sides = {id: build.sides[id] for id in build.components}
    printer = load_printer(build.root)
    folder = build.request.folder
    built = FinishedGame(build.root, folder, build.game, sides, build.frames, printer)
    for hooks in features():
        if hooks.remember is not None:
            hooks.remember(built)


def _side_entries(build: GameBuild, before: Sequence[SideEntry]) -> tuple[SideEntry, ...]:
    """Return what ``build.json`` says of each side, in the order of the game.

    Those of components that were not laid out are on record as they were ``before``.
    """
    fingerprints = {id: frame.fingerprint for id, frame in build.frames.items()}
    entries: list[SideEntry] = []
    for id, component in build.game.components.items():
        if isinstance(component, Booklet) and component.large:
            continue
        if id not in build.components:
            entries += (entry for entry in before if entry.id.startswith(f"{id}/"))
            continue
        copies: dict[SideId, int] = {}
        for one in build.sides[id]:
            for spec in one.specs:
                copies[spec.id] = copies.get(spec.id, 0) + one.copies
        entries += (SideEntry(str(id), number, fingerprints[id]) for id, number in copies.items())
    return tuple(entries)
