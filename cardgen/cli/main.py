"""The group of all commands, and the exit code for every exception.

Exit codes: 0 fine, 1 errors in the project (or warnings with ``--strict``), 2 usage, 70 a
bug of cardgen (``EX_SOFTWARE`` of sysexits.h). A death by signal counts as in shells: 129 the
terminal was closed, 130 interrupted, 141 the output is no longer read, 143 terminated.

Each of these signals becomes a KeyboardInterrupt in the main thread, so that the command removes
its temporary files and ends its child processes. A second signal ends the process at once.
"""

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

from cardgen.cli.options import Settings, common
from cardgen.cli.report import FAULTY, FINE, Report
from cardgen.cli.terminal import TAB, clean, clean_lines
from cardgen.core.diagnostics import CardgenError
from cardgen.core.fingerprint import program_version
from cardgen.core.plugins.installed import plugins
from cardgen.core.plugins.parts import failures, load_parts, plugin_at_fault, refuse_part
from cardgen.core.registry import did_you_mean

_WORDS = {"SIGINT": "interrupted", "SIGTERM": "ended by SIGTERM", "SIGHUP": "ended by SIGHUP"}
"""The message for each signal, by its name. Windows has no SIGHUP."""


class Signals:
    """A context manager that turns signals into KeyboardInterrupt; ignored signals stay ignored."""

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
        for handled in self._before:
            signal.signal(handled, signal.SIG_DFL)
        self._received = signal.Signals(number)
        raise KeyboardInterrupt

    def __exit__(self, *_: object) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def report_end(self) -> int:
        """Report that a signal ended the command; return the exit code that shells use for it."""
        with contextlib.suppress(OSError):  # the terminal may be gone
            words = _WORDS[self._received.name]
            click.echo(f"cardgen: {words}; no file is left half-written", err=True)
        return 128 + self._received


PACKAGE = "cardgen.cli"

COMMAND_GROUPS = {
    "Every day": ("new", "add", "build", "preview", "check", "list", "stats", "explain"),
    "Share and publish": (
        *("release", "site", "order", "tts", "translate"),
        *("printed", "diff", "reprint"),
    ),
}
"""The commands under each heading of the help; all other commands are under `MORE`."""
MORE = "More"


class CommandGroup(click.Group):
    """A group that imports the module of a command when it needs the command."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands; this imports their modules, which is fast."""
        folder = importlib.import_module(PACKAGE).__path__
        names = [info.name for info in pkgutil.iter_modules(folder)]
        return sorted(name for name in {*names, *_plugin_commands()} if self.get_command(ctx, name))

    def grouped_commands(self, ctx: click.Context) -> dict[str, list[str]]:
        """Return the names of all commands under the headings of the help."""
        names = self.list_commands(ctx)
        groups = {heading: [*group] for heading, group in COMMAND_GROUPS.items()}
        grouped = {name for group in groups.values() for name in group}
        return {**groups, MORE: [name for name in names if name not in grouped]}

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, each group under its heading."""
        groups = self.grouped_commands(ctx)
        longest = max(len(name) for group in groups.values() for name in group)
        for heading, names in groups.items():
            commands = [(name, self.get_command(ctx, name)) for name in names]
            with formatter.section(heading):
                width = formatter.width - 6 - longest
                formatter.write_dl(
                    [
                        (f"{name:<{longest}}", command.get_short_help_str(width))
                        for name, command in commands
                        if command
                    ]
                )

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
        """Look up a command; suggest a similar name if it does not exist."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
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
        """Run a command and turn every outcome into an exit code.

        This replaces the method of click, which handles signals and closed pipes differently.
        """
        settings = extra.setdefault("obj", Settings())
        _prepare_streams()
        with Signals() as signals:
            words = list(sys.argv[1:] if args is None else args)
            code = _run_guarded(
                lambda: self._run(words, prog_name or "cardgen", extra), settings, signals
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


def _run_guarded(run: Callable[[], Any], settings: Settings, signals: Signals) -> int:
    """Run a command. Only this function turns exceptions into messages."""
    try:
        code = run()
        sys.stdout.flush()
    except CardgenError as error:
        Report(settings).finish(error.diagnostics)
        return FAULTY
    except click.ClickException as error:
        return usage(error)
    except (KeyboardInterrupt, click.Abort):
        return signals.report_end()
    except BrokenPipeError:
        return _reader_left()
    except Exception as error:
        return report_unexpected(error, settings)
    return code if isinstance(code, int) else FINE


def _reader_left() -> int:
    """Redirect closed streams, so that Python can flush them at exit without an error."""
    null = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):  # not every stream is a file
            try:
                stream.flush()
            except BrokenPipeError:
                os.dup2(null, stream.fileno())
    os.close(null)
    return READER_LEFT


def _prepare_streams() -> None:
    """Replace closed streams, and print an escape for each character that the terminal lacks."""
    for name, mode in {"stdin": "r", "stdout": "w", "stderr": "w"}.items():
        if getattr(sys, name) is None:  # `2>&-` closes it
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
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
    epilog="Exit codes: 0 success, 1 errors in the project, 2 wrong command or option, "
    "70 a bug in cardgen.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _, is_asked: _say_version(context) if is_asked else None,
    help="Show the version and the plug-ins, and exit.",
)
@common
@click.pass_context
def cli(context: click.Context) -> None:
    """Turn YAML cards and Jinja2 templates into print-ready games."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


BUG = 70
READER_LEFT = 141

# Errors of the computer, not of cardgen: access rights, limits, a full or broken disk.
_ACCESS = {errno.EACCES, errno.EPERM, errno.EROFS}
_MACHINE = {*_ACCESS, errno.EDQUOT, errno.EIO, errno.EMFILE, errno.ENOSPC}


def usage(error: click.ClickException) -> int:
    """Print a usage error in the format of click, without control characters."""
    text = io.StringIO()
    error.show(text)
    click.echo(clean_lines(text.getvalue().rstrip("\n").expandtabs(TAB)), err=True)
    return error.exit_code


def report_unexpected(error: Exception, settings: Settings) -> int:
    """Report an error of the computer or else a bug; print the traceback if verbose."""
    if settings.verbose:
        import traceback

        click.echo(clean_lines("".join(traceback.format_exception(error))), err=True, nl=False)
    if isinstance(error, OSError) and error.errno in _MACHINE:
        where = f" `{clean(str(error.filename))}`" if error.filename is not None else ""
        click.echo(f"cardgen: cannot read or write{where}: {error.strerror}", err=True)
        return FAULTY
    advice = "" if settings.verbose else "; run it again with -v for the traceback"
    plugin = plugin_at_fault(error)
    at_fault = f"the plug-in `{plugin}`" if plugin else "cardgen"
    click.echo(
        f"cardgen: this is a bug of {at_fault}, not a fault of your project.\n"
        f"  {type(error).__name__}: {clean(str(error))}\n"
        f"  cardgen {program_version()}, Python {platform.python_version()}, {platform.system()}\n"
        f"Please report these lines and the command you gave{advice}.",
        err=True,
    )
    return BUG
