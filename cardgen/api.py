"""The engine as features and commands see it: open a game, lay it out, make files of it.

    with open_game(BuildRequest(root), "minecart") as opened:
        laid = opened.lay_out()
        for artifact in plan(laid.request(warnings), ("sheets",)):
            content = laid.data(artifact)

Nothing is written by this. What earlier builds have kept is used, and left as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property, partial
from types import MappingProxyType

from cardgen.core.diagnostics import Diagnostic, ModelError
from cardgen.core.side_id import SideId
from cardgen.frame import Frame
from cardgen.model.components.deck import cut_smaller
from cardgen.model.flowing import FlowSpec
from cardgen.model.game import Game
from cardgen.model.load import Faulty, load_project
from cardgen.model.locale.catalogue import in_language
from cardgen.model.sides import SideSpec
from cardgen.pipeline.dependencies import Dependencies
from cardgen.pipeline.draft_build import drafted
from cardgen.pipeline.executors.workers import Workers, workers_for
from cardgen.pipeline.game_build import GameBuild
from cardgen.pipeline.inputs import inputs_digest
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.request import BuildRequest, Progress
from cardgen.pipeline.results import SideResult, has_errors, merge
from cardgen.products.artifact import Artifact, PdfDocument, pdf_bytes
from cardgen.products.options import PrintOptions
from cardgen.products.request import ProductRequest
from cardgen.source.files import BUNDLED

__all__ = ["BuildRequest", "LaidGame", "OpenGame", "PrintOptions", "Progress", "open_game"]


class LaidGame:
    """A game, or some components of it, with all sides and texts laid out.

    ``found`` is what laying out has reported. ``library`` has the fonts, icons and pictures that
    the game may use, ``places`` knows where the tags of its templates are, and ``sides`` are the
    designs of each component, of a text its pages. ``workers`` are the processes for the work.
    """

    def __init__(
        self, build: GameBuild, results: Sequence[SideResult], found: Iterable[Diagnostic]
    ) -> None:
        self._build = build
        self._results = results
        self.game = build.game
        self.found = tuple(found)
        self.root = build.request.root
        self.library = build.session.library
        self.templates = build.session.templates
        self.places = build.places
        self.sides = build.session.sides
        self.workers = build.workers

    @cached_property
    def frames(self) -> Mapping[SideId, Frame]:
        """The Frames of all sides and pages that are not broken, by their ids."""
        return {one.id: one.frame for one in self._results if one.frame is not None}

    @cached_property
    def broken(self) -> frozenset[str]:
        """The components that have errors."""
        return frozenset(one.id.component for one in self._results if has_errors([one]))

    @property
    def is_whole(self) -> bool:
        """Whether everything could be read and laid out."""
        return not self.broken and not self._build.faulty

    def as_draft(self) -> LaidGame:
        """Return the same game as a draft, whose broken sides are marked."""
        return LaidGame(self._build, drafted(self._build, self._results), self.found)

    def reads(self) -> Iterator[tuple[SideSpec | FlowSpec, Dependencies]]:
        """Yield all that was laid out, sides and texts, with what it has read."""
        return self._build.session.work(self._results)

    def request(self, warnings: list[Diagnostic]) -> ProductRequest:
        """Return what products are planned from, with blanks in place of what is broken.

        Planning adds to ``warnings``.
        """
        return self._build.product_request(self._build.whole(self._results), warnings)

    def made(self, artifact: Artifact) -> PdfDocument | bytes:
        """Make what a file holds: its pages as Frames, or bytes."""
        return artifact.make(self._build.tools())

    def data(self, artifact: Artifact) -> bytes:
        """Make a file; what builds have kept of it is neither used nor changed."""
        session = self._build.session
        pdf = partial(pdf_bytes, library=session.library, drawings=session.drawings)
        return artifact.data(self._build.tools(), pdf)


class OpenGame(AbstractContextManager["OpenGame"]):
    """A game that has been read; ``found`` is what that has reported."""

    def __init__(
        self,
        request: BuildRequest,
        game: Game,
        workers: Workers,
        found: Sequence[Diagnostic] = (),
        faulty: Faulty = MappingProxyType({}),
    ) -> None:
        self.game = game
        self.root = request.root
        self.found = found
        self._request = request
        self._workers = workers
        self._faulty = faulty

    def __exit__(self, *_: object) -> None:
        self._workers.close()

    def with_game(self, game: Game) -> OpenGame:
        """Return another game, to be laid out as this one is; it is closed with this one."""
        return OpenGame(self._request, game, self._workers)

    def lay_out(
        self,
        components: Sequence[str] | None = None,
        drawn: bool = False,
        tell: Callable[[float], None] = lambda share: None,
    ) -> LaidGame:
        """Lay out some components, by default those whose sides the products of the request show.

        Operators are ``drawn`` too if files of all sides are to be made. ``tell`` hears how far
        it is, 0 to 1.
        """
        asked = self._request
        inputs = inputs_digest(asked.root, self.game.id, BUNDLED, locale=asked.locale)
        build = GameBuild(
            self._request,
            self.game,
            inputs,
            tell,
            self._workers,
            faulty=self._faulty,
            components=components,
        )
        results = build.lay_out(drawn)
        return LaidGame(build, results, merge(results, build.places))


def open_game(request: BuildRequest, game: str, jobs: int | None = 1) -> OpenGame:
    """Read a game, to be laid out by so many processes, None for one a processor.

    Raises ModelError with everything that is wrong if it cannot be read.
    """
    language = in_language(request.locale)
    loaded = load_project(request.root, (game,), drafts=request.draft, translated=language)
    if not loaded.games:
        raise ModelError(*loaded.diagnostics)
    workers = workers_for("", jobs, request.folder / CACHE)
    found = tuple(loaded.diagnostics)
    (read,) = loaded.games
    if request.options.inset is not None:
        read = cut_smaller(read, request.options.inset)
    return OpenGame(request, read, workers, found, loaded.faulty.get(game, {}))
