"""``cardgen build``: make every product of the games, once or after every save."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from threading import Event
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import asdict, replace

from cardgen.cli.options import (
    Progress,
    Settings,
    clean,
    games_argument,
    jobs_option,
    length,
    locale_option,
    output_option,
    paper_option,
    strict_option,
    tts_base_url_option,
    tts_max_side_option,
    with_print_options,
    with_request,
    with_settings,
)
from cardgen.cli.report import FINE, Report, count, plural, redrawn, typed
from cardgen.core.choices import DUPLEX, INKS, MACHINES, ORIENTATIONS, STANDARDS

if TYPE_CHECKING:
    from cardgen.pipeline.build import BuildReport, BuildRequest, GameReport

_COLORS = {"built": "green", "unchanged": "cyan", "failed": "red", "draft": "yellow"}


class _BuildCommand(click.Command):
    """Lists the products below the options; only this help loads their modules."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        from cardgen.products.planning import described_products

        with formatter.section("Products"):
            formatter.write_dl(described_products())


@click.command(cls=_BuildCommand)
@games_argument
@click.option(
    "--product",
    "products",
    multiple=True,
    metavar="NAME",
    help="Make only this kind; may be repeated. `cardgen list GAME` names the files of a game.",
)
@paper_option
@click.option("--duplex", type=click.Choice(DUPLEX), help="How backs are printed.")
@click.option("--orientation", type=click.Choice(ORIENTATIONS), help="How sheets of cards lie.")
@click.option(
    "--cut",
    type=click.Choice(MACHINES),
    help="Make sheets and paths for a cutting machine; without --product, nothing else.",
)
@click.option(
    "--ink",
    type=click.Choice(INKS),
    default="full",
    help="Make sheets of cards in less ink; without --product, nothing else.",
)
@click.option(
    "--card", "cards", multiple=True, metavar="ID", help="Only this card; see Selections."
)
@click.option("--deck", "decks", multiple=True, metavar="ID", help="Only the cards of this deck.")
@click.option("--copies", type=click.IntRange(1, 999), metavar="N", help="So many of each card.")
@click.option("--changed", is_flag=True, help="Only cards that differ from the printed copy.")
@output_option
@click.option("--force", is_flag=True, help="Make everything again, changed or not.")
@jobs_option
@click.option(
    "--executor",
    default="",
    metavar="ADDRESS",
    help="A Dask cluster to work on, as dask://HOST:PORT, in place of this machine.",
)
@click.option(
    "--press",
    type=click.Choice(STANDARDS),
    help="Make files for a printing press, in its inks; with --product besides those named.",
)
@click.option(
    "--profile",
    metavar="NAME|FILE",
    help="The profile of that press: an ICC file, or fogra39 (the usual), gracol and others.",
)
@click.option(
    "--stock",
    metavar="NAME",
    help="Make sheets for ready-cut stock; without --product, nothing else. See list --stock.",
)
@click.option(
    "--inset",
    metavar="LENGTH",
    callback=length,
    help="Cut cards smaller by this on each side, for tight sleeves: 0.5mm.",
)
@click.option(
    "--large",
    is_flag=True,
    help="Make booklets in large print, 16 pt or more; without --product, nothing else.",
)
@click.option("--outlines", is_flag=True, help="Letters as shapes in PDF and SVG: no fonts.")
@tts_base_url_option
@tts_max_side_option
@locale_option("Make the games in this language, below GAME/LANG/")
@click.option(
    "--draft",
    is_flag=True,
    help="Print games with errors, too: marked, in a folder draft/ of their own.",
)
@strict_option
@click.option("--watch", is_flag=True, help="Build, then build again after every save.")
@with_settings
@with_print_options
@with_request
def command(
    settings: Settings,
    request: BuildRequest,
    cards: tuple[str, ...],
    decks: tuple[str, ...],
    copies: int | None,
    changed: bool,
    watch: bool,
) -> int:
    """Make every product of all games, or of those named.

    Only what changed is made again. A game with errors is left as it was; the others are
    built all the same. With --watch that goes on until Ctrl-C.

    Selections: --card, --deck, --copies and --changed choose cards, of one game. Their files go to
    the folder selection/ of the game, in place of an earlier selection; all other files stay.
    """
    from cardgen.pipeline.build import build
    from cardgen.source.files import game_ids

    if cards or decks or copies or changed:
        games = request.games or tuple(game_ids(settings.root))
        if len(games) != 1:
            raise click.UsageError("a selection of cards is made of one game: name it")
        request = replace(request, games=games)
        if watch or request.executor or request.locale:
            option = "--watch" if watch else "--executor" if request.executor else "--locale"
            raise click.UsageError(f"{option} is for whole games, not for a selection of cards")
        return _make_selection(settings, request, (cards, decks, copies or 0), changed)
    if watch:
        return watch_and_build(settings, request)
    with Progress(settings) as progress:
        done = build(request, progress)
    report = Report(settings)
    target = typed(request.folder)
    lines = (_game(game, request, target, settings.verbose) for game in done.games)
    report.show(_document(done), lines)
    return _finish(report, request, done)


