"""The settings and options that several commands share."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click
from msgspec import Struct

from cardgen.cli.headings import ADVANCED, OUTPUT, PAPER, PRODUCTS, option
from cardgen.core.choices import DUPLEX

if TYPE_CHECKING:
    from cardgen.backend.press.profile import PressCondition
    from cardgen.core.choices import Ink, Machine
    from cardgen.impose.stock import Stock

F = TypeVar("F", bound=Callable[..., Any])

Format = Literal["human", "short", "json", "github"]
FORMATS = ("human", "short", "json", "github")
COLORS = ("auto", "always", "never")


class Settings(Struct):
    """The values of the common options; those after the command replace those before it."""

    project: Path | None = None
    format: Format = "human"
    color: str = "auto"
    quiet: bool = False
    verbose: bool = False
    reported_failures: int = 0
    """The number of failures of plug-ins that a command has printed."""
    _root: Path | None = None

    @property
    def resolved_root(self) -> Path | None:
        """The project folder if a command has looked it up, else None."""
        return self._root

    @property
    def root_or_none(self) -> Path | None:
        """The folder of ``--project``, else the nearest project upward, else None."""
        if self._root is None and self.project is not None:
            if not (self.project / "card_data").is_dir():
                message = f"`{self.project}` is not a project: it has no folder card_data/"
                raise click.UsageError(message)
            self._root = self.project.resolve()
        elif self._root is None:
            from cardgen.source.files import find_project

            self._root = find_project(Path.cwd())
        return self._root

    @property
    def root(self) -> Path:
        """The project folder, which must exist."""
        root = self.root_or_none
        if root is None:
            raise click.UsageError(
                f"no project here: neither `{Path.cwd()}` nor a folder above it has card_data/; "
                "make one with `cardgen new NAME`, or name one with --project DIR"
            )
        return root

    def one_game(self, names: Sequence[str] = ()) -> str:
        """Return the one named game; without names, the only game of the project."""
        if len(names) == 1:
            return names[0]
        from cardgen.core.registry import choices
        from cardgen.source.files import game_ids

        games = game_ids(self.root)
        if not games:
            raise click.UsageError("this project has no game: make one with `cardgen new NAME`")
        if names or len(games) > 1:
            raise click.UsageError(f"name one game: {choices(games)}")
        return games[0]


def _store(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    """Set the value in the settings, unless the option is absent here."""
    if value is not None and parameter.name is not None:
        setattr(context.ensure_object(Settings), parameter.name, value)


def _common_option(*names: str, **details: Any) -> Callable[[F], F]:
    return option(*names, callback=_store, expose_value=False, **details)


_FORMAT = _common_option(
    "--format",
    type=click.Choice(FORMATS),
    help="Format of results and diagnostics; the default is human.",
)
_COMMON = (
    _common_option(
        "--project",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        metavar="DIR",
        help="Project folder; the default is this folder, or the nearest one above it that "
        "contains card_data/.",
    ),
    _FORMAT,
    _common_option(
        "--color",
        type=click.Choice(COLORS),
        help="Use colours; `auto`: on a terminal, unless NO_COLOR is set.",
    ),
    _common_option("-q", "--quiet", is_flag=True, default=None, help="Print only errors."),
    _common_option(
        "-v",
        "--verbose",
        is_flag=True,
        default=None,
        help="List every file, and why cards were redrawn; show details of bugs.",
    ),
)


def common(function: F, options: Sequence[Callable[[F], F]] = _COMMON) -> F:
    """Add the common options."""
    return functools.reduce(lambda result, add: add(result), reversed(options), function)


def with_settings(function: Callable[..., int]) -> Callable[..., int]:
    """Add the common options and pass the `Settings` as first argument."""
    return common(click.make_pass_decorator(Settings, ensure=True)(function))


def with_settings_but_format(function: Callable[..., int]) -> Callable[..., int]:
    """Add the common options except ``--format``, for a command that defines a different one.

    ``cardgen --format json COMMAND`` still sets the format of results.
    """
    with_first_argument = click.make_pass_decorator(Settings, ensure=True)(function)
    return common(with_first_argument, [each for each in _COMMON if each is not _FORMAT])


def _complete_games(_: click.Context, __: click.Parameter, prefix: str) -> list[str]:
    from cardgen.source.files import find_project

    root = find_project(Path.cwd())
    games = root.glob("card_data/*/game.yaml") if root else ()
    return sorted(game.parent.name for game in games if game.parent.name.startswith(prefix))


def _default_game(context: click.Context, _: click.Parameter, name: str | None) -> str:
    return context.ensure_object(Settings).one_game((name,) if name else ())


_game = functools.partial(click.argument, shell_complete=_complete_games)
games_argument = _game("games", nargs=-1, metavar="[GAME]...")
game_argument = _game("game", required=False, callback=_default_game)
"""The game that a command works on; the only game of the project if the user names none."""
optional_game_argument = _game("game", required=False)
"""For a command that can do without a game; it calls `Settings.one_game` when it needs one."""

output_option = option(
    "--output",
    heading=OUTPUT,
    type=click.Path(file_okay=False, path_type=Path, resolve_path=True),
    metavar="DIR",
    help="Folder of built files; the default is output/ in the project.",
)


def _paper_name(name: str) -> str:
    from cardgen.core.units import ALIASES

    name = name.lower()
    return ALIASES.get(name, name)


paper_option = option(
    "--paper",
    "papers",
    multiple=True,
    metavar="NAME",
    heading=PAPER,
    callback=lambda _context, _parameter, names: tuple(map(_paper_name, names)),
    help="Make sheets for this paper: a4, letter, legal, a3, tabloid, arch-b, 13x19, or a paper "
    "of printer.yaml; may be repeated. The default is in game.yaml.",
)


duplex_option = option(
    "--duplex",
    type=click.Choice(DUPLEX),
    heading=PAPER,
    help="How to print backs. `long-edge` or `short-edge`: the edge over which your printer turns "
    "the paper; `gutterfold`: fold and glue each card; `none`: no backs.",
)


def length_between(low: float, high: float) -> Callable[..., Any]:
    """Return the callback of an option for lengths between two bounds, which it reads in mm."""

    def read(text: str) -> float:
        from cardgen.core.units import parse_mm

        try:
            length = parse_mm(text)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None
        if not low <= length <= high:
            raise click.BadParameter(f"{text} is not between {low:g} and {high:g} mm")
        return length

    def callback(_: click.Context, __: click.Parameter, value: Any) -> Any:
        return tuple(map(read, value)) if isinstance(value, tuple) else value and read(value)

    return callback


tts_base_url_option = option(
    "--tts-base-url",
    metavar="URL",
    heading=ADVANCED,
    help="Web address of the output folder, for tables of Tabletop Simulator.",
)

tts_max_side_option = option(
    "--tts-max-side",
    type=int,
    metavar="PIXELS",
    heading=ADVANCED,
    help="Longest side of pictures for Tabletop Simulator; the default is 4096.",
)

_LOCALE = r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*"


def _language(_: click.Context, __: click.Parameter, value: str | None) -> str:
    """Return the code of a language. It names a folder, so it must differ from all products."""
    if value is None:  # as nearly always: products are slow to import
        return ""
    from cardgen.products.planning import product_names

    if not re.fullmatch(_LOCALE, value) or value in product_names():
        raise click.BadParameter(
            f"`{value}` is not a language code: write for example `de` or `pt-BR`"
        )
    return value


def locale_option(purpose: str) -> Callable[[F], F]:
    """Make the option that names a language."""
    return option(
        "--locale",
        metavar="LANG",
        heading=PRODUCTS,
        callback=_language,
        help=f"{purpose}; `qps` is a test language that needs no translation.",
    )


def _default_game_before_language(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> str:
    """Return the language; a lone language after the command was read as the game, so move it."""
    from cardgen.source.files import game_ids

    settings, first = context.ensure_object(Settings), context.params["game"]
    is_game = first is None or first in game_ids(settings.root)
    if value is None and not is_game and re.fullmatch(_LOCALE, first):
        first, value = None, first
    context.params["game"] = settings.one_game((first,) if first else ())
    return _language(context, parameter, value)


def game_and_language_arguments(function: F) -> F:
    """Add the arguments ``[GAME] [LANG]``; a project with one game also takes LANG alone."""
    language = click.argument(
        "lang", required=False, metavar="[LANG]", callback=_default_game_before_language
    )
    return optional_game_argument(language(function))


strict_option = option("--strict", is_flag=True, heading=OUTPUT, help="Treat warnings as errors.")

jobs_option = option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    heading=ADVANCED,
    help="Number of processes; the default is one for each processor.",
)


def with_request(function: Callable[..., int]) -> Callable[..., int]:
    """Gather the options that are fields of `BuildRequest` or `PrintOptions` into a request."""

    @functools.wraps(function)
    def gather(settings: Settings, *args: Any, **values: Any) -> int:
        from cardgen.pipeline.request import BuildRequest
        from cardgen.products.options import PrintOptions

        options = values.pop("options", None) or PrintOptions(**_take_fields(PrintOptions, values))
        request = BuildRequest(settings.root, options=options, **_take_fields(BuildRequest, values))
        return function(settings, request, *args, **values)

    return gather


def with_download_options(function: Callable[..., int]) -> Callable[..., int]:
    """Add the settings and options of commands that make downloads, gathered into a request."""
    tts_options = (tts_base_url_option, tts_max_side_option)
    options = (output_option, *tts_options, jobs_option, strict_option)
    return common(with_settings(with_request(function)), options)


def _take_fields(kind: type[Struct], values: dict[str, Any]) -> dict[str, Any]:
    return {name: values.pop(name) for name in kind.__struct_fields__ if name in values}


def with_print_options(function: Callable[..., int]) -> Callable[..., int]:
    """Gather the options about products, ink and paper into one `PrintOptions`."""

    @functools.wraps(function)
    def gather(
        *args: Any,
        products: tuple[str, ...],
        ink: Ink,
        cut: Machine | None,
        press: str | None,
        profile: str | None,
        stock: str | None = None,
        large: bool = False,
        **values: Any,
    ) -> int:
        from cardgen.products.options import BOOKLETS, CUT, PRESS, SHEETS, STOCK, PrintOptions

        # An option that implies a product makes only this product, unless --product names others.
        if cut:
            products = (*products, CUT)
        if ink != "full":
            products = products or (SHEETS,)
            if SHEETS not in products:
                raise click.UsageError(
                    "--ink applies to sheets of cards: leave it out, or add --product sheets"
                )
        if large:
            products = products or (BOOKLETS,)
            if BOOKLETS not in products:
                raise click.UsageError(
                    "--large applies to booklets: leave it out, or add --product booklets"
                )
        condition = None
        if press or profile:
            condition = _press_condition(press, profile, PRESS in products)
            products = (*products, PRESS)
        sheet = None
        if stock or STOCK in products:
            sheet = _stock(stock)
            products = (*products, STOCK)
        plain = _take_fields(PrintOptions, values)
        options = PrintOptions(
            products, cut=cut, ink=ink, press=condition, stock=sheet, large=large, **plain
        )
        return function(*args, options=options, **values)

    return gather


def _stock(name: str | None) -> Stock:
    from cardgen.products.stock import stock_named

    if name is None:
        raise click.UsageError("--product stock needs the name of the stock: add --stock NAME")
    return stock_named(click.get_current_context().ensure_object(Settings).root, name)


def _press_condition(standard: str | None, profile: str | None, is_named: bool) -> PressCondition:
    from cardgen.backend.press.profile import DEFAULT, press_condition

    if not standard and not is_named:
        raise click.UsageError(
            "--profile needs a printing standard: add --press pdfx4 or --press pdfx1a"
        )
    return press_condition("pdfx1a" if standard == "pdfx1a" else "pdfx4", profile or DEFAULT)
