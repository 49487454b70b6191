"""``cardgen build``: make the files of games, once or after every save."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from threading import Event
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import asdict, replace

from cardgen.cli.headings import ADVANCED, CARDS, INK, OUTPUT, PAPER, PRODUCTS, Command, option
from cardgen.cli.options import (
    Settings,
    duplex_option,
    games_argument,
    jobs_option,
    length_between,
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
from cardgen.cli.report import FINE, Report, count, plural, redrawn, shell_path
from cardgen.cli.terminal import Progress, clean
from cardgen.core.choices import INKS, MACHINES, ORIENTATIONS, STANDARDS

if TYPE_CHECKING:
    from cardgen.pipeline.build import BuildReport, BuildRequest, GameReport

_COLORS = {"built": "green", "unchanged": "cyan", "failed": "red", "draft": "yellow"}


class _BuildCommand(Command):
    """A command with the list of products below its options; only its help loads them."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        from cardgen.products.planning import product_summaries

        with formatter.section("Products"):
            formatter.write_dl(product_summaries())


@click.command(cls=_BuildCommand)
@games_argument
@option(
    "--product",
    "products",
    multiple=True,
    metavar="NAME",
    heading=PRODUCTS,
    help="Make only this product: sheets, booklets, boards, …; may be repeated.",
)
@option(
    "--large",
    is_flag=True,
    heading=PRODUCTS,
    help="Make booklets in large print, 16 pt or more; only these, unless you add --product.",
)
@locale_option("Build in this language, in output/GAME/LANG/")
@option(
    "--draft",
    is_flag=True,
    heading=PRODUCTS,
    help="Also build games with errors; faulty cards are marked. Writes to draft/.",
)
@option("--watch", is_flag=True, heading=PRODUCTS, help="Build now and again after every save.")
@option(
    "--card",
    "cards",
    multiple=True,
    metavar="ID",
    heading=CARDS,
    help="Make sheets of only this card, in selection/; may be repeated.",
)
@option(
    "--deck",
    "decks",
    multiple=True,
    metavar="ID",
    heading=CARDS,
    help="Make sheets of only this deck, in selection/; may be repeated.",
)
@option(
    "--changed",
    is_flag=True,
    heading=CARDS,
    help="Make sheets of only the cards that changed since the last print, in selection/.",
)
@option(
    "--copies",
    type=click.IntRange(1, 999),
    metavar="N",
    heading=CARDS,
    help="Number of copies of each card, in selection/.",
)
@paper_option
@duplex_option
@option(
    "--orientation",
    type=click.Choice(ORIENTATIONS),
    heading=PAPER,
    help="Orientation of sheets of cards; the default is the one that holds more cards.",
)
@option(
    "--stock",
    metavar="NAME",
    heading=PAPER,
    help="Make sheets for ready-cut card stock (see `cardgen list --stock`); only these, unless "
    "you add --product.",
)
@option(
    "--cut",
    type=click.Choice(MACHINES),
    heading=PAPER,
    help="Make sheets and paths for a cutting machine; only these, unless you add --product.",
)
@option(
    "--inset",
    metavar="LENGTH",
    callback=length_between(0, 3),  # a larger one would make cards of another size
    heading=PAPER,
    help="Cut each side of cards smaller by this length, for tight sleeves: 0.5mm.",
)
@option(
    "--ink",
    type=click.Choice(INKS),
    default="full",
    heading=INK,
    help="Make sheets of cards in less ink; only these, unless you add --product.",
)
@option(
    "--press",
    type=click.Choice(STANDARDS),
    heading=INK,
    help="Make PDF/X files for a printing press; only these, unless you add --product.",
)
@option(
    "--profile",
    metavar="NAME|FILE",
    heading=INK,
    help="Colour profile of the press: fogra39 (default), gracol, … or an ICC file.",
)
@output_option
@option("--force", is_flag=True, heading=OUTPUT, help="Make all files again, even if unchanged.")
@strict_option
@option(
    "--outlines",
    is_flag=True,
    heading=ADVANCED,
    help="Draw letters as shapes in PDF and SVG, without fonts; text can no longer be copied.",
)
@jobs_option
@option(
    "--executor",
    default="",
    metavar="ADDRESS",
    heading=ADVANCED,
    help="Build on a Dask cluster (dask://HOST:PORT) instead of this computer.",
)
@tts_base_url_option
@tts_max_side_option
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
    """Make the files to print and play: sheets, booklets, tokens, boards and more.

    Builds all games or the named ones, in output/GAME/. A second build makes only changed files.
    Components with errors keep their earlier files; all others are made. --watch builds until you
    press Ctrl-C.

    --card, --deck, --copies and --changed select cards of one game. Their files are in
    output/GAME/selection/ and replace the earlier selection; all other files stay.
    """
    from cardgen.pipeline.build import build

    if cards or decks or copies or changed:
        request = replace(request, games=(settings.one_game(request.games),))
        if watch or request.executor or request.locale:
            name = "--watch" if watch else "--executor" if request.executor else "--locale"
            raise click.UsageError(
                f"{name} builds whole games: leave it out to print selected cards"
            )
        return _make_selection(settings, request, (cards, decks, copies or 0), changed)
    if watch:
        return watch_and_build(settings, request)
    with Progress(settings) as progress:
        result = build(request, progress)
    report = Report(settings)
    target = shell_path(request.folder)
    lines = (_game(game, request, target, settings.verbose) for game in result.games)
    report.show(_document(result), lines)
    return _finish(report, request, result)


