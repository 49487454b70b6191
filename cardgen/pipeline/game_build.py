"""Makes the artifacts of one game: sides, plan, files, manifest."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, MutableMapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Severity
from cardgen.core.errors import CardgenError
from cardgen.frame import Text
from cardgen.model.components.deck import Deck
from cardgen.model.game import Game
from cardgen.model.load import Faulty
from cardgen.model.printer import load_printer
from cardgen.pipeline.cache import Store, drop_parts, part_store
from cardgen.pipeline.draft_build import make_draft, without_noise
from cardgen.pipeline.drafts import FOLDER, TITLE, discard_draft, draft_of
from cardgen.pipeline.executors.remote import RemoteGame
from cardgen.pipeline.executors.workers import ForkedWorkers, Workers
from cardgen.pipeline.hooks import FinishedGame, features
from cardgen.pipeline.inputs import program_digest
from cardgen.pipeline.kept_templates import note_texts
from cardgen.pipeline.line_setter import FONTS
from cardgen.pipeline.manifest import ArtifactEntry, Manifest, SideEntry
from cardgen.pipeline.output_files import OutputFiles
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.request import BuildRequest, GameReport
from cardgen.pipeline.resources import tools_of
from cardgen.pipeline.results import SideResult, has_errors, merge
from cardgen.pipeline.series_build import SeriesBuild, check_series
from cardgen.pipeline.session import Session
from cardgen.pipeline.sides import blank
from cardgen.pipeline.store import database_of
from cardgen.pipeline.text_report import (
    TextGroup,
    summed_up,
    template_places,
    text_groups,
)
from cardgen.pipeline.trace import stage
from cardgen.products.artifact import Artifact, PdfDocument
from cardgen.products.options import PRESS, variant_of
from cardgen.products.planning import known_products, plan, shown
from cardgen.products.request import ProductRequest
from cardgen.products.series import KIND as SERIES
from cardgen.products.tools import Tools

if TYPE_CHECKING:
    from cardgen.backend.pdf import Kept
    from cardgen.backend.pixels import KeptStrips

WORTH_A_PROCESS = 200  # new sides: keeping fewer for the next build is done in place
SIDES_SHARE = 0.6  # of the time that a game takes, for the progress bar

Step = Callable[[float], None]
"""Told how far a game is, 0 to 1."""


class GameBuild:
    """One build of one game."""

    def __init__(
        self,
        request: BuildRequest,
        game: Game,
        inputs: str,
        tell: Step = lambda share: None,
        workers: Workers | None = None,
        keeps: bool = True,
        faulty: Faulty = MappingProxyType({}),
    ) -> None:
        """Prepare a build by some workers, or by this process; ``keeps`` sides for the next one.

        ``faulty`` are cards whose data have errors, for a draft.
        """
        self.request = request
        self.game = game
        self.inputs = inputs
        self.tell = tell
        self.workers = workers or ForkedWorkers(1)
        has_store = keeps and not request.force
        store = Store(request.folder / CACHE / game.id) if has_store else None
        self.session = Session(request.root, game, store)
        self.session.drafts = request.draft
        self.places = self.session.templates.places
        self.faulty = faulty
        self.laid: Sequence[SideResult] = ()
        """The sides and pages that were laid out."""
        self.draft = False
        """Whether what is made is a draft."""
        self.remote = RemoteGame(request, self.session, inputs)
        self.forms: Kept = {}
        """Forms of documents that were written: most stand in several."""
        self.shown = tuple(component.id for component in shown(game, request.options.products))
        """The components that are laid out: those whose sides the products show."""

    def check(self) -> list[Diagnostic]:
        """Lay out, proof and plan, and try what making files may refuse; return all findings."""
        results = self.lay_out(drawn=False)
        found = merge(results, self.places) + self.compared(results)
        self.try_plan(results, found)
        if not has_errors(results):
            found += self.unfit_fonts(results)
            found += check_series(self)
        return found

    def unfit_fonts(self, results: Sequence[SideResult]) -> list[Diagnostic]:
        """Find fonts that no file can hold, and those of slugs that cannot be used."""
        glyphs: dict[str, set[int]] = {}
        shown = {r.frame.fingerprint: r.frame for r in results if r.frame is not None}
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
                    self.tools()
                else:
                    self.session.library.font_by_key(key).subset(glyphs[key])
            except CardgenError as error:
                found += error.diagnostics
        return found

    def try_plan(self, results: Sequence[SideResult], found: list[Diagnostic]) -> None:
        """Find what cannot be placed, with blanks in place of broken sides."""
        try:
            self.plan(self.whole(results), found)
        except CardgenError as error:
            found += error.diagnostics

    def whole(self, results: Sequence[SideResult]) -> list[SideResult]:
        """Put blanks in place of broken sides."""
        specs = self.session.specs
        return [r if r.frame else replace(r, frame=blank(specs[r.id])) for r in results]

    def make(self, told: Iterable[Diagnostic] = ()) -> tuple[GameReport, list[Diagnostic]]:
        """Make what is new; a game with errors keeps its old files.

        What reading the game has ``told`` is kept: a build with nothing to do tells it again.
        Raises CardgenError where a plan or a file is impossible.
        """
        request, game = self.request, self.game
        files = OutputFiles(request, game.id)
        with stage("sides"):
            results = self.lay_out(drawn=True)
            found = merge(results, self.places) + self.compared(results)
        if request.draft and (has_errors(results) or self.faulty):
            return make_draft(self, results, found)
        if has_errors(results):
            self.try_plan(results, found)
            return GameReport(game.id, game.title, "failed", draftable=True), found
        with stage("plan"):
            artifacts = self.plan(results, found)
        many = sum(1 for result in results if result.drawings) > WORTH_A_PROCESS
        keeping = self.workers if many else ForkedWorkers(1)
        with stage("files"), keeping.beside(lambda: self.keep(results)):
            make = partial(self.remote.file, results)
            files.write(artifacts, self.data, self.workers, make, self._tell_files)
        series = None
        if not request.options.products or SERIES in request.options.products:
            with stage("series"):
                series = SeriesBuild(self, files, self._tell_files)
                series.make()
            found += series.diagnostics()
            if series.failed:
                return GameReport(game.id, game.title, "failed", tuple(files.made)), found
        kept = tuple(entry.path for entry in files.entries if entry.path not in files.made)
        files.prune()
        if files.removed:
            database = database_of(request.folder, game.id)
            drop_parts(database, (entry.path for entry in files.entries))
        redrawn = self.session.redrawn()
        stale = self.stale(results, files.left)
        files.record(
            Manifest(
                game=game.id,
                title=game.title,
                inputs=self.inputs,
                request=request.key,
                artifacts=tuple(files.entries),
                sides=self.side_entries(results, files.before.sides),
                warnings=tuple(
                    item for item in (*told, *found) if item.severity is Severity.WARNING
                ),
                stale=stale,
            )
        )
        discard_draft(request.folder, game.id)
        note_texts(request.folder, request.root, game.id, self.inputs)
        report = GameReport(
            game.id,
            game.title,
            "built" if files.made or files.removed else "unchanged",
            tuple(files.made),
            kept,
            tuple(files.removed),
            redrawn,
            stale,
            texts=tuple(summed_up(self.text_groups())),
        )
        return report, found

    def stale(
        self, results: Sequence[SideResult], left: Sequence[ArtifactEntry]
    ) -> tuple[tuple[str, int], ...]:
        """Count by product the files that a build of them would make anew or remove."""
        if not left:
            return ()
        others = [id for id in self.game.components if id not in self.shown]
        if self.request.force:
            remote = self.remote.sides(drawn=False)
            known = self.session.results(self.workers, lambda done: None, False, others, remote)
            known += self.session.texts([*results, *known], False, others)
        else:
            known = [result for id in others for result in self.session.as_left(id)]
        asked = self.product_request([*results, *known], [])
        said = [variant_of(entry.path) for entry in left]
        papers = tuple(sorted({*asked.papers, *(one.paper for one in said if one.paper)}))
        kinds = tuple({entry.kind for entry in left} & known_products())
        keys: dict[str, str] = {}
        for ink, machine in sorted({(one.ink, one.machine) for one in said}):
            way = {"papers": papers, "ink": ink or "full", "cut": machine or None}
            wanted = asked.with_options(**way)
            with contextlib.suppress(CardgenError):
                keys.update((one.path, one.key) for one in plan(wanted, kinds))
        counts = Counter(
            entry.kind
            for entry in left
            # A save names the place of its pictures, which this build has not been told, and a
            # file for a press is made for a profile that it has not been told either.
            # Of a series nothing is planned ahead.
            if keys.get(entry.path) != entry.key
            and not entry.path.endswith(".json")
            and entry.kind != SERIES
            and entry.kind != PRESS
        )
        return tuple(sorted(counts.items()))

    def keep(self, results: Sequence[SideResult]) -> None:
        """Keep the finished sides for the next build, and let the features keep theirs."""
        self.session.save(results, whole=len(self.shown) == len(self.game.components))
        root, frames = self.request.root, {r.id: r.frame for r in results if r.frame is not None}
        printer = load_printer(root)
        sides = {id: self.session.sides[id] for id in self.shown}
        built = FinishedGame(root, self.request.folder, self.game, sides, frames, printer)
        for hooks in features():
            if hooks.remember is not None:
                hooks.remember(built)

    def lay_out(self, drawn: bool) -> list[SideResult]:
        """Lay out every side that is to be shown, then the texts, which may picture them."""
        total = len(self.session.ids(self.shown))
        share = SIDES_SHARE if drawn else 1.0
        results = self.session.results(
            self.workers,
            lambda done: self.tell(min(done / total, 1.0) * share),
            drawn,
            self.shown,
            self.remote.sides(drawn),
        )
        results = [without_noise(result, self.faulty) for result in results]
        results += self.session.texts(results, drawn, self.shown)
        self.laid = results
        return results

    def text_groups(self) -> list[TextGroup]:
        """Return how the texts of all sides were set."""
        return text_groups(self.laid, template_places(self.request.root))

    def compared(self, results: Sequence[SideResult]) -> list[Diagnostic]:
        """Return what is wrong with cards in view of the others of their deck."""
        shown = (self.game.components[id] for id in self.shown)
        decks = [one for one in shown if isinstance(one, Deck) and one.index is not None]
        if not decks:
            return []
        from cardgen.proof.corners import equal_corners

        frames = {result.id: result.frame for result in results if result.frame is not None}
        return [found for deck in decks for found in equal_corners(deck, frames)]

    def side_entries(
        self, results: Sequence[SideResult], before: Sequence[SideEntry]
    ) -> tuple[SideEntry, ...]:
        """Return what ``build.json`` says of each side, in the order of the game.

        Those of components that were not laid out are on record as they were ``before``.
        """
        fingerprints = {r.id: r.frame.fingerprint for r in results if r.frame is not None}
        entries: list[SideEntry] = []
        for id in self.game.components:
            if id not in self.shown:
                entries += (entry for entry in before if entry.id.startswith(f"{id}/"))
                continue
            copies: dict[str, int] = {}
            for one in self.session.sides[id]:
                for spec in one.specs:
                    copies[spec.id] = copies.get(spec.id, 0) + one.copies
            entries += (SideEntry(id, number, fingerprints[id]) for id, number in copies.items())
        return tuple(entries)

    def plan(self, results: Sequence[SideResult], found: list[Diagnostic]) -> list[Artifact]:
        """Describe every artifact that is asked for; warnings are added to ``found``."""
        return plan(self.product_request(results, found), self.request.options.products)

    def product_request(
        self, results: Sequence[SideResult], found: list[Diagnostic]
    ) -> ProductRequest:
        """Return what products are planned from; warnings are added to ``found``."""
        game, hosting = self.game, self.request.hosting
        if self.draft:
            game = replace(game, title=f"{TITLE} · {game.title}")
            hosting = replace(hosting, below=f"{FOLDER}/")
        slug_fonts = tuple(self.session.library.font_key(name) for name in FONTS)
        return ProductRequest(
            game=game,
            sides=self.session.sides,
            frames={r.id: r.frame for r in results if r.frame is not None},
            printer=load_printer(self.request.root),
            render=self.session.render,
            report=lambda one: found.extend(self.places.located([one])),
            options=self.request.options,
            hosting=hosting,
            versions=(program_digest(), self.game.theme.language, *slug_fonts),
        )

    def data(self, artifact: Artifact) -> bytes:
        """Make the content of a file."""
        return artifact.data(self.tools(), self.pdf)

    def _tell_files(self, share: float) -> None:
        self.tell(SIDES_SHARE + share * (1 - SIDES_SHARE))

    def tools(self) -> Tools:
        """Return what files are made with."""
        return tools_of(self.session.library, self.session.drawings, self.strips)

    def pdf(self, document: PdfDocument) -> bytes:
        """Write a PDF; pages that the last build wrote are taken over."""
        session, pages, info = self.session, document.pages, document.info
        if document.press is not None:
            from cardgen.backend.press.document import write_press_pdf

            return write_press_pdf(pages, info, session.library, document.press)
        from cardgen.backend.pdf import write_pdf

        with self.parts(f"{document.name}.pages") as kept:
            return write_pdf(pages, info, session.library, session.drawings, kept, forms=self.forms)

    def strips(self, name: str) -> AbstractContextManager[KeptStrips]:
        """Open the strips that the last build kept of a picture."""
        return self.parts(f"{name}.strips")

    def parts(self, name: str) -> AbstractContextManager[MutableMapping[str, tuple[Any, ...]]]:
        """Open what the last build kept of a file; of a game without a digest it is nothing."""
        if not self.inputs:
            return nullcontext({})
        own = draft_of(self.game.id) if self.draft else self.game.id
        database = database_of(self.request.folder, own)
        return part_store(database, name, fresh=self.request.force)
