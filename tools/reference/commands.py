"""The page of all commands, from what click knows of them."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator

import click

from cardgen.cli.main import cli
from cardgen.cli.options import with_settings

HEAD = """\
# Commands

{made} [The command line](../cli.md) tells how they work, what they print and return.

```
cardgen COMMAND [OPTIONS]
```
"""

COMMON = """\
## Options of every command

They may stand before or after the name of the command; the later one counts.
"""


def commands_markdown(made: str) -> str:
    """Return the page; ``made`` tells by which command it was made."""
    return "\n".join(_parts(made))


def _parts(made: str) -> Iterator[str]:
    yield HEAD.format(made=made)
    context = click.Context(cli, info_name="cardgen", **cli.context_settings)
    yield COMMON
    yield _table(option for option in cli.params if not _is(option, "version"))
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        yield from _command(command, click.Context(command, info_name=name, parent=context), name)


def _command(command: click.Command, context: click.Context, path: str) -> Iterator[str]:
    yield f"## {path}\n"
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"```\ncardgen {path} {usage}".rstrip() + "\n```\n"
    yield _help_text(command) + "\n"
    options = [param for param in command.params if isinstance(param, click.Option)]
    own = [option for option in options if option.name not in common_names()]
    if own:
        yield _table(own)
    if isinstance(command, click.Group):
        for name, inner in sorted(command.commands.items()):
            yield from _command(inner, click.Context(inner, context, name), f"{path} {name}")


def common_names() -> set[str | None]:
    """Return the names of the options that every command takes."""
    bare = click.command()(with_settings(lambda settings: 0))
    return {option.name for option in bare.params}


def _help_text(command: click.Command) -> str:
    text = inspect.cleandoc(command.help or "")
    return text.replace("<", "\\<")


def _is(param: click.Parameter, name: str) -> bool:
    return param.name == name


def _table(options: Iterable[click.Parameter]) -> str:
    rows = ["| option | |", "|---|---|"]
    for option in options:
        if isinstance(option, click.Option) and not option.hidden:
            rows.append(f"| {_names(option)} | {_help(option)} |")
    return "\n".join(rows) + "\n"


def _names(option: click.Option) -> str:
    value = "" if option.is_flag else f" {_value(option)}"
    return ", ".join(f"`{name}{value}`" for name in option.opts)


def _value(option: click.Option) -> str:
    if isinstance(option.type, click.Choice) and option.metavar is None:
        return "\\|".join(map(str, option.type.choices))
    if isinstance(option.type, click.IntRange) and option.metavar is None:
        return "N"
    values = (option.metavar or option.type.name.upper()).split()
    return " ".join(values * option.nargs if len(values) == 1 else values)


def _help(option: click.Option) -> str:
    said = " ".join((option.help or "").split()).replace("|", "\\|").replace("<", "\\<")
    if option.multiple and "repeated" not in said:
        said += " May be repeated."
    if option.show_default and option.default is not None:
        said += f" By default {option.default}."
    return said
