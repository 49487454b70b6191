"""Starts cardgen as a separate process, for commands of the page and for other projects."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

START_PAGE = "CARDGEN_START_PAGE"
"""The environment variable with the address of the start page."""
_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")
_QUIET = {"NO_COLOR": "1", "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}


class StartError(Exception):
    """A program ended before its page was there; the text is what it printed."""


def program_words() -> list[str]:
    """Return the words that start cardgen; the app is its own Python."""
    return [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "cardgen"]


def start_program(
    words: Sequence[str],
    folder: Path,
    environment: Mapping[str, str] | None = None,
    with_errors: bool = True,
) -> subprocess.Popen[str]:
    """Start a command of cardgen in a folder; its output can be read line by line."""
    return subprocess.Popen(
        [*program_words(), *words],
        cwd=folder,
        env={**os.environ, **_QUIET, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if with_errors else subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
    )


def start_page(
    words: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None
) -> tuple[subprocess.Popen[str], str]:
    """Start a preview that ends after its page was closed; return its process and address.

    Raises StartError.
    """
    process = start_program(["preview", "--until-closed", *words], folder, environment)
    lines = []
    assert process.stdout is not None
    for line in process.stdout:
        if match := _ADDRESS.search(line):
            return process, match[0]
        lines.append(line)
    process.wait()
    raise StartError("".join(lines).strip())
