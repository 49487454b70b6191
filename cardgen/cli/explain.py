"""``cardgen explain``: the meaning of an error or warning, and how to fix it."""

import importlib
import re
from pathlib import Path

import click

import cardgen
from cardgen.cli.options import Settings, with_settings
from cardgen.cli.report import Report
from cardgen.core.plugins.parts import load_parts
from cardgen.core.problems import PROBLEMS, Problem
from cardgen.core.registry import did_you_mean

_QUOTED = re.compile(r"(?<!`)````\s?(.+?)\s?````(?!`)|(?<!`)``(?!`)(.+?)(?<!`)``(?!`)")


@click.command()
@click.argument("code", required=False)
@with_settings
def command(settings: Settings, code: str | None) -> int:
    """Explain an error or warning such as CG104. Without CODE, list all codes."""
    load_problems()
    report = Report(settings)
    problems = [PROBLEMS[each] for each in sorted(PROBLEMS)] if code is None else [_find(code)]
    facts = [_facts(problem) for problem in problems]
    if report.as_json:
        report.document(facts if code is None else facts[0])
    elif code is None:
        report.result("\n".join(map(_line, problems)))
    else:
        report.result(f"{_line(problems[0])}\n\n{facts[0]['explanation']}")
    return 0


def load_problems() -> None:
    """Import the ``problems`` module of every package, which registers its codes."""
    root = Path(cardgen.__file__).parent
    for file in sorted(root.rglob("problems.py")):
        importlib.import_module(".".join(file.relative_to(root.parent).with_suffix("").parts))
    load_parts("problems")


def plain(text: str) -> str:
    """Turn the markup of a docstring into text for a terminal: `` `code` ``, and no ``::``."""
    text = _QUOTED.sub(lambda match: match[1] or f"`{match[2]}`", text)
    return re.sub(r"::$", ":", text, flags=re.MULTILINE)


def _find(code: str) -> Problem:
    """Return the diagnostic with a code; `104` is short for `CG104`."""
    name = code.upper()
    problem = PROBLEMS.get(name) or PROBLEMS.get(f"CG{name}")
    if problem is None:
        hint = "".join(f"; {line}" for line in did_you_mean(name, PROBLEMS))
        raise click.UsageError(f"there is no code `{code}`{hint}")
    return problem


def _line(problem: Problem) -> str:
    return f"{problem.code}  {problem.severity.value:<7}  {problem.name}"


def _facts(problem: Problem) -> dict[str, str]:
    return {
        "code": problem.code,
        "severity": problem.severity.value,
        "name": problem.name,
        "explanation": plain(problem.explanation),
    }
