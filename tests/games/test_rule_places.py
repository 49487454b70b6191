"""Every place that states a rule is found, also where the rule is reached through data.

An independent search: rules get other values, and all templates are run again. Whatever then
writes something else must be among what the places of these rules account for.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from five_games import GAMES, ROOT, book_of
from msgspec.structs import replace

from cardgen.comparison.rule_usages import find_statements, readers
from cardgen.comparison.states import edition
from cardgen.core.diagnostics import CardgenError
from cardgen.core.side_id import SideId
from cardgen.model import compound, gamefile
from cardgen.model.document import Columns, Figure, Listing, Note, Quote
from cardgen.model.flowing import FlowSpec
from cardgen.model.game import Game
from cardgen.model.load import load_project
from cardgen.model.record import Record
from cardgen.model.scope import Rule, rule_number
from cardgen.pipeline.request import BuildRequest
from cardgen.template.environment import Templates

pytestmark = pytest.mark.slow


def written(game: Game, templates: Templates) -> Mapping[str, list[str]]:
    """What templates and texts write, by design or text."""
    found: dict[str, list[str]] = {}

    def run(id: str, template: str, context: Mapping[str, Any]) -> None:
        try:
            said = templates.render(template, context, None)
        except CardgenError as error:  # a value that a template cannot do with is seen, too
            said = str(error)
        found.setdefault(id, []).append(said)

    for component in game.components.values():
        flow = component.flow(game)
        if flow is not None:
            found[component.id] = [flow.form]
            for template, context in figures(flow, flow.blocks):
                run(component.id, template, context)
        specs = {spec.id: spec for sides in component.sides(game) for spec in sides.specs}
        for id, spec in specs.items():
            run(SideId(id).design, spec.template, spec.context)
    return found


def figures(flow: FlowSpec, blocks: tuple[Any, ...]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for block in blocks:
        match block:
            case Figure():
                yield block.template, {**flow.context, "figure": Record(dict(block.values))}
            case Note() | Columns() | Quote():
                yield from figures(flow, block.blocks)
            case Listing():
                for item in block.items:
                    yield from figures(flow, item)


def with_others(name: str, rules: set[str]) -> Game | None:
    """The game with other values of some rules; None if its data cannot be read."""

    def named(thing: Any, id: str = "", **values: Any) -> Any:
        if id in rules and isinstance(thing, Rule):
            value: Any = thing.value
            other = value + 1 if isinstance(value, int | float) else f"{value}7"
            thing = replace(thing, value=rule_number(other))
        return replace(thing, **values, **({"id": id} if id else {}))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compound, "replace", named)
        # With other numbers the set-up may ask for more cards or places than there are.
        patch.setattr(gamefile, "set_ups", lambda *_: ())
        loaded = load_project(ROOT, [name]).games
    return loaded[0] if loaded else None


@pytest.mark.parametrize("name", GAMES)
def test_whatever_a_rule_changes_is_among_its_places(name: str, outputs: Path) -> None:
    book_of(name, outputs)  # its sides are not laid out again
    now = edition(BuildRequest(ROOT, output=outputs), name)
    game, templates = now.game, now.build.templates
    places = find_statements(ROOT, game, game.rules, readers(now.build.reads(), templates))
    shows = {rule: {id for place in places[rule] for id in place.shows} for rule in game.rules}
    before = written(game, templates)
    ids = list(game.rules)
    for bit in range(len(ids).bit_length()):  # any two rules are apart in one of the groups
        group = {id for number, id in enumerate(ids, 1) if number >> bit & 1}
        other = with_others(name, group)
        assert other is not None
        after = written(other, templates)
        changed = {id for id in before if before[id] != after.get(id)}
        assert changed
        assert changed <= set().union(*(shows[id] for id in group))
