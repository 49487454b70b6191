"""The page of all commands, written from their click objects."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator

import click

from cardgen.cli.headings import options_by_heading
from cardgen.cli.main import CommandGroup, cli
from cardgen.cli.options import with_settings

HEAD = """\
# Commands

Look up every command of cardgen with its options. [The command line](../cli.md) explains what the
commands do, what they print and which files they write. {made}

```
cardgen COMMAND [OPTIONS]
```
"""

COMMON = """\
## Options of every command

Write these options before or after the name of the command. If you write one twice, the last one
counts.
"""


def commands_markdown(made: str) -> str:
    """Return the page; ``made`` is its sentence about the program that writes it."""
    return "\n".join(_parts(made))


def _parts(made: str) -> Iterator[str]:
    yield HEAD.format(made=made)
    context = click.Context(cli, info_name="cardgen", **cli.context_settings)
    assert isinstance(cli, CommandGroup)
    groups = cli.grouped_commands(context)
    for heading, names in groups.items():
        yield f"{heading}: {', '.join(f'[{name}](#{name})' for name in names)}.\n"
    yield COMMON
    yield _table(option for option in cli.params if not _is(option, "version"))
    for heading, names in groups.items():
        yield f"## {heading}\n"
        for name in names:
            command = cli.get_command(context, name)
            assert command is not None
            inner = click.Context(command, info_name=name, parent=context)
            yield from _command(command, inner, name)


def _command(command: click.Command, context: click.Context, path: str) -> Iterator[str]:
    yield f"### {path}\n"
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"```\ncardgen {path} {usage}".rstrip() + "\n```\n"
    yield _help_text(command) + "\n"
    options = [param for param in command.params if isinstance(param, click.Option)]
    for heading, section in options_by_heading(options).items():
        if own := [item for item in section if item.name not in common_names()]:
            yield f"**{heading}**\n" * bool(heading)
            yield _table(own)
    if isinstance(command, click.Group):
        for name, inner in sorted(command.commands.items()):
            yield from _command(inner, click.Context(inner, context, name), f"{path} {name}")


def common_names() -> set[str | None]:
    """Return the names of the options that every command has."""
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
    text = " ".join((option.help or "").split()).replace("|", "\\|").replace("<", "\\<")
    if option.multiple and "repeated" not in text:
        text += " May be repeated."
    if option.show_default and option.default is not None:
        text += f" By default {option.default}."
    return text
