"""All that a game prints and lays on the table, as texts; and which of them have some names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from test_rule_places import written
from workshops import build_request

from cardgen.model.expansion import assumption_lines
from cardgen.model.game import Game
from cardgen.model.record import Record, values_of
from cardgen.model.richtext import Rich
from cardgen.pipeline.build import build
from cardgen.pipeline.resources import library_of, templates_of


def printed_texts(root: Path, game: Game) -> Mapping[str, list[str]]:
    """Return what is printed, by design or text."""
    found = dict(written(game, templates_of(root, game.id, library_of(root, game.id).reads)))
    for component in game.components.values():
        flow = component.flow(game)
        if flow is not None:
            found[component.id] += list(said(flow.blocks))
    found["assumptions"] = [line.text.plain for line in assumption_lines(game)]
    return found


def table_texts(root: Path, name: str) -> list[str]:
    """Return what is read on the table: notebooks, tooltips, and what its script says."""
    report = build(build_request(root, (name,), ("tts",), tts_max_side=256))
    assert not report.diagnostics.has_errors
    save = json.loads((root / f"output/{name}/tts/{name}.json").read_bytes())
    texts = [tab["body"] for tab in save["TabStates"].values()]
    texts += re.findall(r'say\(.*|"[^"]*"', save["LuaScript"])
    for thing in save["ObjectStates"]:
        for one in (thing, *thing.get("ContainedObjects", ())):
            texts += [one["Nickname"], one["Description"]]
    return texts


def having(names: Iterable[str], texts: Iterable[str], others: Iterable[str] = ()) -> list[str]:
    """Return the texts with one of some names in them; inside of ``others`` none is looked for."""
    other, name = (
        "|".join(map(re.escape, sorted(some, key=len, reverse=True))) for some in (others, names)
    )
    pattern = re.compile(rf"(?<![\w-])(?:{name})s?(?![\w-])")
    plain = (re.sub(r"<[^>]*>|[a-z]+:[a-z/-]+", " ", text) for text in texts)
    plain = (re.sub(other, " ", text) if other else text for text in plain)
    return [text for text in plain if pattern.search(" ".join(text.split()))]


def said(value: Any) -> Iterator[str]:
    """Find all texts inside blocks."""
    if isinstance(value, Rich):
        yield value.plain
    elif isinstance(value, Record):
        yield from said(tuple(values_of(value).values()))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from said(one)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from said(getattr(value, name))