def _finish(report: Report, request: BuildRequest, done: BuildReport) -> int:
    ending = f" ({done.seconds:.2f} s)"
    return report.finish(done.diagnostics, strict=request.strict, ending=ending)


def _make_selection(
    settings: Settings,
    request: BuildRequest,
    chosen: tuple[tuple[str, ...], tuple[str, ...], int],
    changed: bool,
) -> int:
    from cardgen.features.selection import CardChoice, select

    report = Report(settings)
    (game,) = request.games
    only = None
    if changed:
        from cardgen.features.revision import changed_cards

        only = changed_cards(request, game)
    done = select(request, game, CardChoice(*chosen, only))
    document = asdict(done)
    del document["diagnostics"]
    count = f"{plural(done.cards, 'card')} of {plural(done.designs, 'design')}"
    head = f"{clean(done.title)} ({clean(game)}): {count if done.cards else 'no card chosen'}"
    if done.cards and not done.written:
        head += _nothing_to_make(request.options.products)
    report.show(document, [head, *(f"  {clean(path)}" for path in done.written)])
    return report.finish(done.diagnostics, strict=request.strict)


def _ink_lines(game: GameReport, folder: Path) -> Iterator[str]:
    from cardgen.backend.raster import coverage

    for path in (*game.made, *game.kept):
        if path.startswith("sheets/"):
            with contextlib.suppress(OSError):
                pages = coverage(folder / path)
                solid = f"{sum(pages):.1f} solid pages of ink"
                yield f"{clean(path)}: {plural(len(pages), 'page')}, {solid}"


def _nothing_to_make(products: tuple[str, ...]) -> str:
    line = "\n  there is nothing to make"
    return line + (
        ": name a machine with --cut, or in a deck's `cut:`" if "cut" in products else ""
    )


def _game(game: GameReport, request: BuildRequest, output: str, verbose: bool) -> str:
    status = click.style(game.status, fg=_COLORS.get(game.status), bold=True)
    line = f"{clean(game.title)} ({clean(game.place)}): {status}"
    if game.status != "failed":
        line += f", {plural(len(game.made), 'file')} made, {len(game.kept)} kept"
        line += f" in {clean(output)}/{clean(game.place)}/"
        line += "draft/" if game.status == "draft" else ""
        line += "" if game.made or game.kept else _nothing_to_make(request.options.products)
    if game.draftable:
        line += f"\n  to print it all the same, marked: cardgen build {clean(game.id)} --draft"
    for product, number in game.stale:
        files = f"{plural(number, 'file')} of {clean(product)}"
        line += f"\n  {files} from an earlier state: cardgen build {clean(game.id)}"
        line += " --cut MACHINE" if product == "cut" else f" --product {clean(product)}"
    if verbose:
        line += "".join(f"\n  {ink}" for ink in _ink_lines(game, request.folder / game.place))
        line += "".join(f"\n  {clean(text)}" for text in game.texts)
        line += "".join(f"\n  {why}" for why in redrawn(game))
        line += "".join(f"\n  made {clean(path)}" for path in game.made)
        line += "".join(f"\n  kept {clean(path)}" for path in game.kept)
        line += "".join(f"\n  removed {clean(path)}" for path in game.removed)
    return line


def _document(done: BuildReport) -> dict[str, Any]:
    errors, warnings = count(done.diagnostics)
    return {
        "games": [
            {
                "id": game.id,
                "title": game.title,
                **({"locale": game.locale} if game.locale else {}),
                "status": game.status,
                "made": game.made,
                "kept": game.kept,
                "redrawn": dict(game.redrawn),
                "stale": dict(game.stale),
            }
            for game in done.games
        ],
        "made": done.made,
        "kept": done.kept,
        "removed": done.removed,
        "seconds": round(done.seconds, 3),
        "errors": errors,
        "warnings": warnings,
    }


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
        _finish(report, request, done)
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
        title = clean(f"{game.title} ({game.locale})" if game.locale else game.title)
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
