"""One game of a build: it lays out sides, plans files and makes them, in several processes.

`cardgen.pipeline.making` calls these stages in order. A process that shares no memory with this one
opens the same game from a `GameRef`: its project and its inputs, or a parcel of its files.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import CardgenError, Diagnostic, Diagnostics, LayoutError
from cardgen.core.fingerprint import digest
from cardgen.core.side_id import SideId
from cardgen.frame import Frame
from cardgen.layout.text.groups import Ladders
from cardgen.model.components.booklet import with_large_print
from cardgen.model.components.deck import Deck, cut_smaller
from cardgen.model.document import Documents
from cardgen.model.flowing import FlowSpec
from cardgen.model.game import Game
from cardgen.model.load import Faulty, Loaded, load_project
from cardgen.model.locale.catalogue import in_language
from cardgen.model.printer import load_printer
from cardgen.model.sides import SideSpec
from cardgen.pipeline.cache import Store, part_store
from cardgen.pipeline.dependencies import Dependencies
from cardgen.pipeline.drafts import TITLE, draft_of
from cardgen.pipeline.executors.units import Pool, ProjectChangedError, Remote, WorkUnit
from cardgen.pipeline.executors.workers import Workers
from cardgen.pipeline.game_ref import GameRef, heads_of, pack_files
from cardgen.pipeline.game_work import GameWork, blank
from cardgen.pipeline.inputs import forget_shared_folders, inputs_digest, program_digest
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.request import BuildRequest
from cardgen.pipeline.resources import FONTS, slug_fonts, tools_of
from cardgen.pipeline.results import AnyResult, SideResult, has_errors, merge
from cardgen.pipeline.store import database_of
from cardgen.pipeline.text_report import TextGroup, template_places, text_groups
from cardgen.products.artifact import Artifact, PdfDocument, Tools, pdf_bytes
from cardgen.products.limits import beyond_limits
from cardgen.products.planning import check_products, components_of_products, plan_artifacts
from cardgen.products.request import ProductRequest, SoundFrames
from cardgen.source.files import BUNDLED

if TYPE_CHECKING:
    from cardgen.backend.pdf import Kept
    from cardgen.backend.pixels import KeptStrips
    from cardgen.products.facts import Facts

SIDES_SHARE = 0.6  # of a game's time on the progress bar
_OPEN_GAMES = 2  # in a worker process; a build works on one game at a time

Step = Callable[[float], None]
"""Gets the finished share of a game's work, 0 to 1."""


def read_games(
    request: BuildRequest, games: Sequence[str], documents: Callable[[str], Documents] | None = None
) -> Loaded:
    """Read games with the options of a request: as drafts, or in a language."""
    language = in_language(request.locale)
    return load_project(
        request.root, games, documents=documents, drafts=request.draft, translated=language
    )


