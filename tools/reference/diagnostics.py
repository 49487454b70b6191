"""The page of all diagnostics: what ``cardgen explain`` tells, with an example of each."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.cli.explain import load_problems
from cardgen.core.problems import PROBLEMS, Problem
from tools.reference.examples import example

HEAD = """\
# Diagnostics

Look up what an error or a warning means, and how to fix it. `cardgen explain CODE` prints the same
text. {made}

An error stops the build of the part that it concerns; `--strict` treats warnings as errors.
Each message has a file, a line and a column, and usually a hint for the fix.
"""

STAGES = {
    "1": "Files and YAML",
    "2": "The game's data",
    "3": "Templates",
    "4": "Layout",
    "5": "Fonts, icons and pictures",
    "6": "Printing: sheets, tiles, folds",
    "7": "Products and files that are written",
    "8": "Proofs of finished sides",
}


def diagnostics_markdown(made: str) -> str:
    """Return the page; ``made`` is its sentence about the program that writes it."""
    return "\n".join(_parts(made))


def _parts(made: str) -> Iterator[str]:
    load_problems()
    yield HEAD.format(made=made)
    stage = ""
    for code in sorted(PROBLEMS):
        problem = PROBLEMS[code]
        if code[2] != stage:
            stage = code[2]
            yield f"## {STAGES[stage]}\n"
        yield from _entry(problem)


def _entry(problem: Problem) -> Iterator[str]:
    yield f"### {problem.code}: {problem.name}\n"
    yield "```\n" + f"{problem.severity.value}[{problem.code}]: {example(problem)}" + "\n```\n"
    yield markdown(problem.explanation) + "\n"


def markdown(text: str) -> str:
    """Turn a docstring into Markdown: examples become code blocks."""
    blocks: list[str] = []
    for block in text.split("\n\n"):
        if all(line.startswith("    ") for line in block.splitlines()):
            blocks.append("```\n" + re.sub(r"^    ", "", block, flags=re.MULTILINE) + "\n```")
        else:
            blocks.append(re.sub(r"::$", ":", block))
    return re.sub(r"\n```\n\n```\n", "\n\n", "\n\n".join(blocks))
