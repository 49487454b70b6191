"""The sides of one game as Frames: template, layout, proofs, and what is known already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path

from cardgen.assets.library import Library
from cardgen.backend.drawing import Drawing, draw
from cardgen.build.cache import Drawings, Store
from cardgen.build.workers import spread
from cardgen.core.diagnostics import Diagnostic, Diagnostics, Location, Severity
from cardgen.core.errors import CardgenError
from cardgen.core.registry import load_modules
from cardgen.frame import Frame
from cardgen.layout.engine import Layout
from cardgen.model.flowing import FlowSpec
from cardgen.model.game import Game
from cardgen.model.sides import SideSpec
from cardgen.proof.runner import proof
from cardgen.source.files import BUNDLED
from cardgen.template.element import Element
from cardgen.template.environment import SHARED, Templates

LEAST_SHARE = 60  # sides: fewer are not worth another process


@dataclass(frozen=True, slots=True)
class SideResult:
    """One side, finished or broken (then ``frame`` is None and a diagnostic says why).

    ``drawings`` holds the operators of the Frame and of those inside it, by fingerprint, as far
    as no earlier result of the same process does.
    """

    id: str
    frame: Frame | None
    drawings: Mapping[str, Drawing]
    diagnostics: tuple[Diagnostic, ...]
    keep: bool = False
    """Whether the next build may take it as it is."""


def library_of(root: Path, game: str) -> Library:
    """Return the assets that a game may use, its own first."""
    return Library(
        root,
        fonts=_folders(root / "fonts", BUNDLED / "fonts"),
        icons=_folders(
            root / "card_data" / game / "icons",
            root / "templates/shared/icons",
            BUNDLED / "templates/shared/icons",
        ),
        images=_folders(root / "card_data" / game),
    )


def templates_of(root: Path, game: str) -> Templates:
    """Return the templates that a game may use, its own first."""
    own = root / "templates"
    bundled = BUNDLED / "templates"
    return Templates(root, _folders(own / game, own / SHARED, bundled / SHARED))


def _folders(*folders: Path) -> tuple[Path, ...]:
    return tuple(dict.fromkeys(folder for folder in folders if folder.is_dir()))


def _get_ready() -> None:
    """Import what comes next, while other processes are still at work."""
    import_module("cardgen.backend.pdf")
    load_modules("cardgen.products")


class Session:
    """Lays out the sides of one game."""

    def __init__(
        self, root: Path, game: Game, specs: Iterable[SideSpec], store: Store | None = None
    ) -> None:
        self.game = game
        self.library = library_of(root, game.id)
        self.specs: dict[str, SideSpec] = {spec.id: spec for spec in specs}
        self.drawings = Drawings(store)
        self._store = store
        self._templates = templates_of(root, game.id)
        self._layout = Layout(game.theme, self.library, self._picture, self._templates.narrow)
        self._frames: dict[str, Frame | None] = {}
        self._open: set[str] = set()
        self._drawn: set[str] = set()
        self._borrowed = False

    def results(
        self, jobs: int, progress: Callable[[int], None], drawn: bool = True
    ) -> list[SideResult]:
        """Lay out every side; ``drawn`` asks for the operators too.

        ``progress`` is told how many of those that are new are done.
        """

        def work(spec: SideSpec) -> SideResult:
            return self.side(spec, drawn)

        results = {spec.id: self._known(spec) for spec in self.specs.values()}
        specs = tuple(self.specs[id] for id, result in results.items() if result is None)
        if len(specs) > LEAST_SHARE:
            # What the first sides teach (templates, fonts, icons) every process then knows.
            first = {spec.template: spec for spec in reversed(specs)}
            for spec in first.values():
                self.side(spec, drawn=False)
        for result in spread(work, specs, jobs, LEAST_SHARE, progress, _get_ready):
            results[result.id] = result
            self.drawings.update(result.drawings)
        return [result for result in results.values() if result is not None]

    def _known(self, spec: SideSpec) -> SideResult | None:
        frame = self._store.side(spec.key) if self._store is not None else None
        return None if frame is None else SideResult(spec.id, frame, {}, (), keep=True)

    def save(self, results: Iterable[SideResult]) -> None:
        """Keep the finished sides for the next build."""
        if self._store is not None:
            kept = [(self.specs[r.id].key, r.frame) for r in results if r.keep and r.frame]
            self._store.save(kept, self.drawings)

    def side(self, spec: SideSpec, drawn: bool) -> SideResult:
        """Lay out one side; faults of the project become diagnostics."""
        found = Diagnostics()
        frame = None
        self._open.add(spec.id)
        self._borrowed = False
        try:
            element = self._templates.element(spec.template, spec.context, self._asked(spec))
            laid = self._layout.side(element, spec.size, spec.bleed)
            found.extend(laid.diagnostics)
            if not found.has_errors:  # a proof of what lacks something says nothing
                found.extend(_at(element, item) for item in proof(laid.frame, spec.safe))
            if not found.has_errors:
                frame = laid.frame
        except CardgenError as error:
            found.add(*error.diagnostics)
        finally:
            self._open.discard(spec.id)
        self._frames[spec.id] = frame
        note = _note(spec)
        noted = tuple(item.with_note(note) for item in found)
        drawings: dict[str, Drawing] = {}
        if drawn and frame is not None:
            self._draw(frame, drawings)
        keep = not noted and not self._borrowed
        return SideResult(spec.id, frame, drawings, noted, keep)

    def pages(self, spec: FlowSpec, known: Iterable[SideResult], drawn: bool) -> list[SideResult]:
        """Lay out a text over pages; ``known`` are the sides that it may picture.

        What is wrong with it comes with the first page, a blank one if there is no other.
        """
        for result in known:
            self._frames.setdefault(result.id, result.frame)
        found = Diagnostics()
        frames: tuple[Frame, ...] = ()
        try:
            laid = self._layout.pages(spec, self._templates.element)
            frames = laid.frames
            found.extend(laid.diagnostics)
            if not found.has_errors:
                for frame in frames:
                    found.extend(
                        replace(item, at=item.at or spec.at) for item in proof(frame, spec.safe)
                    )
        except CardgenError as error:
            found.add(*error.diagnostics)
        frames = frames or (Frame(spec.size, (), spec.bleed),)
        note = f"while laying out `{spec.component}` ({spec.at})"
        noted = tuple(item.with_note(note) for item in dict.fromkeys(found))
        results: list[SideResult] = []
        for side, page in zip(spec.sides(len(frames)), frames, strict=True):
            if drawn:
                self._draw(page, self.drawings)
            results.append(SideResult(side.face.id, page, {}, () if results else noted))
        return results

    def _asked(self, spec: SideSpec) -> Location:
        """Return the place that names the template of a side."""
        places = self.game.places
        if not spec.card:
            key = "back" if spec.side == "back" else "template"
            return places.get(f"components.{spec.component}.{key}", spec.at)
        card_type = self.game.card_types[spec.context["card"]["type"]]
        key = "template" if spec.side == "face" else "back"
        return places.get(f"card_types.{card_type.id}.{key}") or card_type.at or spec.at

    def _picture(self, id: str) -> Frame | None:
        """Return another side for a ``<card>`` element."""
        self._borrowed = True
        if id in self._open:
            raise RecursionError
        if id not in self._frames:
            spec = next((s for name in _names(id) if (s := self.specs.get(name))), None)
            if spec is None:
                raise LookupError(*(known.rpartition("/")[0] for known in self.specs))
            if spec.id not in self._frames:
                self.side(spec, drawn=False)
                self._borrowed = True
            return self._frames[spec.id]
        return self._frames[id]

    def _draw(self, frame: Frame, drawings: dict[str, Drawing]) -> None:
        """Write a Frame as operators, and what is inside it; nothing twice."""
        if frame.fingerprint not in self._drawn:
            self._drawn.add(frame.fingerprint)
            drawings[frame.fingerprint] = draw(frame)
            for child in frame.children:
                self._draw(child, drawings)


def _names(id: str) -> tuple[str, ...]:
    """Say under which ids a pictured side may be: ``deck/card/back`` may be the deck's back.

    What has no back, as a board, is meant with its face.
    """
    component, _, rest = id.partition("/")
    return (id, f"{component}/back", f"{component}/face") if rest.endswith("back") else (id,)


def _at(element: Element, found: Diagnostic) -> Diagnostic:
    """Give a finding about the side as a whole the place of its outermost tag."""
    return found if found.at else replace(found, at=element.location)


def _note(spec: SideSpec) -> str:
    if not spec.card:
        what = "the back of deck " if spec.id == f"{spec.component}/back" else ""
        return f"while laying out {what}`{spec.component if what else spec.id}` ({spec.at})"
    return f"while laying out card `{spec.card}`, {spec.side} ({spec.at})"


def merge(results: Sequence[SideResult]) -> list[Diagnostic]:
    """Report a fault of a template once, not once a card."""
    merged: dict[tuple[object, ...], Diagnostic] = {}
    more: dict[tuple[object, ...], int] = {}
    for result in results:
        here = set()
        for found in result.diagnostics:
            key = (found.severity, found.code, found.at, found.message)
            if key in merged and key not in here:
                more[key] = more.get(key, 0) + 1
            if key not in merged or found.rank < merged[key].rank:
                merged[key] = found
            here.add(key)
    for repeated, count in more.items():
        plural = "s" if count > 1 else ""
        merged[repeated] = merged[repeated].with_note(f"and on {count} more side{plural}")
    return list(merged.values())


def has_errors(results: Iterable[SideResult]) -> bool:
    """Whether any side is broken."""
    return any(
        found.severity is Severity.ERROR for result in results for found in result.diagnostics
    )