class GameBuild(AbstractContextManager["GameBuild"]):
    """One game to build or inspect. As a context manager, it ends its workers."""

    def __init__(
        self,
        request: BuildRequest,
        game: Game,
        inputs: str = "",
        report_progress: Step = lambda share: None,
        workers: Workers | None = None,
        keeps: bool = True,
        faulty: Faulty = MappingProxyType({}),
        read_diagnostics: Sequence[Diagnostic] = (),
        keeps_pages: bool = True,
    ) -> None:
        """Prepare a build by ``workers``, or by this process alone.

        With ``keeps``, it uses stored results of the last build and stores new ones; with
        ``keeps_pages``, also pages of PDFs. ``faulty`` are cards of a draft with errors in their
        data; ``read_diagnostics`` are the diagnostics from reading the game.
        """
        if request.options.inset is not None:
            game = cut_smaller(game, request.options.inset)
        if request.options.large:
            game = with_large_print(game)
        self.request = request
        self.root = request.root
        self.game = game
        self.inputs = inputs
        self.report_progress = report_progress
        self.workers = workers or Workers(1)
        self.faulty = faulty
        self.read_diagnostics = read_diagnostics
        self.side_results: Sequence[SideResult] = ()
        """The results of all sides and pages, and of broken sides that they picture.

        In a draft, broken sides are marked.
        """
        self.frames: Mapping[SideId, Frame] = {}
        """The Frames of sides without errors, by their ids."""
        self.draft = False
        """Whether this build writes a draft."""
        self.forms: Kept = {}
        """The forms of written documents; several documents may use the same form."""
        components = components_of_products(game, request.options)
        self.components = tuple(component.id for component in components)
        """The components to lay out: the requested products show their sides."""
        place = request.folder / CACHE / request.place(game.id)
        store = Store(place) if keeps and not request.force else None
        self.work = GameWork(request.root, game, store)
        """The sides and texts of the game."""
        self.work.drafts = request.draft
        self.library = self.work.library
        self.templates = self.work.templates
        self.places = self.templates.places
        """Where the tags of the templates are."""
        self.sides = self.work.sides
        """The designs of each component. The designs of a text are its pages."""
        self._keeps_pages = keeps_pages
        self.units = GameUnits(self)
        """The units of work for other processes."""

    def __exit__(self, *_: object) -> None:
        self.workers.close()

    def with_game(self, game: Game) -> GameBuild:
        """Return a build of another game with the same request and workers."""
        keeps_pages = self._keeps_pages
        return GameBuild(
            self.request, game, self.inputs, workers=self.workers, keeps_pages=keeps_pages
        )

    @property
    def folder(self) -> str:
        """The path of the game's files below the output folder."""
        place = self.request.place(self.game.id)
        return draft_of(place) if self.draft else place

    def lay_out(
        self,
        components: Sequence[str] | None = None,
        drawn: bool = False,
        report_progress: Step | None = None,
    ) -> GameBuild:
        """Lay out all sides of the components, then their texts, which may picture sides.

        With ``drawn``, results include PDF operators. ``components`` replaces the components to
        lay out.
        """
        if components is not None:
            self.components = tuple(components)
        self.report_progress = report_progress or self.report_progress
        total = max(len(self.work.designs.ids(self.components)), 1)  # texts alone have no sides
        share = SIDES_SHARE if drawn else 1.0
        results = self.work.lay_out(
            self.workers,
            lambda count: self.report_progress(min(count / total, 1.0) * share),
            drawn,
            self.components,
            self.units.sides(drawn),
        )
        pages = self.work.lay_out_texts(drawn, self.components, self.workers)
        results += self._broken_pictures(results)
        results = [_without_follow_up_errors(result, self.faulty) for result in results]
        self.replace_results([*results, *pages])
        return self

    def _broken_pictures(self, results: Sequence[SideResult]) -> list[SideResult]:
        """Return the sides with errors, of components not laid out, that these and texts show."""
        if len(self.components) == len(self.game.components):
            return []
        pictured = self.work.pictured_sides([*results, *self.work.texts.values()])
        sides = (id for id in map(SideId, pictured) if id.component not in self.components)
        return [side for id in sides if has_errors([side := self.work.side_results[id]])]

    # Results

    def replace_results(self, results: Sequence[SideResult]) -> None:
        """Use other results of sides and pages from here on."""
        self.side_results = results
        self.frames = {r.id: r.frame for r in results if r.frame is not None}

    @property
    def broken_components(self) -> frozenset[str]:
        """The components with errors, and the components that picture their sides."""
        return frozenset(id.component for id in self.broken_sides())

    def broken_sides(self) -> set[SideId]:
        """Return the ids of sides with errors, and of the sides that picture these."""
        ids = {result.id for result in self.side_results if has_errors([result])}
        results: dict[str, AnyResult] = {result.id: result for result in self.side_results}
        results |= self.work.texts if ids else {}
        while picturing_ids := ids and self.work.sides_picturing(ids, results):
            ids |= {SideId(id) for id in picturing_ids}
        return ids

    @property
    def is_whole(self) -> bool:
        """Whether everything could be read and laid out."""
        return not self.broken_components and not self.faulty

    def refuse_errors(self) -> GameBuild:
        """Return this build; raises LayoutError unless everything could be read and laid out."""
        if not self.is_whole:
            raise LayoutError(*self.diagnostics)
        return self

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The diagnostics of all laid-out sides and pages, without repetitions."""
        cards = {
            f"{id}/{card.id}": card.location
            for id, component in self.game.components.items()
            for card in component.cards
        }
        return merge(self.side_results, self.places, self.game.print, cards)

    def reads(self) -> Iterator[tuple[SideSpec | FlowSpec, Dependencies]]:
        """Yield the specs of all laid-out sides and texts, each with its dependencies."""
        return self.work.results_with_reads(self.side_results)

    def text_groups(self) -> list[TextGroup]:
        """Return the settings of the texts on all sides, by component and tag."""
        return text_groups(self.side_results, template_places(self.root))

    def compare_cards(self) -> list[Diagnostic]:
        """Compare the cards of each deck with one another, and return the diagnostics."""
        components = (self.game.components[id] for id in self.components)
        decks = [deck for deck in components if isinstance(deck, Deck) and deck.index is not None]
        if not decks:
            return []
        from cardgen.proof.corners import equal_corners

        return [diagnostic for deck in decks for diagnostic in equal_corners(deck, self.frames)]

    def beyond_limits(self) -> list[Diagnostic]:
        """Report each limit that the game exceeds; none if only some components are laid out."""
        if not self.game.limits or len(self.components) < len(self.game.components):
            return []
        return list(beyond_limits(self.product_request([]), self.make_content))

    # Files

    def plan(
        self, diagnostics: Diagnostics | list[Diagnostic], blanks: bool = False
    ) -> list[Artifact]:
        """Plan every requested artifact, and add errors and warnings to ``diagnostics``.

        Components with errors are left out or, with ``blanks``, planned with blank sides.
        """
        request = self.product_request(diagnostics, blanks=blanks)
        products = self.request.options.products
        artifacts = plan_artifacts(request, products)
        checked = check_products(request, products, self.library)
        diagnostics.extend(self.places.locate(checked))
        return artifacts

    def planning_errors(self, products: Sequence[str], paper: str = "") -> list[Diagnostic]:
        """Plan some products, on one paper if it is named, and return the errors."""
        diagnostics = Diagnostics()
        request = self.product_request(diagnostics, blanks=True)
        papers = (paper,) if paper else request.papers
        plan_artifacts(request.with_options(papers=papers), products)
        return diagnostics.errors

    def product_request(
        self,
        diagnostics: Diagnostics | list[Diagnostic],
        results: Sequence[SideResult] | None = None,
        blanks: bool = False,
    ) -> ProductRequest:
        """Return the input of the products: without the sides of components with errors.

        With ``blanks``, or in a draft, they have blank Frames in place of broken sides. Planning
        adds diagnostics to ``diagnostics``. Without ``results``, it uses all of this build.
        """
        game, hosting = self.game, self.request.hosting
        if self.draft:
            game = replace(game, title=f"{TITLE} · {game.title}")
        if below := self.folder.removeprefix(game.id)[1:]:
            hosting = replace(hosting, below=f"{below}/")
        library, specs = self.library, self.work.specs
        results = self.side_results if results is None else results
        left_out = () if self.draft or blanks else self.broken_components
        frames = {r.id: r.frame or blank(specs[r.id]) for r in results}
        lines = (*map(library.font_key, FONTS), *slug_fonts(library))
        letters = ("outlines",) if self.request.options.outlines else ()
        words = (digest(sorted(game.words.items())),) if game.words else ()
        return ProductRequest(
            game=game,
            sides=self.sides,
            frames=SoundFrames((id, f) for id, f in frames.items() if id.component not in left_out),
            printer=load_printer(self.root),
            render=self.templates.render,
            report=lambda diagnostic: diagnostics.extend(self.places.locate([diagnostic])),
            options=self.request.options,
            hosting=hosting,
            versions=(program_digest(), self.game.theme.language, *lines, *letters, *words),
            named=self.places.describe_tag,
        )

    def facts(self, papers: Sequence[str]) -> Facts:
        """Return the facts about the game and its files on these papers, for texts about it."""
        from cardgen.products.facts import facts_of

        request = self.product_request([]).with_options(papers=tuple(papers))
        return facts_of(request, self.make_content, self.library)

    def make_content(self, artifact: Artifact) -> PdfDocument | bytes:
        """Make the content of a file: its pages as Frames, or bytes."""
        return artifact.make(self.tools())

    def data(self, artifact: Artifact) -> bytes:
        """Make the bytes of a file."""
        return artifact.data(self.tools(), self.pdf)

    def tools(self) -> Tools:
        """Return the tools that make the content of files."""
        outlines = self.request.options.outlines
        return tools_of(self.library, self.work.drawings, self.strips, outlines)

    def pdf(self, document: PdfDocument) -> bytes:
        """Write a PDF, with unchanged pages from the last build."""
        library, drawings = self.library, self.work.drawings
        if document.press is not None or not self._keeps_pages:
            return pdf_bytes(document, library, drawings)
        from cardgen.backend.pdf import write_pdf

        pages, info = document.pages, document.info
        with self.parts(f"{document.name}.pages") as stored_pages:
            return write_pdf(pages, info, library, drawings, stored_pages, forms=self.forms)

    def strips(self, name: str) -> AbstractContextManager[KeptStrips]:
        """Open the stored strips of a picture."""
        return self.parts(f"{name}.strips")

    def parts(self, name: str) -> AbstractContextManager[MutableMapping[str, tuple[Any, ...]]]:
        """Open the stored parts of a file; empty if the digest of the game's inputs is unknown."""
        if not self.inputs:
            return nullcontext({})
        database = database_of(self.request.folder, self.folder)
        return part_store(database, name, fresh=self.request.force)


