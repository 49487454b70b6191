"""All sides and texts of one game, shared out among processes, kept for the next build."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module

from cardgen.backend.drawing import Drawing
from cardgen.core.registry import load_modules
from cardgen.layout.text.groups import GroupNeed, Ladders, ladders_of
from cardgen.model.sides import SideSpec
from cardgen.pipeline.cache import Finished
from cardgen.pipeline.executors.pool import ProjectChangedError
from cardgen.pipeline.executors.workers import Remote, Workers
from cardgen.pipeline.results import SideResult
from cardgen.pipeline.texts import TextSession

_SIDES_A_UNIT = 60
_MANY = 1000
"""So many sides that their items together take up more room than they may save time."""


def _get_ready() -> None:
    """Import what comes next, while other processes are still at work."""
    import_module("cardgen.backend.pdf")
    load_modules("cardgen.products")


class Session(TextSession):
    """Lays out all that a game has, or takes it from the last build."""

    def results(
        self,
        workers: Workers,
        progress: Callable[[int], None],
        drawn: bool = True,
        components: Iterable[str] | None = None,
        remote: Remote[SideSpec, SideResult] | None = None,
    ) -> list[SideResult]:
        """Lay out the sides of some components, or of all; ``drawn`` asks for the operators too.

        ``progress`` is told how many of those that are new are done. ``remote`` lays out sides in
        processes that share no memory with this one.
        """
        results: dict[str, SideResult] = {}
        wanted = self.ids(components)
        done = 0

        def lay_out(ids: Iterable[str], drawn: bool) -> None:
            nonlocal done
            specs = [self.specs[id] for id in ids]
            for result in self._laid_out(
                specs, workers, lambda n: progress(done + n), drawn, remote
            ):
                results[result.id] = result
            done += len(specs)

        def settle(ids: Iterable[str], drawn: bool) -> None:
            """Take sides from the last build where nothing has changed; lay out the others."""
            known = {id: self._known(id) for id in ids}
            # Whether a side that pictures others is current shows only when these are settled.
            picturing = {id for id, noted in known.items() if noted is not None and noted.sides()}
            plain = [id for id in known if id not in picturing]
            for some in (plain, [id for id in known if id in picturing]):
                for id in some:
                    if recalled := self.recalled(self.specs[id]):
                        results[id] = recalled
                lay_out([id for id in some if id not in results], drawn)

        settle(wanted, drawn)
        needs = _needs(results)
        if any(GroupNeed.parse(name).is_of_game for name in needs):
            settle([id for id in self.ids() if id not in results], False)
            needs = _needs(results)
        if needs or self.ladders:
            self._set_alike(needs, results, partial(lay_out, drawn=drawn))
        self._leave_out(self.sides if components is None else components, results.values())
        return [results[id] for id in wanted]

    def _set_alike(
        self,
        needs: Iterable[str],
        results: Mapping[str, SideResult],
        lay_out: Callable[[Iterable[str]], None],
    ) -> None:
        """Lay out again what has texts of a group at another size than the whole group has.

        What a text needs does not depend on others, so that once is enough; sides that picture
        these follow.
        """
        ladders = ladders_of(needs)
        if ladders == self.ladders:
            return
        self.take_ladders(ladders)
        while redo := [id for id, result in results.items() if self._is_stale(result)]:
            for id in redo:
                self.forget(id)
            lay_out(redo)

    def _is_stale(self, result: SideResult) -> bool:
        """Whether the size of a text, or a side that is pictured, has changed since."""
        noted = result.dependencies
        if not noted.needs() and not noted.sides():
            return False
        changed = self.values.changed(self.specs[result.id], noted)
        if changed is not None and self._known(result.id) is not None:
            self.reasons.setdefault(result.id, changed)
        return changed is not None

    def _laid_out(
        self,
        specs: Sequence[SideSpec],
        workers: Workers,
        progress: Callable[[int], None],
        drawn: bool,
        remote: Remote[SideSpec, SideResult] | None,
    ) -> list[SideResult]:
        """Lay out sides, by several processes if there are many."""

        def work(spec: SideSpec) -> SideResult:
            result = self.side(spec, drawn)
            if result.frame is not None and len(specs) > _MANY:
                result.frame.let_go_of_items()
            return result

        # What the first sides teach (templates, fonts, icons) every process then knows.
        first = {spec.template: spec for spec in reversed(specs)}
        rest = [spec for spec in specs if first[spec.template] is not spec]
        results = [work(spec) for spec in first.values()]
        alone = len(results)
        results += workers.map(
            work, rest, remote, lambda done: progress(alone + done), _SIDES_A_UNIT, _get_ready
        )
        for result in results:
            self._frames[result.id] = result.frame
            self.drawings.update(result.drawings)
        return results

    def lay_out_again(self, ids: Sequence[str], drawn: bool, ladders: Ladders) -> list[SideResult]:
        """Lay out sides by their ids, with all drawings that they need, whatever was done before.

        ``ladders`` are the sizes of texts that are set alike.

        Raises ProjectChangedError for an id that the game does not have.
        """
        if not self.specs.keys() >= set(ids):
            raise ProjectChangedError
        if ladders != self.ladders:
            self.take_ladders(ladders)
            self._frames.clear()
            self._circular.clear()
        self._drawn.clear()
        return [self.side(self.specs[id], drawn) for id in ids]

    def finished(
        self, results: Iterable[SideResult]
    ) -> tuple[list[SideResult], dict[str, Drawing], dict[str, int]]:
        """Return what another process needs to plan and make files, for `adopt`.

        These are the Frames, their drawings, and how many pages each text has.
        """
        plain = [
            SideResult(
                r.id,
                r.frame,
                {},
                r.diagnostics,
                settings=tuple(s for s in r.settings if s.continues),
            )
            for r in results
        ]
        frames = [r.frame for r in plain if r.frame is not None]
        shown = {one.fingerprint: one for frame in frames for one in (frame, *frame.descendants())}
        drawings = {}
        for name in shown:
            with suppress(KeyError):  # it is drawn where it is needed
                drawings[name] = self.drawings[name]
        return plain, drawings, {id: len(self.sides[id]) for id in self._flows}

    def adopt(
        self,
        results: Iterable[SideResult],
        drawings: Mapping[str, Drawing],
        pages: Mapping[str, int],
    ) -> None:
        """Take over what was laid out elsewhere."""
        self.take({result.id: result.frame for result in results})
        self.drawings.update(drawings)
        self._leave_out(self.sides, results)
        for id, number in pages.items():
            flow = self.game.components[id].flow(self.game)
            assert flow is not None
            self.sides[id] = flow.sides(number)

    def save(self, results: Iterable[SideResult], whole: bool = True) -> None:
        """Keep the finished work for the next build; ``whole`` if it is all there is."""
        if self._store is not None:
            finished = [*finished_sides(results, self.specs), *self.finished_texts()]
            self._store.save(finished, self.drawings, self.templates.kept, whole)


def finished_sides(results: Iterable[SideResult], specs: Mapping[str, SideSpec]) -> list[Finished]:
    """Return of some sides those that are worth keeping: nothing was found wrong with them."""
    return [
        Finished(r.id, (r.frame,), r.dependencies, specs[r.id].limits, settings=r.settings)
        for r in results
        if r.keep and r.frame and r.id in specs
    ]


def _needs(results: Mapping[str, SideResult]) -> set[str]:
    """Return the names by which sides have read sizes of texts that are set alike."""
    return {name for result in results.values() for name in result.dependencies.needs()}
