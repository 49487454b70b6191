"""Describes commands as forms, which the page of the preview shows and sends back filled in."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from cardgen.cli.headings import Option

_WITHOUT = {
    *("--output", "--watch", "--executor", "--tts-dir", "--page", "--layout"),
    *("--jobs", "--list", "--to", "diff --format"),
}
"""Options for another folder, or for a terminal; the page writes only below the project."""
_WORDS = tomllib.loads(Path(__file__).with_name("forms.toml").read_text("utf-8"))
"""The words of the page for commands, options and choices, by name."""
PANELS: Mapping[str, Mapping[str, str]] = _WORDS["panels"]
"""The commands that the page can run, with their titles, under the headings of its list."""
_REQUIRED = {"order --service", "add --from"}
_GAMES = {"game", "games"}


def command_forms(root: Path) -> list[dict[str, Any]]:
    """Describe the commands of `PANELS` for a project, each with its fields."""
    from cardgen.cli.main import cli

    context = click.Context(cli)
    forms = []
    for group, titles in PANELS.items():
        for name, title in titles.items():
            command: Any = cli
            for word in name.split():
                command = command.get_command(context, word)
            parameters = (field for item in command.params if (field := _field(item, name, root)))
            forms.append(
                {
                    "id": name,
                    "group": group,
                    "title": title,
                    "help": _WORDS["about"].get(name, command.help or "").strip(),
                    "has_game": any(item.name in _GAMES for item in command.params),
                    "fields": list(parameters),
                }
            )
    return forms


def option_fields(command: click.Command, heading: str) -> list[dict[str, Any]]:
    """Describe the options of a command below one heading."""
    return [
        field
        for item in command.params
        if getattr(item, "heading", "") == heading and (field := _field(item, "", None))
    ]


def _field(item: click.Parameter, command: str, root: Path | None) -> dict[str, Any] | None:
    """Describe an option or argument; None for the game and for options that the page lacks."""
    is_option = isinstance(item, click.Option)
    if item.name in _GAMES or not item.expose_value or getattr(item, "hidden", False):
        return None
    word = item.opts[-1]
    name = f"{command} {word}"
    if not _WITHOUT.isdisjoint((word, name)):
        return None
    choices = {choice: _words("choices", choice) for choice in getattr(item.type, "choices", ())}
    if not choices and root is not None:
        choices = _choices(name, root)
    kind = "text"
    if getattr(item, "is_flag", False):
        kind = "flag"
    elif isinstance(item.type, click.Choice):
        kind = "choice"
    elif isinstance(item.type, click.Path) or item.metavar == "FILE":
        kind = "path"
    elif item.type.name.startswith("integer"):
        kind = "number"
    return {
        "name": word,
        "label": _words("labels", name, word),
        "kind": kind,
        "help": _WORDS["help"].get(name)
        or _WORDS["help"].get(word, getattr(item, "help", "") or ""),
        "heading": item.heading if isinstance(item, Option) else "",
        "choices": list(choices),
        "words": choices,
        "is_required": name in _REQUIRED,
        "is_option": is_option,
        "is_multiple": item.nargs == -1 or getattr(item, "multiple", False),
        "count": max(item.nargs, 1),
        "placeholder": (item.metavar or "").strip("[]."),
    }


def _words(table: str, *names: str) -> str:
    """Return the words of the page for the first of some names, else the last name as words."""
    words = next((_WORDS[table][name] for name in names if name in _WORDS[table]), None)
    return words or names[-1].removeprefix("--").replace("-", " ").capitalize()


def _choices(name: str, root: Path) -> dict[str, str]:
    """Return the words for the values of an option that click does not know."""
    from cardgen.core.units import PAPERS
    from cardgen.products.orders.reading import services
    from cardgen.products.planning import product_names

    match name:
        case "build --product":
            return {product: _words("choices", product) for product in sorted(product_names())}
        case "order --service":
            return {id: service.name for id, service in services(root).items()}
        case "build --paper" | "reprint --paper" | "calibrate --paper":
            return {paper: _words("choices", paper) for paper in PAPERS}
    return {}