class GameUnits:
    """The units of work of one game for processes that share no memory with this one."""

    def __init__(self, build: GameBuild) -> None:
        self._build = build
        self._ref: GameRef | None = None
        self._frames = ""
        """The name of the parcel with all Frames and drawings."""

    @cached_property
    def inputs_but_rows(self) -> str:
        """The digest of the game's inputs without the table rows of series."""
        build = self._build
        root, id, locale = build.root, build.game.id, build.request.locale
        forget_shared_folders()
        if build.inputs and inputs_digest(root, id, BUNDLED, locale=locale) != build.inputs:
            # A file has changed since the game was read: no later build may use these results.
            return f"{build.inputs}, changed meanwhile"
        return inputs_digest(root, id, BUNDLED, tuple(heads_of(build.game)), locale)

    def _ref_for(self, pool: Pool) -> GameRef:
        """Return a reference to the game; a pool that does not see this disk gets its files."""
        if self._ref is None:
            build = self._build
            request, id, tables = build.request, build.game.id, heads_of(build.game)
            files = ""
            if not pool.sees_disk:
                files = pool.ship(pack_files(request.root, id, tables, request.locale))
            output, root = request.folder.absolute(), request.root.absolute()
            request = replace(request, output=output, root=root)
            self._ref = GameRef(request, id, self.inputs_but_rows, tuple(tables), files)
        return self._ref

    def unit(self, pool: Pool, function: Callable[..., Any], *arguments: Any) -> WorkUnit:
        """Return the unit that calls a function with this game and other arguments."""
        ref = self._ref_for(pool)
        return WorkUnit(_with_game, (ref, function, arguments), ref.needs)

    def sides(self, drawn: bool) -> Remote[SideSpec, SideResult]:
        """Return the units of work that lay out sides in other processes."""

        def unit(specs: Sequence[SideSpec], pool: Pool) -> WorkUnit:
            ids = tuple(spec.id for spec in specs)
            return self.unit(pool, _lay_out, ids, drawn, dict(self._build.work.ladders))

        return Remote(unit)

    def file(self, artifact: Artifact, pool: Pool) -> WorkUnit:
        """Return the unit that makes a file from the Frames of this build."""
        build = self._build
        if not self._frames:
            self._frames = pool.ship(pickle.dumps(build.work.results_to_send(build.side_results)))
        ref = self._ref_for(pool)
        arguments = (ref, self._frames, artifact.path, artifact.key, build.draft)
        return WorkUnit(_make_file, arguments, (*ref.needs, self._frames))


