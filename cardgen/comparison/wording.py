"""Put changes into words, for the terminal, the pages and the pull list."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile
from typing import Any, get_args

from cardgen.comparison.changes import (
    BoardChange,
    BookletChange,
    CardChange,
    Changes,
    ComponentChange,
    DesignChange,
    FieldChange,
    Kind,
    PieceChange,
)
from cardgen.comparison.snapshot import DesignState, Snapshot
from cardgen.core.registry import plural
from cardgen.core.units import label_of

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
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
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
    parts = list(_ranges(names))
    words = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return f"{noun}{'' if len(names) == 1 else 's'} {words}"


def _ranges(names: Sequence[object]) -> Iterator[str]:
    """Yield names one by one, and more than two consecutive numbers as a range."""

    def run_of(pair: tuple[int, object]) -> object:
        place, name = pair
        return name - place if isinstance(name, int) else name

    for _, pairs in groupby(enumerate(names), run_of):
        run = [name for _, name in pairs]
        yield from [f"{run[0]}-{run[-1]}"] if len(run) > 2 else map(str, run)


def card_wording(change: CardChange) -> list[str]:
    """Return short remarks on a changed card, apart from its fields."""
    old, new = change.copies
    if change.kind != "changed":
        return [plural(old or new, "copy", "copies")]
    remarks = [f"was {change.was}"] if change.was else []
    if old != new:
        remarks.append(f"copies {old} → {new}")
    if change.look_only:
        remarks.append(f"look only ({' and '.join(change.sides)})")
    elif change.fields and not change.sides:
        remarks.append("data only")
    return remarks


def component_wording(change: ComponentChange[Any]) -> str:
    """Return what changed of a component, in words."""
    if change.kind != "changed":
        return change.kind
    match change:
        case BoardChange(new=new, tiles=tiles) if new is not None:
            parts = [
                f"{_labels(labels, len(new.tiles[paper]))} on {label_of(paper)}"
                for paper, labels in tiles.items()
                if labels
            ]
            return "; ".join(parts) or "changed"
        case BookletChange(old=old, new=new) if old and new:
            parts = [listed(change.pages, "page")] if change.pages else []
            if len(old.pages) != len(new.pages):
                parts.append(f"{len(old.pages)} → {plural(len(new.pages), 'page')}")
            return ", ".join(parts) or "another back cover"
        case PieceChange():
            return ", ".join(map(_part, change.designs)) or "changed"
    raise TypeError(change)


def _labels(labels: Sequence[str], all: int) -> str:
    return "every tile" if len(labels) == all else listed(labels, "tile")


def _part(part: DesignChange[DesignState]) -> str:
    if part.kind != "changed":
        return f"{part.id} {part.kind}"
    return part.id if part.sides else f"{part.id} copies {part.copies[0]} → {part.copies[1]}"


def summary(changes: Changes) -> str:
    """Count the changes in one line."""
    kinds = Counter(card.kind for card in changes.cards)
    counts = [f"{kinds[kind]} {kind}" for kind in get_args(Kind) if kinds[kind]]
    looks = sum(card.look_only for card in changes.cards)
    more = f" ({looks} in looks only)" if looks else ""
    noun = "card" if len(changes.cards) == 1 else "cards"
    parts = [f"{noun}: {', '.join(counts)}{more}"] if counts else []
    counted: tuple[tuple[Sequence[object], tuple[str, ...]], ...] = (
        (changes.rules, ("rule",)),
        (changes.boards, ("board",)),
        (changes.booklets, ("booklet",)),
        (changes.pieces, SETS),
    )
    parts += [plural(len(things), *nouns) for things, nouns in counted if things]
    return "; ".join(parts)