def _finish(report: Report, request: BuildRequest, result: BuildReport) -> int:
    ending = f" ({result.seconds:.2f} s)"
    return report.finish(result.diagnostics, strict=request.strict, ending=ending)


def _make_selection(
    settings: Settings,
    request: BuildRequest,
    choice: tuple[tuple[str, ...], tuple[str, ...], int],
    changed: bool,
) -> int:
    from cardgen.features.selection import CardChoice, select

    report = Report(settings)
    (game,) = request.games
    only = None
    if changed:
        from cardgen.features.revision import changed_cards

        only = changed_cards(request, game)
    result = select(request, game, CardChoice(*choice, only))
    document = asdict(result)
    del document["diagnostics"]
    count = f"{plural(result.cards, 'card')} of {plural(result.designs, 'design')}"
    head = f"{clean(result.title)} ({clean(game)}): {count if result.cards else 'no card selected'}"
    if result.cards and not result.written:
        head += _nothing_to_make(request.options.products)
    report.show(document, [head, *(f"  {clean(path)}" for path in result.written)])
    return report.finish(result.diagnostics, strict=request.strict)


def _ink_lines(game: GameReport, folder: Path) -> Iterator[str]:
    from cardgen.backend.raster import coverage

    for path in (*game.made, *game.kept):
        if path.startswith("sheets/"):
            with contextlib.suppress(OSError):
                pages = coverage(folder / path)
                solid = f"{sum(pages):.1f} solid pages of ink"
                yield f"{clean(path)}: {plural(len(pages), 'page')}, {solid}"


def _nothing_to_make(products: tuple[str, ...]) -> str:
    hint = ": name a machine with --cut, or in a deck's `cut:`" if "cut" in products else ""
    return f"\n  nothing to make{hint}"


def _game(game: GameReport, request: BuildRequest, output: str, verbose: bool) -> str:
    status = click.style(game.status, fg=_COLORS.get(game.status), bold=True)
    line = f"{clean(game.title)} ({clean(game.place)}): {status}"
    if game.status != "failed" or game.made or game.kept:
        line += f", {plural(len(game.made), 'file')} made, {len(game.kept)} kept"
        line += f" in {clean(output)}/{clean(game.place)}/"
        line += "draft/" if game.status == "draft" else ""
        line += "" if game.made or game.kept else _nothing_to_make(request.options.products)
    if game.left_out:
        line += f"\n  left out, because of errors: {clean(', '.join(game.left_out))}"
    if game.draftable:
        line += f"\n  to print it with its errors marked: cardgen build {clean(game.id)} --draft"
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


def _document(result: BuildReport) -> dict[str, Any]:
    errors, warnings = count(result.diagnostics)
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
                "left_out": game.left_out,
            }
            for game in result.games
        ],
        "made": result.made,
        "kept": result.kept,
        "removed": result.removed,
        "seconds": round(result.seconds, 3),
        "errors": errors,
        "warnings": warnings,
    }


def watch_and_build(settings: Settings, request: BuildRequest) -> int:
    """Build now and after every save, until interrupted.

    A game with errors keeps the files of its last good build until a save fixes them.
    """
    from cardgen.pipeline.build import build
    from cardgen.pipeline.watching import FOLDERS, saves

    folders = ", ".join(f"{name}/" for name in FOLDERS)
    for number, names in enumerate(saves(settings.root, Event())):
        report = Report(settings)
        if names:
            report.say(click.style(f"{clean(_file_names(names))} saved", bold=True))
        # A build freezes its objects (gc.freeze). Without this, each build would leak them.
        gc.unfreeze()
        gc.collect()
        result = build(request)
        for line in _lines(result, settings.verbose):
            report.result(line)
        _finish(report, request, result)
        if number == 0:
            request = replace(request, force=False)
            report.say(f"watching {folders}; press Ctrl-C to stop")
    return FINE


def _file_names(names: Iterable[str]) -> str:
    first, *further_names = sorted(names)
    return first + (f" and {plural(len(further_names), 'more file')}" if further_names else "")


def _lines(result: BuildReport, verbose: bool) -> list[str]:
    """Return a line for each product with its new files; if verbose, also the reasons."""
    lines = []
    for game in result.games:
        title = clean(f"{game.title} ({game.locale})" if game.locale else game.title)
        if game.status == "failed":
            failed = click.style("failed", fg="red", bold=True)
            names = f"the files of {', '.join(game.left_out)}" if game.made else "its files"
            lines.append(f"{title}: {failed}, {clean(names)} are unchanged")
        lines += [f"{title} · {why}" for why in redrawn(game) if verbose]
        lines += [f"{title} · {product}: {files}" for product, files in _new_files(game)]
        if game.removed:
            lines.append(f"{title}: {plural(len(game.removed), 'old file')} removed")
    return lines


_MOST = 6  # file names in one line


def _new_files(game: GameReport) -> list[tuple[str, str]]:
    """Return each product, which is the name of a folder, with the list of its new files."""
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
