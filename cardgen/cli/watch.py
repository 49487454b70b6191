"""``cardgen build --watch``: build after every save, and report each build in a few lines."""

from __future__ import annotations

import gc
from collections.abc import Iterable
from pathlib import PurePosixPath
from threading import Event
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from cardgen.cli.options import Settings
from cardgen.cli.report import FINE, Report, plural, redrawn
from cardgen.cli.terminal import clean

if TYPE_CHECKING:
    from cardgen.pipeline.build import BuildReport, BuildRequest, GameReport


def watch_and_build(settings: Settings, request: BuildRequest) -> int:
    """Build now and after every save, until interrupted.

    A game with errors keeps the files of its last good build until a save mends it.
    """
    from cardgen.pipeline.build import build
    from cardgen.pipeline.watching import FOLDERS, saves

    folders = ", ".join(f"{name}/" for name in FOLDERS)
    for number, names in enumerate(saves(settings.root, Event())):
        report = Report(settings)
        if names:
            report.say(click.style(f"{clean(_named(names))} saved", bold=True))
        # A build exempts what it made from garbage collection to the end of the process.
        gc.unfreeze()
        gc.collect()
        done = build(request)
        for line in _lines(done, settings.verbose):
            report.result(line)
        ending = f" ({done.seconds:.2f} s)"
        report.finish(done.diagnostics, strict=request.strict, ending=ending)
        if number == 0:
            request = replace(request, force=False)
            report.say(f"watching {folders}; Ctrl-C ends it")
    return FINE


def _named(names: Iterable[str]) -> str:
    first, *more = sorted(names)
    return first + (f" and {plural(len(more), 'more file')}" if more else "")


def _lines(done: BuildReport, verbose: bool) -> list[str]:
    """Return what was made, one line for each product of a game, and if asked for, why."""
    lines = []
    for game in done.games:
        title = clean(game.title)
        if game.status == "failed":
            failed = click.style("failed", fg="red", bold=True)
            lines.append(f"{title}: {failed}, its files stay as they were")
        lines += [f"{title} · {why}" for why in redrawn(game) if verbose]
        lines += [f"{title} · {product}: {files}" for product, files in _made(game)]
        if game.removed:
            lines.append(f"{title}: {plural(len(game.removed), 'old file')} removed")
    return lines


_MOST = 6  # names in a line


def _made(game: GameReport) -> list[tuple[str, str]]:
    """Return the names of the files made by product, which is the folder that they are in."""
    products: dict[str, list[str]] = {}
    for path in game.made:
        folder, _, _ = path.partition("/")
        products.setdefault(folder, []).append(clean(PurePosixPath(path).name))
    return [
        (
            product,
            ", ".join(names[:_MOST]) + (f" and {len(names) - _MOST} more" * (len(names) > _MOST)),
        )
        for product, names in products.items()
    ]
