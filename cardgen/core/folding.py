"""Findings as people want to read them: causes first, and each problem once.

One mistake may be found on eight hundred cards, and one small style in forty templates. Findings
of the same problem make a group: those of one code that have the same subject (what is said,
apart from the words of one card), or the same place where the place is the subject. Warnings
about one kind of thing are summed up from some number of groups on; errors never are, as each
must be mended.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Severity
from cardgen.core.registry import plural

MOST_WARNINGS = 5  # groups of one code
_NAMED = 3  # places, or sides, that are named of those that follow

Key = tuple[object, ...]


class ProblemGroup(Struct, frozen=True):
    """Findings of one problem, in order; there is at least one."""

    members: tuple[Diagnostic, ...]

    @property
    def shown(self) -> Diagnostic:
        """The finding that stands for all, with notes that say where else the problem is."""
        first = min(self.members, key=lambda item: item.rank)
        places = dict.fromkeys(str(d.at) for d in self.members if d.at and d.at != first.at)
        sides = dict.fromkeys(id for item in (first, *self.members) for id in item.on)
        others = [id for id in sides if id not in first.on[:1]]
        more = _named("at", "place", list(places)) + _named("on", "side", others)
        if not more and len(self.members) > 1:
            more = (f"and {len(self.members) - 1} more like it there",)
        return replace(first, notes=first.notes + more, on=tuple(sides))


def _named(where: str, what: str, names: list[str]) -> tuple[str, ...]:
    if not names:
        return ()
    rest = ", …" if len(names) > _NAMED else ""
    said = f"and {where} {plural(len(names), f'more {what}')}: {', '.join(names[:_NAMED])}{rest}"
    return (said,)


def grouped(found: Iterable[Diagnostic]) -> list[ProblemGroup]:
    """Return findings by problem: errors first, and what an earlier stage found before later ones.

    The hundreds of a code tell the stage; within a stage the order of arrival stays.
    """
    groups: dict[Key, list[Diagnostic]] = {}
    keys: dict[str, list[Key]] = {}
    for item in sorted(found, key=lambda item: (not _is_error(item), item.code[:3])):
        key = _problem(item)
        if key not in groups:
            known = keys.setdefault(item.code, [])
            if not _is_error(item) and len(known) == MOST_WARNINGS:
                key = known[-1]
            else:
                known.append(key)
        groups.setdefault(key, []).append(item)
    return [ProblemGroup(tuple(members)) for members in groups.values()]


def _problem(item: Diagnostic) -> Key:
    subject = item.message if item.subject is None else item.subject
    return (item.severity, item.code, subject or item.at)


def _is_error(item: Diagnostic) -> bool:
    return item.severity is Severity.ERROR
