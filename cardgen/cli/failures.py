"""What is printed when a command ends with an exception, and its exit code."""

from __future__ import annotations

import errno
import io
import platform

import click

from cardgen import __version__
from cardgen.cli.options import Settings
from cardgen.cli.report import FAULTY, Report
from cardgen.cli.terminal import clean, clean_lines
from cardgen.core.errors import CardgenError

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


def project(error: CardgenError, settings: Settings) -> int:
    """Print the diagnostics that an exception carries."""
    Report(settings).finish(error.diagnostics)
    return FAULTY


def usage(error: click.ClickException) -> int:
    """Print a usage error as click does, but cleaned."""
    text = io.StringIO()
    error.show(text)
    click.echo(clean_lines(text.getvalue().rstrip("\n")), err=True)
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
    click.echo(
        f"cardgen: this is a bug of cardgen, not a fault of your project.\n"
        f"  {type(error).__name__}: {clean(str(error))}\n"
        f"  cardgen {__version__}, Python {platform.python_version()}, {platform.system()}\n"
        f"Please report these lines and the command you gave{more}.",
        err=True,
    )
    return BUG
