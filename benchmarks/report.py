"""Turn what was measured into Markdown tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from measure import Memory

# Job, its name for readers, the job to compare with, and the ratio to reach.
_ROWS = (
    ("fronts", "cold, A4 sheets, fronts", "typst fronts", 2.0),
    ("duplex", "cold, A4 sheets, fronts and backs", "typst duplex", 2.0),
    ("pictures", "cold, pictures for a virtual table", "typst pictures", 0.25),
    ("picture edit", "one card edited, pictures", "pictures", 0.2),
    ("cold", "cold, every product", None, None),
    ("no change", "no change, every product", "cold", 0.1),
    ("edit", "one card edited, every product", "cold", 0.2),
)
_NAMES = {
    **{job: name for job, name, _, _ in _ROWS},
    "typst fronts": "Typst, A4 sheets, fronts",
    "typst duplex": "Typst, A4 sheets, fronts and backs",
    "typst pictures": "Typst, the same pictures",
}


@dataclass(frozen=True, slots=True)
class Result:
    """Everything measured for one number of cards; keys are names of jobs."""

    cards: int
    seconds: Mapping[str, Sequence[float]]
    cpu: Mapping[str, float]
    memory: Mapping[str, Memory]
    stages: Mapping[str, Mapping[str, float]]


def markdown(about: Mapping[str, Any], results: Sequence[Result]) -> str:
    """The whole report: times, memory, stages."""
    versions = ", ".join(f"{name} {text}" for name, text in about["versions"].items())
    parts = [
        f"Medians of {about['runs']} runs (smallest-largest), whole processes; "
        f"{about['cores']} cores, {about['system']}, {versions}.",
        _table(
            ["cards", "build", "cardgen s", "ms a card", "Typst s", "ratio to", "ratio", "goal"],
            [row for result in results for row in _times(result)],
        ),
        "Peak memory in MiB:",
        _table(
            ["cards", "process", "largest process", "all processes", "CPU s"],
            [row for result in results for row in _memory(result)],
        ),
        *(_stages(result) for result in results if any(result.stages.values())),
    ]
    return "\n\n".join(parts)


def _times(result: Result) -> Iterable[list[str]]:
    for job, name, base, goal in _ROWS:
        own = result.seconds.get(job)
        if own is None:
            continue
        row = [str(result.cards), name, _spread(own), f"{1000 * median(own) / result.cards:.2f}"]
        other = result.seconds.get(base or "")
        against_typst = base is not None and base.startswith("typst")
        row.append(_spread(other) if other and against_typst else "-")
        if base is None or not other:
            yield [*row, "-", "-", "-"]
            continue
        ratio = median(own) / median(other)
        yield [*row, "Typst" if against_typst else "our cold", f"{ratio:.2f}", f"<= {goal}"]


def _memory(result: Result) -> Iterable[list[str]]:
    for job, peak in result.memory.items():
        together = "-" if peak.together is None else f"{peak.together:.0f}"
        yield [
            str(result.cards),
            _NAMES[job],
            f"{peak.largest:.0f}",
            together,
            f"{result.cpu[job]:.2f}",
        ]


def _stages(result: Result) -> str:
    jobs = [job for job, stages in result.stages.items() if stages]
    names = list(dict.fromkeys(name for job in jobs for name in result.stages[job]))
    names.sort(key=lambda name: name == "rest")  # stable: the others keep their order
    rows = [[name, *(_ms(result.stages[job].get(name)) for job in jobs)] for name in names]
    rows.append(["**total**", *(_ms(sum(result.stages[job].values())) for job in jobs)])
    header = ["stage", *(_NAMES[job] for job in jobs)]
    return f"Stages at {result.cards} cards, in ms (one traced run):\n\n{_table(header, rows)}"


def _ms(seconds: float | None) -> str:
    return "-" if seconds is None else f"{1000 * seconds:.0f}"


def _spread(seconds: Sequence[float]) -> str:
    return f"{median(seconds):.3f} ({min(seconds):.3f}-{max(seconds):.3f})"


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
