"""Makes the volumes of series: decks with too many cards for memory.

A volume is a unit of work: one process reads its rows, lays out and imposes the cards, writes the
PDF, and frees the memory. Finished files are entered into the ledger at once, so that the next
build continues after an interrupted one.
"""

import gc
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import CardgenError, Diagnostic, Severity, SourceError
from cardgen.core.fingerprint import digest
from cardgen.model.components.deck import Deck, deck_sides, decks_of
from cardgen.model.series import Series, Volume
from cardgen.pipeline import problems
from cardgen.pipeline.executors.units import Remote
from cardgen.pipeline.game_build import GameBuild
from cardgen.pipeline.manifest import ArtifactEntry
from cardgen.pipeline.output_files import OutputFiles
from cardgen.pipeline.results import has_errors, merge
from cardgen.products.artifact import pdf_bytes
from cardgen.products.options import Variant
from cardgen.products.series import (
    KIND,
    VolumeFile,
    manifest,
    manifest_path,
    volume_path,
    volume_sheets,
)

_FINDINGS = 200
"""The number of diagnostics of a series to keep; after an error, no volume begins beyond it."""
_CHECKED_CARDS = 100  # cards that `check` lays out


class VolumeOrder(Struct, frozen=True):
    """A volume to make: its deck, the number of cards and volumes in all, and the papers."""

    deck: str
    volume: Volume
    cards: int
    volumes: int
    papers: tuple[str, ...]


class VolumeResult(Struct, frozen=True):
    """The PDFs of a volume by paper, none if it has errors, and all diagnostics."""

    files: tuple[tuple[str, bytes], ...]
    diagnostics: tuple[Diagnostic, ...]


def make_volume(build: GameBuild, order: VolumeOrder, draw: bool = True) -> VolumeResult:
    """Read, lay out and impose one volume, and return its PDFs; ``draw=False`` only checks it."""
    deck, game_work = build.game.components[order.deck], build.work
    assert isinstance(deck, Deck)
    assert deck.series is not None
    cards, data_errors = deck.series.cards(order.volume)
    # Errors in the data come first, as for other decks.
    if any(diagnostic.severity is Severity.ERROR for diagnostic in data_errors):
        return VolumeResult((), tuple(data_errors))
    sides = deck_sides(replace(deck, cards=cards), build.game, order.volume.first, order.cards)
    sides = [design for design in sides if not design.further]  # no text continues in a series
    specs = {spec.id: spec for design in sides for spec in design.specs}
    results = [game_work.side(spec, draw) for spec in specs.values()]
    diagnostics = [*data_errors, *merge(results, build.places, build.game.print)]
    pdf = partial(pdf_bytes, library=game_work.library, drawings=game_work.drawings)
    try:
        if has_errors(results):
            return VolumeResult((), tuple(diagnostics))
        for result in results:
            game_work.drawings.update(result.drawings)
        request = build.product_request(diagnostics, results).with_options(papers=order.papers)
        request = replace(request, sides={deck.id: sides})
        planned = volume_sheets(request, deck, order.volume.number, order.volumes)
        tools = build.tools()
        files = [(sheet.variant.paper, sheet.data(tools, pdf)) for sheet in planned if draw]
        return VolumeResult(tuple(files), tuple(diagnostics))
    except CardgenError as error:
        return VolumeResult((), (*diagnostics, *error.diagnostics))
    finally:
        game_work.forget_sides(specs)
        gc.collect()  # automatic collection is paused


def _volumes(build: GameBuild, orders: Sequence[VolumeOrder]) -> list[VolumeResult]:
    return [make_volume(build, order) for order in orders]


