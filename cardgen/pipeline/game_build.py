"""Makes the artifacts of one game: sides, plan, files, manifest."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, cast

from cardgen.core.diagnostics import Diagnostic, Severity, relative
from cardgen.core.errors import CardgenError, OutputError
from cardgen.frame import Frame
from cardgen.impose.papers import PAPERS
from cardgen.model.game import Game
from cardgen.model.printer import load_printer
from cardgen.model.sides import CardSides, SideSpec
from cardgen.pipeline.cache import Store, page_store
from cardgen.pipeline.file_journal import note, strays
from cardgen.pipeline.hooks import FinishedGame, features
from cardgen.pipeline.inputs import program_digest
from cardgen.pipeline.line_setter import FONTS
from cardgen.pipeline.manifest import (
    NAME,
    ArtifactEntry,
    Manifest,
    SideEntry,
    intact,
    read_manifest,
    sha256,
)
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.request import BuildRequest, GameReport, Status
from cardgen.pipeline.resources import tools_of
from cardgen.pipeline.results import SideResult, has_errors, merge
from cardgen.pipeline.safe_paths import destination, inside, own_folder
from cardgen.pipeline.session import Session
from cardgen.pipeline.trace import stage
from cardgen.pipeline.workers import beside, deal, default_jobs
from cardgen.pipeline.writing import write_whole
from cardgen.products.artifact import Artifact, PdfDocument
from cardgen.products.planning import ON_REQUEST, plan
from cardgen.products.request import ProductRequest
from cardgen.products.tools import Tools

if TYPE_CHECKING:
    from cardgen.impose.duplex import Duplex

WORTH_A_PROCESS = 200  # new sides: keeping fewer for the next build is done in place
SIDES_SHARE = 0.6  # of the time that a game takes, for the progress bar

Step = Callable[[float], None]
"""Told how far a game is, 0 to 1."""


class GameBuild:
    """One build of one game."""

    def __init__(self, request: BuildRequest, game: Game, inputs: str, tell: Step) -> None:
        self.request = request
        self.game = game
        self.inputs = inputs
        self.tell = tell
        self.jobs = request.jobs or default_jobs()
        self.folder = request.folder / game.id
        self.sides = {id: component.sides(game) for id, component in game.components.items()}
        specs = {spec.id: spec for sides in self.sides.values() for spec in _specs(sides)}
        store = None
        if not request.force:
            store = Store(request.folder / CACHE / game.id)
        self.session = Session(request.root, game, specs.values(), store)

    def check(self) -> list[Diagnostic]:
        """Lay out, proof and plan; return all findings."""
        results = self.lay_out(drawn=False)
        found = merge(results)
        self.try_plan(results, found)
        return found

    def try_plan(self, results: Sequence[SideResult], found: list[Diagnostic]) -> None:
        """Find what cannot be placed, with blanks in place of broken sides."""
        whole = [
            result if result.frame is not None else replace(result, frame=self.blank(result.id))
            for result in results
        ]
        try:
            self.plan(whole, found)
        except CardgenError as error:
            found += error.diagnostics

    def blank(self, id: str) -> Frame:
        """Return an empty side in place of a broken one."""
        spec = self.session.specs[id]
        return Frame(spec.size, (), spec.bleed)

    def make(self) -> tuple[GameReport, list[Diagnostic]]:
        """Make what is new; a game with errors keeps its old files.

        Raises CardgenError where a plan or a file is impossible.
        """
        own_folder(self.folder, self.request.root)
        own_folder(self.request.folder / CACHE / self.game.id, self.request.root)
        with stage("sides"):
            results = self.lay_out(drawn=True)
        found = merge(results)
        if has_errors(results):
            self.try_plan(results, found)
            return GameReport(self.game.id, self.game.title, "failed"), found
        with stage("plan"):
            artifacts = self.plan(results, found)
        old = self.old()
        many = sum(1 for result in results if result.drawings) > WORTH_A_PROCESS
        with (
            stage("files"),
            beside(lambda: self.keep(results), self.jobs if many else 1),
        ):
            entries, made = self.write(artifacts, old)
        kept = [entry.path for entry in entries if entry.path not in made]
        entries, removed = self.prune(entries, old)
        warnings = tuple(item for item in found if item.severity is Severity.WARNING)
        self.record(entries, results, warnings)
        note(self.request.folder, self.game.id, {entry.path: entry.kind for entry in entries})
        status: Status = "built" if made or removed else "unchanged"
        report = GameReport(
            self.game.id,
            self.game.title,
            status,
            tuple(made),
            tuple(kept),
            tuple(removed),
            self.session.redrawn(),
        )
        return report, found

    def old(self) -> Manifest:
        """Return what earlier builds made, those too that never came to write their record."""
        done = read_manifest(self.folder, self.game.id)
        known = {entry.path for entry in done.artifacts}
        more = strays(self.request.folder, self.game.id, known)
        return replace(done, artifacts=done.artifacts + more)

    def keep(self, results: Sequence[SideResult]) -> None:
        """Keep the finished sides for the next build, and let the features keep theirs."""
        self.session.save(results)
        root, frames = self.request.root, {r.id: r.frame for r in results if r.frame is not None}
        printer = load_printer(root)
        built = FinishedGame(root, self.request.folder, self.game, self.sides, frames, printer)
        for hooks in features():
            if hooks.remember is not None:
                hooks.remember(built)

    def lay_out(self, drawn: bool) -> list[SideResult]:
        """Lay out every side of every deck."""
        total = len(self.session.specs)
        share = SIDES_SHARE if drawn else 1.0
        results = self.session.results(
            self.jobs, lambda done: self.tell(min(done / total, 1.0) * share), drawn
        )
        return results + self.lay_out_flows(results, drawn)

    def lay_out_flows(self, known: Sequence[SideResult], drawn: bool) -> list[SideResult]:
        """Lay out the texts; how many pages each takes shows only now."""
        found: list[SideResult] = []
        for id, component in self.game.components.items():
            flow = component.flow(self.game)
            if flow is not None:
                laid = self.session.pages(flow, known, drawn)
                self.sides[id] = flow.sides(len(laid.pages))
                found += laid.pages
        return found

    def plan(self, results: Sequence[SideResult], found: list[Diagnostic]) -> list[Artifact]:
        """Describe every artifact that is asked for; warnings are added to ``found``."""
        return plan(self.product_request(results, found), self.request.products)

    def product_request(
        self, results: Sequence[SideResult], found: list[Diagnostic]
    ) -> ProductRequest:
        """Return what products are planned from; warnings are added to ``found``."""
        slug_fonts = tuple(self.session.library.font_key(name) for name in FONTS)
        return ProductRequest(
            game=self.game,
            sides=self.sides,
            frames={r.id: r.frame for r in results if r.frame is not None},
            papers=self.request.papers or self.game.print.papers,
            printer=load_printer(self.request.root),
            render=self.session.render,
            report=found.append,
            duplex=cast("Duplex | None", self.request.duplex),
            hosting=self.request.hosting,
            versions=(program_digest(), *slug_fonts),
        )

    def tools(self) -> Tools:
        """Return what files are made with."""
        return tools_of(self.session.library, self.session.drawings)

    def pdf(self, document: PdfDocument) -> bytes:
        """Write a PDF; pages that the last build wrote are taken over."""
        from cardgen.backend.pdf import write_pdf

        session, pages, info = self.session, document.pages, document.info
        if not self.inputs:
            return write_pdf(pages, info, session.library, session.drawings)
        file = self.request.folder / CACHE / self.game.id / f"{document.name}.pages"
        with page_store(file, fresh=self.request.force) as kept:
            return write_pdf(pages, info, session.library, session.drawings, kept)

    def write(
        self, artifacts: Sequence[Artifact], old: Manifest
    ) -> tuple[list[ArtifactEntry], list[str]]:
        """Make and put in place the artifacts that are new; return all entries, and the made."""
        known = {entry.path: entry for entry in old.artifacts}
        entries: list[ArtifactEntry] = []
        due: list[Artifact] = []
        for artifact in artifacts:
            entry = known.get(artifact.path)
            same = entry is not None and entry.key == artifact.key and not self.request.force
            if entry is not None and same and intact(self.folder, entry):
                entries.append(entry)
            else:
                due.append(artifact)
        if due:
            files = {entry.path: entry.kind for entry in old.artifacts}
            files |= {artifact.path: artifact.kind for artifact in due}
            note(self.request.folder, self.game.id, files)
        failures: list[Diagnostic] = []
        made: list[str] = []

        def progress(done: int) -> None:
            self.tell(SIDES_SHARE + min(done / len(due), 1.0) * (1 - SIDES_SHARE))

        for done in deal(self.put, due, self.jobs, tick=progress):
            if isinstance(done, ArtifactEntry):
                entries.append(done)
                made.append(done.path)
            else:
                failures += done
        if failures:
            raise OutputError(*failures)
        return entries, made

    def put(self, artifact: Artifact) -> ArtifactEntry | tuple[Diagnostic, ...]:
        """Make a file and put it in place, in whatever process; return why where it cannot be.

        The bytes stay there: a thousand pictures at once would fill the memory.
        """
        root = self.request.root
        try:
            data = artifact.data(self.tools(), self.pdf)
            path = destination(self.folder, artifact.path, root)
            write_whole(path, data, relative(path, root))
        except CardgenError as error:
            return tuple(error.diagnostics)
        return ArtifactEntry(artifact.path, artifact.kind, artifact.key, sha256(data))

    def prune(
        self, entries: list[ArtifactEntry], old: Manifest
    ) -> tuple[list[ArtifactEntry], list[str]]:
        """Remove files of earlier builds that no product claims any more.

        What this build did not ask for stays on record, and so does what cannot be removed.
        """
        claimed = {entry.path for entry in entries}
        left = [entry for entry in old.artifacts if entry.path not in claimed]
        removed: list[str] = []
        kept: list[ArtifactEntry] = []
        for entry in left:
            path = inside(self.folder, entry.path)
            if path is None:  # never a file of ours
                continue
            if self.asked(entry):
                with contextlib.suppress(OSError):
                    path.unlink()
                    removed.append(entry.path)
            if path.exists():
                kept.append(entry)
        return entries + kept, removed

    def asked(self, entry: ArtifactEntry) -> bool:
        """Whether this build would have made a file, were it still to be made.

        Products that are not named and papers that are not chosen are left alone; what is made
        on request alone is also removed on request alone. Artifacts are of the kind that their
        product is named by.
        """
        named, papers = self.request.products, self.request.papers
        paper = PurePosixPath(entry.path).stem.rpartition(".")[2]
        other = bool(papers) and paper in PAPERS and paper not in papers
        usual = not named and entry.kind not in ON_REQUEST
        return (usual or entry.kind in named) and not other

    def record(
        self,
        entries: Iterable[ArtifactEntry],
        results: Sequence[SideResult],
        warnings: tuple[Diagnostic, ...],
    ) -> None:
        """Write build.json, if it says anything new."""
        fingerprints = {r.id: r.frame.fingerprint for r in results if r.frame is not None}
        copies: dict[str, int] = {}
        for sides in self.sides.values():
            for card in sides:
                for spec in _specs([card]):
                    copies[spec.id] = copies.get(spec.id, 0) + card.copies
        manifest = Manifest(
            game=self.game.id,
            title=self.game.title,
            inputs=self.inputs,
            request=self.request.key,
            artifacts=tuple(entries),
            sides=tuple(SideEntry(id, copies[id], fingerprints[id]) for id in copies),
            warnings=warnings,
        )
        path = self.folder / NAME
        data = manifest.dump()
        with contextlib.suppress(OSError):
            if path.read_bytes() == data:
                return
        write_whole(path, data, relative(path, self.request.root))


def _specs(sides: Iterable[CardSides]) -> list[SideSpec]:
    found = []
    for card in sides:
        found.append(card.face)
        if card.back is not None:
            found.append(card.back)
    return found
