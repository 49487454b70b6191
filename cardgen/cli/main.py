"""The group of all commands, and the exit code for every exception.

Exit codes: 0 fine, 1 errors in the project (or warnings with ``--strict``), 2 usage, 70 a
bug of cardgen (``EX_SOFTWARE`` of sysexits.h). A death by signal counts as in shells: 129 the
terminal was closed, 130 interrupted, 141 the output is no longer read, 143 terminated.

Each of these signals becomes a KeyboardInterrupt in the main thread, so that the command cleans
up: temporary files go, children are ended. A second signal ends the process at once.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import importlib.util
import io
import os
import pkgutil
import platform
import signal
import sys
from collections.abc import Callable, Sequence
from functools import cache
from types import FrameType, ModuleType
from typing import Any, Self

import click

from cardgen.cli.options import TAB, Settings, clean, clean_lines, common
from cardgen.cli.report import FAULTY, FINE, Report
from cardgen.core.diagnostics import CardgenError
from cardgen.core.fingerprint import program_version
from cardgen.core.plugins.installed import plugins
from cardgen.core.plugins.parts import failures, load_parts, plugin_at_fault, refuse_part

_WORDS = {"SIGINT": "interrupted", "SIGTERM": "ended by SIGTERM", "SIGHUP": "ended by SIGHUP"}
"""The message for each signal, by its name. Windows has no SIGHUP."""


class Signals:
    """A context manager that handles these signals, except for those that are ignored."""

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}
        self._received = signal.SIGINT

    def __enter__(self) -> Self:
        for name in _WORDS:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
                with contextlib.suppress(ValueError):  # raised outside the main thread
                    self._before[number] = signal.signal(number, self._stop)
        return self

    def _stop(self, number: int, _: FrameType | None) -> None:
        for listened in self._before:
            signal.signal(listened, signal.SIG_DFL)
        self._received = signal.Signals(number)
        raise KeyboardInterrupt

    def __exit__(self, *_: object) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def ended(self) -> int:
        """Report that the command was ended early; return the exit code, as shells count it."""
        with contextlib.suppress(OSError):  # the terminal may be gone
            words = _WORDS[self._received.name]
            click.echo(f"cardgen: {words}; no file is left half-written", err=True)
        return 128 + self._received


PACKAGE = "cardgen.cli"


class CommandGroup(click.Group):
    """A group that imports the module of a command when the command is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name every command; this imports all command modules, which is cheap."""
        folder = importlib.import_module(PACKAGE).__path__
        names = [info.name for info in pkgutil.iter_modules(folder)]
        return sorted(name for name in {*names, *_plugin_commands()} if self.get_command(ctx, name))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        module = f"{PACKAGE}.{cmd_name}"
        if cmd_name.isidentifier() and importlib.util.find_spec(module) is not None:
            command = getattr(importlib.import_module(module), "command", None)
        else:
            command = getattr(_plugin_commands().get(cmd_name), "command", None)
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

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command, and turn every outcome into an exit code.

        What click does here besides would answer signals and closed pipes in its own way.
        """
        settings = extra.setdefault("obj", Settings())
        _never_fail_to_encode()
        with Signals() as signals:
            given = list(sys.argv[1:] if args is None else args)
            code = _guarded(
                lambda: self._run(given, prog_name or "cardgen", extra), settings, signals
            )
        if standalone_mode:
            sys.exit(code)
        return code

    def _run(self, args: list[str], name: str, extra: dict[str, Any]) -> Any:
        if instruction := os.environ.get(f"_{name.upper()}_COMPLETE"):
            from cardgen.cli.completion import complete

            return complete(self, extra, name, instruction)
        try:
            with self.make_context(name, args, **extra) as context:
                code = self.invoke(context)
        except click.exceptions.Exit as error:
            code = error.exit_code
        settings = extra["obj"]
        if settings.reported_failures < len(failures):
            Report(settings).finish(())
        return code


@cache
def _plugin_commands() -> dict[str, ModuleType]:
    commands: dict[str, ModuleType] = {}
    for module in load_parts("cli"):
        name = module.__name__.rpartition(".")[2]
        if name in commands or importlib.util.find_spec(f"{PACKAGE}.{name}") is not None:
            refuse_part(module.__name__, f"there is a command `{name}` already")
        else:
            commands[name] = module
    return commands


def _guarded(run: Callable[[], Any], settings: Settings, signals: Signals) -> int:
    """Run a command; this is the only place that turns exceptions into messages."""
    try:
        code = run()
        if sys.stdout is not None:  # as with `>&-`
            sys.stdout.flush()
    except CardgenError as error:
        Report(settings).finish(error.diagnostics)
        return FAULTY
    except click.ClickException as error:
        return usage(error)
    except (KeyboardInterrupt, click.Abort):
        return signals.ended()
    except BrokenPipeError:
        return _reader_left()
    except Exception as error:
        return unexpected(error, settings)
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
    return READER_LEFT


def _never_fail_to_encode() -> None:
    """Print escapes where a terminal lacks a character; a title must not stop a build."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, OSError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def _say_version(context: click.Context) -> None:
    click.echo("\n".join([f"cardgen {program_version()}", *map("plug-in {}".format, plugins())]))
    context.exit()


@click.command(
    "cardgen",
    cls=CommandGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 fine, 1 errors in the project, 2 usage, 70 a bug of cardgen.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _, asked: _say_version(context) if asked else None,
    help="Show the version, with a digest of the program behind the plus, and exit.",
)
@common
@click.pass_context
def cli(context: click.Context) -> None:
    """Turn YAML cards and Jinja2 templates into print-ready games."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


BUG = 70
READER_LEFT = 141

# Errors that the machine is to blame for: rights, limits, a full or broken disk.
_MACHINE = {
    errno.EACCES,
    errno.EDQUOT,
    errno.EIO,
    errno.EMFILE,
    errno.ENOSPC,
    errno.EPERM,
    errno.EROFS,
}


def usage(error: click.ClickException) -> int:
    """Print a usage error as click does, but cleaned."""
    text = io.StringIO()
    error.show(text)
    click.echo(clean_lines(text.getvalue().rstrip("\n").expandtabs(TAB)), err=True)
    return error.exit_code


def unexpected(error: Exception, settings: Settings) -> int:
    """Report trouble with the machine, or else a bug; print tracebacks only when asked to."""
    if settings.verbose:
        import traceback

        click.echo(clean_lines("".join(traceback.format_exception(error))), err=True, nl=False)
    if isinstance(error, OSError) and error.errno in _MACHINE:
        where = f" `{clean(str(error.filename))}`" if error.filename is not None else ""
        click.echo(f"cardgen: cannot read or write{where}: {error.strerror}", err=True)
        return FAULTY
    more = "" if settings.verbose else "; run it again with -v for the traceback"
    plugin = plugin_at_fault(error)
    at_fault = f"the plug-in `{plugin}`" if plugin else "cardgen"
    click.echo(
        f"cardgen: this is a bug of {at_fault}, not a fault of your project.\n"
        f"  {type(error).__name__}: {clean(str(error))}\n"
        f"  cardgen {program_version()}, Python {platform.python_version()}, {platform.system()}\n"
        f"Please report these lines and the command you gave{more}.",
        err=True,
    )
    return BUG