class SeriesBuild(Struct):
    """The build of all series of one game, with its diagnostics."""

    build: GameBuild
    files: OutputFiles
    report_progress: Callable[[float], None]
    _findings: dict[tuple[object, ...], Diagnostic] = {}
    """The first diagnostics, by severity, code, location and message."""
    has_failed: bool = False
    _unlisted_count: int = 0

    def make(self) -> None:
        """Make the new volumes of every deck that is a series."""
        try:
            for deck in decks_of(self.build.game):
                if deck.series is not None:
                    self._make_deck(deck, deck.series)
        except SourceError as error:
            self._add_diagnostics(error.diagnostics)

    def diagnostics(self) -> list[Diagnostic]:
        """Return the first diagnostics, and a warning with the number of the others."""
        count = self._unlisted_count
        return [*self._findings.values(), *([problems.more_findings(None, count)] if count else ())]

    def _make_deck(self, deck: Deck, series: Series) -> None:
        options, units = self.build.request.options, self.build.units
        cards = series.total()
        volumes = -(-cards // series.volume)
        papers = tuple(options.papers or self.build.game.print.papers)
        # The key of a volume consists of these values and of the digest of its rows.
        settings = (units.inputs_but_rows, options.duplex, options.orientation)
        common = (KIND, *settings, deck.id, cards, volumes)
        spans: dict[str, tuple[int, int]] = {}
        # The ledger must have all paths before the first file is written.
        paths = ((n, paper) for n in range(1, volumes + 1) for paper in papers)
        self.files.ledger.announce(
            ArtifactEntry(
                volume_path(deck.id, number, volumes, paper),
                KIND,
                variant=Variant(deck.id, paper=paper),
            )
            for number, paper in paths
        )

        def orders() -> Iterator[tuple[VolumeOrder, dict[str, str]]]:
            for volume in series.volumes():
                keys = {}
                for paper in papers:
                    path = volume_path(deck.id, volume.number, volumes, paper)
                    key = digest((*common, volume.key, paper))
                    spans[path] = (volume.first, volume.first + volume.count - 1)
                    if not self.files.take(path, key):
                        keys[paper] = key
                yield VolumeOrder(deck.id, volume, cards, volumes, tuple(keys)), keys
                if self.has_failed and len(self._findings) >= _FINDINGS:
                    return

        due = ((order, keys) for order, keys in orders() if keys)
        results = self.build.workers.stream(
            lambda item: make_volume(self.build, item[0]),
            due,
            Remote(lambda items, pool: units.unit(pool, _volumes, [order for order, _ in items])),
        )
        for (order, keys), result in results:
            self._write_volume(order, keys, result, volumes)
            self.report_progress(order.volume.number / volumes)
        if self.has_failed:
            return
        # List all volumes in a manifest, with their cards and digests.
        entries = self.files.entries
        listed = [
            VolumeFile(path, *span, entries[path].sha256)
            for path, span in spans.items()
            if path in entries
        ]
        content = manifest(deck, cards, listed)
        entry = ArtifactEntry(manifest_path(deck.id), KIND, digest(content))
        self.files.put(replace(entry, variant=Variant(deck.id)), content)

    def _write_volume(
        self, order: VolumeOrder, keys: dict[str, str], result: VolumeResult, volumes: int
    ) -> None:
        self._add_diagnostics(result.diagnostics)
        for paper, content in result.files:
            path = volume_path(order.deck, order.volume.number, volumes, paper)
            # A volume with warnings gets no key: the next build makes it again, with its warnings.
            key = "" if result.diagnostics else keys[paper]
            variant = Variant(order.deck, paper=paper)
            entry = self.files.put(ArtifactEntry(path, KIND, key, variant=variant), content)
            self.files.ledger.add([entry])  # at once, because the build may be interrupted

    def _add_diagnostics(self, diagnostics: Sequence[Diagnostic]) -> None:
        for diagnostic in diagnostics:
            self.has_failed |= diagnostic.severity is Severity.ERROR
            # An error of a template has one location: it is one diagnostic for all cards.
            name = (diagnostic.severity, diagnostic.code, diagnostic.location, diagnostic.message)
            if name in self._findings:
                continue
            if len(self._findings) < _FINDINGS:
                self._findings[name] = replace(diagnostic, side_ids=diagnostic.side_ids[:1])
            else:
                self._unlisted_count += 1


def check_series(build: GameBuild) -> list[Diagnostic]:
    """Lay out the first cards of each series, and return the diagnostics."""
    diagnostics: list[Diagnostic] = []
    for deck in decks_of(build.game):
        series = deck.series
        if series is None:
            continue
        first = replace(series, volume=_CHECKED_CARDS)
        papers = tuple(build.request.options.papers or build.game.print.papers)
        try:
            volume = next(first.volumes(), None)
            if volume is not None:
                cards = series.total()
                order = VolumeOrder(deck.id, volume, cards, -(-cards // series.volume), papers)
                diagnostics += make_volume(build, order, draw=False).diagnostics
        except SourceError as error:
            diagnostics += error.diagnostics
    return diagnostics
