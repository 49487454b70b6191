"""Walks through the tutorial: runs its commands, makes its changes, compares what it shows.

The language of a fence describes its content: ``sh`` commands, ``text`` lines that the last
commands have printed, ``diff`` a change of a file, ``xml`` and ``yaml`` a whole file whose first
line has its name, ``csv`` a file that the ``title`` of the fence names.
"""

from __future__ import annotations

import contextlib
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click.testing

from cardgen.cli.main import cli

DOCS = Path(__file__).parents[2] / "docs"
TUTORIAL = DOCS / "tutorial"
PAGES = ("README.md", "2-cards.md", "3-look.md", "4-print.md", "5-table.md")
ALL_PAGES = tuple(TUTORIAL / page for page in PAGES)
SPREADSHEET = DOCS / "spreadsheet.md"
RUN, SHOWN, CHANGE, FILES = "sh", "text", "diff", ("xml", "yaml")
ENDING = {"check": (0, 1)}
"""The commands that are shown with errors, and how they may end."""

_STEP = re.compile(
    r'^```(?P<kind>\w+)(?: title="(?P<file>\S+)")?\n(?P<body>.*?)^```$'
    r"|^!\[.*?\]\((?P<picture>[^)]+)\)",
    re.DOTALL | re.MULTILINE,
)
_NAMED = re.compile(r"(?:<!--|\{#|#) (\S+)")

Hook = Callable[[str, Path], None]


@dataclass(frozen=True)
class Step:
    """A fence or a picture, with its location."""

    kind: str
    body: str
    at: str
    file: str = ""


def steps(pages: Sequence[Path] = ALL_PAGES) -> Iterator[Step]:
    """Yield everything that is to be done, in the order of the pages."""
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for match in _STEP.finditer(text):
            at = f"{page.name}:{text.count(chr(10), 0, match.start()) + 1}"
            if match["picture"]:
                yield Step("picture", match["picture"], at)
            else:
                yield Step(match["kind"], match["body"], at, match["file"] or "")


@dataclass
class Walk:
    """Where the walk has come to; ``picture`` is called wherever the text shows one."""

    here: Path
    picture: Hook
    printed: list[str] = field(default_factory=list)
    before: str = ""

    def do(self, step: Step) -> None:
        """Do what a fence says, or tell that there is a picture."""
        match step.kind:
            case "sh":
                if self.before != RUN:
                    self.printed = []
                for line in step.body.splitlines():
                    self.run(line, step)
            case "text":
                self.compare(step)
            case "diff":
                self.change(step)
            case "xml" | "yaml":
                self.write(step)
            case "csv":
                (self.here / step.file).write_text(step.body, encoding="utf-8")
            case "picture":
                self.picture(step.body, self.here)
            case _:
                raise AssertionError(f"{step.at}: a fence of `{step.kind}`")
        self.before = step.kind

    def run(self, line: str, step: Step) -> None:
        """Run a command; a wrong ending is an error."""
        program, *args = shlex.split(line)
        if program == "cd":
            self.here = self.here / args[0]
            return
        assert program == "cardgen", step.at
        result = run_in(self.here, args)
        assert result.exit_code in ENDING.get(args[0], (0,)), f"{step.at}: {result.output}"
        self.printed += result.output.splitlines()

    def compare(self, step: Step) -> None:
        """Look for the lines in their order; other lines may be between them."""
        left = iter(self.printed)
        for line in step.body.splitlines():
            found = any(line.rstrip() in said for said in left)
            assert found, f"{step.at}: `{line}` is not in\n" + "\n".join(self.printed)

    def change(self, step: Step) -> None:
        """Change a file as a diff says; what goes must be there once."""
        name, *lines = step.body.splitlines()
        file = self.here / name.removeprefix("--- ")
        old = "".join(f"{line[1:]}\n" for line in lines if line[:1] in (" ", "-", ""))
        new = "".join(f"{line[1:]}\n" for line in lines if line[:1] in (" ", "+", ""))
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{step.at}: found {text.count(old)} times"
        file.write_text(text.replace(old, new), encoding="utf-8")

    def write(self, step: Step) -> None:
        """Write a whole file."""
        named = _NAMED.match(step.body)
        assert named, f"{step.at}: the first line names the file"
        (self.here / named[1]).write_text(step.body, encoding="utf-8")


def run_in(folder: Path, args: list[str]) -> click.testing.Result:
    """Run a command in a folder as a user would."""
    with contextlib.chdir(folder):
        return click.testing.CliRunner().invoke(cli, [*args, *_jobs(args)])


def _jobs(args: list[str]) -> list[str]:
    """One process is quicker for so small a game."""
    return ["--jobs", "1"] if args[0] == "build" else []


def walk(folder: Path, picture: Hook, pages: Sequence[Path] = ALL_PAGES) -> Path:
    """Walk through some pages, beginning in an empty folder; return the project."""
    going = Walk(folder, picture)
    for step in steps(pages):
        going.do(step)
    return going.here
