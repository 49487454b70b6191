"""Put changes into words, for the terminal, the pages and the pull list."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from cardgen.core.registry import plural
from cardgen.core.units import label_of
from cardgen.features.revision.changes import (
    BoardChange,
    BookletChange,
    CardChange,
    Changes,
    FieldChange,
    PieceChange,
)
from cardgen.features.revision.snapshot import Snapshot

NOTHING = "–"
UNCHANGED = "nothing has changed"
SETS = ("set of other pieces", "sets of other pieces")


def value_text(value: Any) -> str:
    """Write a value in one line."""
    match value:
        case None | "":
            return NOTHING
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:g}"
        case str():
            return " ".join(value.split())
        case list() if all(isinstance(one, str | int | float) for one in value):
            return ", ".join(map(value_text, value)) or NOTHING
        case list() | dict():
            return json.dumps(value, ensure_ascii=False, sort_keys=True)
    return str(value)


def quoted(value: Any) -> str:
    """Write a value in one line; a text of several words is in quotes."""
    text = value_text(value)
    return f"“{text}”" if isinstance(value, str) and " " in text else text


def value_texts(change: FieldChange, most: int | None = None) -> tuple[str, str]:
    """Write old and new value in one line each.

    If either is longer than ``most`` letters, both are cut down to where they differ.
    """
    old, new = value_text(change.old), value_text(change.new)
    if most is None or max(len(old), len(new)) <= most:
        return old, new
    same = next(
        (i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b),
        min(len(old), len(new)),
    )
    start = max(0, same - most // 3)
    start = old.rfind(" ", 0, start) + 1 if start else 0
    return _cut(old, start, most), _cut(new, start, most)


def _cut(text: str, start: int, most: int) -> str:
    shown = text[start:]
    if len(shown) > most:
        shown = shown[: most - 1].rstrip() + "…"
    return f"…{shown}" if start else shown


def version_wording(version: str) -> str:
    """Name the present state of the files."""
    return f"version {version}" if version else "what the files say"


def printing_wording(name: str, state: Snapshot) -> str:
    """Name a state with its mark, by which two printings of one version differ."""
    return f"{name}, mark {state.mark}"


def next_version(version: str) -> str:
    """Return a version with its last number raised, ``1.1`` after ``1.0``; 2 if it has none."""
    numbers = list(re.finditer(r"\d+", version))
    if not numbers:
        return f"{version} 2".strip()
    start, end = numbers[-1].span()
    return f"{version[:start]}{int(version[start:end]) + 1}{version[end:]}"


def version_advice(game: str, version: str) -> str:
    """Return advice on how to give the next printing a version of its own."""
    return f"set `version: {next_version(version)}` in card_data/{game}/game.yaml"


def listed(names: Sequence[object], noun: str) -> str:
    """Write ``tile A1`` or ``tiles A1, A2 and B1``, and consecutive numbers as ``3-6``."""
    parts = _ranges(names)
    single = len(names) == 1
    words = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return f"{noun}{'' if single else 's'} {words}"


def _ranges(names: Sequence[object]) -> list[str]:
    numbers = [name for name in names if isinstance(name, int)]
    if len(numbers) != len(names):
        return [str(name) for name in names]
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    found: list[str] = []
    for run in runs:
        found += [f"{run[0]}-{run[-1]}"] if len(run) > 2 else map(str, run)
    return found


def card_wording(change: CardChange) -> list[str]:
    """Return short remarks on a changed card, apart from its fields."""
    if change.kind == "added" and change.new:
        return [plural(change.new.copies, "copy", "copies")]
    if change.kind == "removed" and change.old:
        return [plural(change.old.copies, "copy", "copies")]
    remarks = [f"was {change.was}"] if change.was else []
    if change.old and change.new and change.old.copies != change.new.copies:
        remarks.append(f"copies {change.old.copies} → {change.new.copies}")
    if change.look_only:
        remarks.append(f"look only ({' and '.join(change.sides)})")
    elif change.fields and not change.sides:
        remarks.append("data only")
    return remarks


def board_wording(change: BoardChange) -> str:
    """Return which tiles of a board changed, in words."""
    if change.kind != "changed" or change.new is None:
        return change.kind
    remarks = []
    for paper, labels in change.tiles.items():
        every = len(labels) == len(change.new.tiles[paper])
        name = label_of(paper)
        if labels:
            remarks.append(f"{'every tile' if every else listed(labels, 'tile')} on {name}")
    return "; ".join(remarks) or "changed"


def booklet_wording(change: BookletChange) -> str:
    """Return which pages of a booklet changed, in words."""
    if change.old is None or change.new is None:
        return change.kind
    old, new = len(change.old.pages), len(change.new.pages)
    remarks = [listed(change.pages, "page")] if change.pages else []
    if old != new:
        remarks.append(f"{old} → {plural(new, 'page')}")
    return ", ".join(remarks) or "another back cover"


def piece_wording(change: PieceChange) -> str:
    """Return which parts of a set of tokens, a die or a box changed, in words."""
    if change.old is None or change.new is None:
        return change.kind
    old, new = change.old.parts, change.new.parts
    remarks = []
    for name in change.parts:
        if name not in old or name not in new:
            remarks.append(f"{name} {'added' if name in new else 'removed'}")
        elif (old[name].face, old[name].back) == (new[name].face, new[name].back):
            remarks.append(f"{name} copies {old[name].copies} → {new[name].copies}")
        else:
            remarks.append(name)
    return ", ".join(remarks) or "changed"


def summary(changes: Changes) -> str:
    """Count the changes in one line."""
    kinds = [card.kind for card in changes.cards]
    looks = sum(card.look_only for card in changes.cards)
    remarks = [
        f"{kinds.count(kind)} {kind}" for kind in ("added", "removed", "changed") if kind in kinds
    ]
    parts = []
    if remarks:
        noun = "card" if len(kinds) == 1 else "cards"
        more = f" ({looks} in looks only)" if looks else ""
        parts.append(f"{noun}: {', '.join(remarks)}{more}")
    counted = (
        (changes.rules, ("rule",)),
        (changes.boards, ("board",)),
        (changes.booklets, ("booklet",)),
        (changes.pieces, SETS),
    )
    parts += [plural(len(things), *nouns) for things, nouns in counted if things]
    return "; ".join(parts)
