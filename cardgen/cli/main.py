"""The group of all commands, and the exit code for every exception.

Exit codes: 0 fine, 1 errors in the project (or warnings with ``--strict``), 2 usage, 70 a
bug of cardgen (``EX_SOFTWARE`` of sysexits.h), and as shells count a death by signal: 129 the
terminal was closed, 130 interrupted, 141 nobody reads the output any more, 143 ended.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import pkgutil
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import click

from cardgen import __version__
from cardgen.cli import failures
from cardgen.cli.options import Settings, common
from cardgen.cli.report import FINE
from cardgen.cli.signals import Signals
from cardgen.cli.terminal import clean
from cardgen.core.errors import CardgenError

PACKAGE = "cardgen.cli"


class ReaderLeftError(Exception):
    """The pipe we write to is closed. Click would handle a BrokenPipeError itself."""


class SignalledError(Exception):
    """A signal ended the command. Click would answer a KeyboardInterrupt with an empty line."""


@contextlib.contextmanager
def _past_click() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderLeftError from error
    except KeyboardInterrupt:
        raise SignalledError from None


class CommandGroup(click.Group):
    """A group that imports the module of a command when the command is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name every command; this imports all command modules, which is cheap."""
        folder = importlib.import_module(PACKAGE).__path__
        names = sorted(info.name for info in pkgutil.iter_modules(folder))
        return [name for name in names if self.get_command(ctx, name)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        module = f"{PACKAGE}.{cmd_name}"
        if not cmd_name.isidentifier() or importlib.util.find_spec(module) is None:
            return None
        command = getattr(importlib.import_module(module), "command", None)
        return command if isinstance(command, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Look up a command; suggest one if it does not exist."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            from cardgen.core.registry import did_you_mean

            hint = "; ".join(did_you_mean(name, self.list_commands(ctx)))
            ctx.fail(f"there is no command `{clean(name)}`" + (f"; {hint}" if hint else ""))
        return super().resolve_command(ctx, args)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Parse the arguments; click prints help and version here."""
        with _past_click():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _past_click():
            return super().invoke(ctx)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command, and turn whatever happens into an exit code."""
        settings = extra.setdefault("obj", Settings())
        _never_fail_to_encode()
        with Signals() as signals:
            code = _guarded(
                lambda: super(CommandGroup, self).main(
                    args, prog_name or "cardgen", complete_var, False, **extra
                ),
                settings,
                signals,
            )
        if standalone_mode:
            sys.exit(code)
        return code


def _guarded(run: Callable[[], Any], settings: Settings, signals: Signals) -> int:
    """Run a command; this is the only place that turns exceptions into messages."""
    try:
        code = run()
        sys.stdout.flush()
    except CardgenError as error:
        return failures.project(error, settings)
    except click.ClickException as error:
        return failures.usage(error)
    except (SignalledError, KeyboardInterrupt, click.Abort):
        return signals.ended()
    except (ReaderLeftError, BrokenPipeError):
        return _reader_left()
    except Exception as error:
        return failures.unexpected(error, settings)
    return code if isinstance(code, int) else FINE


def _reader_left() -> int:
    """Redirect closed streams, so that Python does not complain when it flushes them at exit."""
    null = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):  # not every stream is a file
            try:
                stream.flush()
            except BrokenPipeError:
                os.dup2(null, stream.fileno())
    os.close(null)
    return failures.READER_LEFT


def _never_fail_to_encode() -> None:
    """Print escapes where a terminal lacks a character; a title must not stop a build."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, OSError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


@click.command(
    "cardgen",
    cls=CommandGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 fine, 1 errors in the project, 2 usage, 70 a bug of cardgen.",
)
@click.version_option(__version__, prog_name="cardgen", message="%(prog)s %(version)s")
@common
@click.pass_context
def cli(context: click.Context) -> None:
    """Turn YAML cards and Jinja2 templates into print-ready games."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
