"""Groups findings for people: errors first, and each problem once.

One mistake can cause eight hundred findings, one for each card, and one small text style can affect
forty templates. Findings with the same code and the same subject are one group. The subject is
usually the message without the words of one card; if it is empty, the location replaces it. Further
warnings of one code share the last group once there are `MOST_WARNINGS` groups. Errors are never
merged in this way, as each must be mended.
"""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Severity
from cardgen.core.registry import plural

MOST_WARNINGS = 5  # groups of one code
_NAMED = 3  # places, or sides, that a note names

Key = tuple[object, ...]


class ProblemGroup(Struct, frozen=True):
    """Findings of one problem, in order; at least one."""

    members: tuple[Diagnostic, ...]

    @property
    def representative(self) -> Diagnostic:
        """The finding with the lowest rank, with notes that list the other places and sides."""
        first = min(self.members, key=lambda item: item.rank)
        places = dict.fromkeys(
            str(d.location) for d in self.members if d.location and d.location != first.location
        )
        sides = dict.fromkeys(id for item in (first, *self.members) for id in item.side_ids)
        other_sides = [id for id in sides if id not in first.side_ids[:1]]
        notes = _name_list("at", "place", list(places)) + _name_list("on", "side", other_sides)
        if not notes and len(self.members) > 1:
            notes = (f"and {len(self.members) - 1} more like it there",)
        return replace(first, notes=first.notes + notes, side_ids=tuple(sides))


def _name_list(preposition: str, noun: str, names: list[str]) -> tuple[str, ...]:
    if not names:
        return ()
    ellipsis = ", …" if len(names) > _NAMED else ""
    count = plural(len(names), f"more {noun}")
    return (f"and {preposition} {count}: {', '.join(names[:_NAMED])}{ellipsis}",)


def group_by_problem(diagnostics: Iterable[Diagnostic]) -> list[ProblemGroup]:
    """Return findings by problem: errors first, then by stage.

    The hundreds digit of a code identifies the stage; findings of a stage keep their order.
    """
    groups: dict[Key, list[Diagnostic]] = {}
    keys: dict[str, list[Key]] = {}
    for item in sorted(diagnostics, key=lambda item: (not _is_error(item), item.code[:3])):
        key = _problem(item)
        if key not in groups:
            keys_of_code = keys.setdefault(item.code, [])
            if not _is_error(item) and len(keys_of_code) == MOST_WARNINGS:
                key = keys_of_code[-1]
            else:
                keys_of_code.append(key)
        groups.setdefault(key, []).append(item)
    return [ProblemGroup(tuple(members)) for members in groups.values()]


def _problem(item: Diagnostic) -> Key:
    subject = item.message if item.subject is None else item.subject
    return (item.severity, item.code, subject or item.location)


def _is_error(item: Diagnostic) -> bool:
    return item.severity is Severity.ERROR