class _OpenGame(Struct):
    """A game that a worker process has read, and its files, planned from a parcel."""

    build: GameBuild
    frames: str = ""
    artifacts: dict[str, Artifact] = {}


_open_games: dict[GameRef, _OpenGame] = {}
"""The games that this worker process has read; a new game replaces the oldest one."""


def _open_game(ref: GameRef, parcels: Mapping[str, bytes]) -> _OpenGame:
    """Read a game, or return what this process has read before."""
    if ref not in _open_games:
        request = ref.open_request(parcels)
        loaded = read_games(request, (ref.game,))
        if not loaded.games:
            raise ProjectChangedError
        while len(_open_games) >= _OPEN_GAMES:
            del _open_games[next(iter(_open_games))]
        inputs = "" if ref.files else ref.inputs  # only a process that sees the disk stores pages
        _open_games[ref] = _OpenGame(GameBuild(request, loaded.games[0], inputs, keeps=False))
    return _open_games[ref]


def _with_game(
    ref: GameRef,
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    parcels: Mapping[str, bytes],
) -> Any:
    return function(_open_game(ref, parcels).build, *arguments)


def _lay_out(
    build: GameBuild, ids: Sequence[str], drawn: bool, ladders: Ladders
) -> list[SideResult]:
    return build.work.lay_out_again(ids, drawn, ladders)


def _make_file(
    ref: GameRef, frames: str, path: str, key: str, draft: bool, parcels: Mapping[str, bytes]
) -> list[bytes | tuple[Diagnostic, ...]]:
    """Return a list of the bytes of one file, or of its diagnostics if it cannot be made."""
    game = _open_game(ref, parcels)
    build = game.build
    build.draft = draft
    if game.frames != frames:
        results, drawings, pages = pickle.loads(parcels[frames])
        build.work.take_results(results, drawings, pages)
        build.replace_results(results)
        game.frames, game.artifacts = frames, {item.path: item for item in build.plan([])}
    artifact = game.artifacts.get(path)
    if artifact is None or artifact.key != key:
        raise ProjectChangedError
    try:
        return [build.data(artifact)]
    except CardgenError as error:
        return [tuple(error.diagnostics)]


def _without_follow_up_errors(result: SideResult, faulty: Faulty) -> SideResult:
    """Drop the diagnostics of a side if its card's data have errors: they cause the others."""
    if faulty and result.id.design in faulty:
        return replace(result, diagnostics=(), keep=False)
    return result
