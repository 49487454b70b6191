"""The options that several commands share, safe text for terminals, and the progress bar.

The progress bar is on standard error, and appears only if a person is watching.
"""

from __future__ import annotations

import functools
import re
import sys
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar

import click
from msgspec import Struct

if TYPE_CHECKING:
    from cardgen.backend.press.profile import PressCondition
    from cardgen.core.choices import Ink, Machine
    from cardgen.impose.stock import Stock

F = TypeVar("F", bound=Callable[..., Any])

Format = Literal["human", "short", "json", "github"]
FORMATS = ("human", "short", "json", "github")
COLORS = ("auto", "always", "never")


class Settings(Struct):
    """The values of the common options; the group sets them first, then the command."""

    project: Path | None = None
    format: Format = "human"
    color: str = "auto"
    quiet: bool = False
    verbose: bool = False
    reported_failures: int = 0
    """The number of plug-ins with a failure that was printed."""
    _root: Path | None = None

    @property
    def known_root(self) -> Path | None:
        """The project folder, if it has been looked up already."""
        return self._root

    @property
    def root_or_none(self) -> Path | None:
        """The project folder: that of ``--project``, or else the nearest one upward, if any."""
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
                "name one with --project DIR"
            )
        return root


def _store(context: click.Context, option: click.Parameter, value: Any) -> None:
    """Keep the value given last; a command without the option keeps that of the group."""
    if value is not None and option.name is not None:
        setattr(context.ensure_object(Settings), option.name, value)


def _common_option(*names: str, **details: Any) -> Callable[[F], F]:
    return click.option(*names, callback=_store, expose_value=False, **details)


_FORMAT = _common_option(
    "--format", type=click.Choice(FORMATS), help="How diagnostics and results are written."
)
_COMMON = (
    _common_option(
        "--project",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        metavar="DIR",
        help="The project folder; by default the nearest upward with card_data/.",
    ),
    _FORMAT,
    _common_option(
        "--color",
        type=click.Choice(COLORS),
        help="Colours; `auto` means on a terminal, unless NO_COLOR is set.",
    ),
    _common_option("-q", "--quiet", is_flag=True, default=None, help="Say nothing but errors."),
    _common_option(
        "-v",
        "--verbose",
        is_flag=True,
        default=None,
        help="Name every file, and why cards were laid out again; show tracebacks of bugs.",
    ),
)


def common(function: F, options: Sequence[Callable[[F], F]] = _COMMON) -> F:
    """Add the common options."""
    return functools.reduce(lambda made, option: option(made), reversed(options), function)


def with_settings(function: Callable[..., int]) -> Callable[..., int]:
    """Add the common options and pass the `Settings` as first argument."""
    return common(click.make_pass_decorator(Settings, ensure=True)(function))


def with_settings_but_format(function: Callable[..., int]) -> Callable[..., int]:
    """The same for a command with a ``--format`` of its own; that of the group still counts."""
    passed = click.make_pass_decorator(Settings, ensure=True)(function)
    return common(passed, [option for option in _COMMON if option is not _FORMAT])


def _complete_games(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    from cardgen.source.files import find_project

    root = find_project(Path.cwd())
    games = root.glob("card_data/*/game.yaml") if root else ()
    return sorted(game.parent.name for game in games if game.parent.name.startswith(begun))


_game = functools.partial(click.argument, shell_complete=_complete_games)
games_argument = _game("games", nargs=-1, metavar="[GAME]...")
game_argument = _game("game")
optional_game_argument = _game("game", required=False)

output_option = click.option(
    "--output",
    type=click.Path(file_okay=False, path_type=Path, resolve_path=True),
    metavar="DIR",
    help="Where built files are; by default output/ in the project.",
)


def _paper_name(name: str) -> str:
    from cardgen.core.units import ALIASES

    name = name.lower()
    return ALIASES.get(name, name)


paper_option = click.option(
    "--paper",
    "papers",
    multiple=True,
    metavar="NAME",
    callback=lambda _context, _option, names: tuple(map(_paper_name, names)),
    help="Paper to make sheets for: a4, letter, legal, a3, tabloid, arch-b, 13x19, or one of "
    "printer.yaml; may be repeated. By default what the game says.",
)

_MOST_INSET = 3.0  # mm: more is another size of card


def length(context: click.Context, option: click.Parameter, value: str | None) -> float | None:
    """Read a length with its unit, in mm."""
    from cardgen.core.units import parse_mm

    if value is None:
        return None
    try:
        read = parse_mm(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    if not 0 <= read <= _MOST_INSET:
        raise click.BadParameter(f"`{value}` is out of range: 0 to {_MOST_INSET:g} mm")
    return read


tts_base_url_option = click.option(
    "--tts-base-url",
    metavar="URL",
    help="Where Tabletop Simulator finds the output folder on the web.",
)

tts_max_side_option = click.option(
    "--tts-max-side",
    type=int,
    metavar="PIXELS",
    help="Longest side of the pictures for Tabletop Simulator (4096).",
)

_LOCALE = r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*"


def _language(context: click.Context, option: click.Parameter, value: str | None) -> str:
    """Return the name of a language, which becomes that of a folder beside those of products."""
    if value is None:  # as nearly always: products are slow to import
        return ""
    from cardgen.products.planning import known_products

    if not re.fullmatch(_LOCALE, value) or value in known_products():
        raise click.BadParameter(f"`{value}` is no language: write for example `de` or `pt-BR`")
    return value


def locale_option(used: str) -> Callable[[F], F]:
    """Make the option that names a language."""
    return click.option(
        "--locale", metavar="LANG", callback=_language, help=f"{used}; qps needs no translation."
    )


language_argument = click.argument("lang", required=False, metavar="[LANG]", callback=_language)

strict_option = click.option("--strict", is_flag=True, help="Count warnings as errors.")

jobs_option = click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="Processes to work with."
)


def with_request(function: Callable[..., int]) -> Callable[..., int]:
    """Pass the options that are fields of a `BuildRequest`, or of its `PrintOptions`, as one."""

    @functools.wraps(function)
    def gather(settings: Settings, *args: Any, **values: Any) -> int:
        from cardgen.pipeline.request import BuildRequest
        from cardgen.products.options import PrintOptions

        options = values.pop("options", None) or PrintOptions(**_take_fields(PrintOptions, values))
        request = BuildRequest(settings.root, options=options, **_take_fields(BuildRequest, values))
        return function(settings, request, *args, **values)

    return gather


def _take_fields(kind: type[Struct], values: dict[str, Any]) -> dict[str, Any]:
    return {name: values.pop(name) for name in kind.__struct_fields__ if name in values}


def with_print_options(function: Callable[..., int]) -> Callable[..., int]:
    """Pass the options that say what is printed, and how, as one `PrintOptions`."""

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
        **others: Any,
    ) -> int:
        from cardgen.products.options import BOOKLETS, CUT, PRESS, SHEETS, STOCK, PrintOptions

        if cut:
            products = (*products, CUT)
        if ink != "full":
            products = products or (SHEETS,)
            if SHEETS not in products:
                raise click.UsageError(
                    "--ink is for sheets of cards: leave it out, or add --product sheets"
                )
        if large:
            products = products or (BOOKLETS,)
            if BOOKLETS not in products:
                raise click.UsageError(
                    "--large is for booklets: leave it out, or add --product booklets"
                )
        condition = None
        if press or profile:
            condition = _press_condition(press, profile, PRESS in products)
            products = (*products, PRESS)
        sheet = None
        if stock or STOCK in products:
            sheet = _stock(stock)
            products = (*products, STOCK)
        same = _take_fields(PrintOptions, others)
        options = PrintOptions(
            products, cut=cut, ink=ink, press=condition, stock=sheet, large=large, **same
        )
        return function(*args, options=options, **others)

    return gather


def _stock(name: str | None) -> Stock:
    from cardgen.products.stock import stock_named

    if name is None:
        raise click.UsageError("--product stock needs a kind of sheet: --stock NAME")
    return stock_named(click.get_current_context().ensure_object(Settings).root, name)


def _press_condition(standard: str | None, profile: str | None, is_named: bool) -> PressCondition:
    from cardgen.backend.press.profile import DEFAULT, press_condition

    if not standard and not is_named:
        raise click.UsageError("--profile is that of a press: give it with --press")
    return press_condition("pdfx1a" if standard == "pdfx1a" else "pdfx4", profile or DEFAULT)


TAB = 4

# Control characters, line and paragraph separators, the directional formatting characters of
# UAX #9, which can make text appear in another order, and halves of surrogate pairs.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


def clean(text: str) -> str:
    r"""Replace every unsafe character by an escape such as ``\x1b``; one line stays one line."""
    return _UNSAFE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def clean_lines(text: str) -> str:
    """Clean a text that may have several lines."""
    return "\n".join(clean(line) for line in text.split("\n"))


def cells(text: str) -> list[tuple[str, int]]:
    """Return what to show for each character of a line, and its width in columns."""
    shown: list[tuple[str, int]] = []
    column = 0
    for char in text:
        if char == "\t":
            width = TAB - column % TAB
            shown.append((" " * width, width))
        elif _UNSAFE.match(char):
            width = 1
            shown.append((chr(0x2400 + ord(char)) if char < " " else "\ufffd", width))
        else:
            width = _width(char)
            shown.append((char, width))
        column += width
    return shown


def _width(char: str) -> int:
    """Return the width in columns: two for East Asian wide characters (UAX #11)."""
    if char.isascii():
        return 1
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


class Progress:
    """A context manager that long work calls with what is done, the total, and what it is at."""

    def __init__(self, settings: Settings) -> None:
        self._bar: Any = None
        self._wanted = settings.format == "human" and not settings.quiet and sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __call__(self, done: int, total: int, what: str) -> None:
        """Show how far the work has come; the total may change on the way."""
        if not self._wanted or total <= 0:
            return
        if self._bar is None:
            self._bar = click.progressbar(
                length=total, file=sys.stderr, item_show_func=_item, width=30
            )
            self._bar.__enter__()
        self._bar.length = total
        self._bar.update(done - self._bar.pos, what)

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.__exit__(*error)


def _item(what: str | None) -> str:
    return clean(what or "")[:40]
