"""Rules of the games: every place that states one is found; an edit makes only these anew.

For an edit, each game is built, one rule gets another number, and it is built again into the same
folder. What may change follows from the words on the sides; the rest must keep its bytes. And the
whole chain behind follows: the virtual table, what differs from the printed copy, and the sheets
that bring it up to date.

The places are searched independently: rules get other values, and all templates are run again.
Whatever then writes something else must be among what the places of these rules account for.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from edited_game import Edit, pdf_text, printed_in, record
from five_games import GAMES, ROOT, book_of
from msgspec.structs import replace

from cardgen.comparison.rule_usages import find_statements, readers
from cardgen.comparison.states import edition
from cardgen.core.diagnostics import CardgenError
from cardgen.core.side_id import SideId
from cardgen.features.revision import diff
from cardgen.model import compound, gamefile
from cardgen.model.components.deck import decks_of
from cardgen.model.document import Columns, Figure, Listing, Note, Quote
from cardgen.model.flowing import FlowSpec
from cardgen.model.game import Game
from cardgen.model.load import load_project
from cardgen.model.record import Record, values_of
from cardgen.model.richtext import Rich
from cardgen.model.scope import Rule, rule_number
from cardgen.pipeline.request import BuildRequest
from cardgen.template.environment import Templates

pytestmark = pytest.mark.slow


def test_exactly_the_sides_that_state_it_change(edit: Edit) -> None:
    assert edit.before.prints.keys() == edit.after.prints.keys() == edit.after.words.keys()
    assert edit.changed == edit.reworded
    assert edit.changed


def test_every_card_whose_text_cites_it_changes(edit: Edit) -> None:
    for deck in decks_of(edit.after.game):
        for card in deck.cards:
            if f"rule:{edit.rule}" in cites((card.title, card.fields)):
                sides = {f"{deck.id}/{card.id}/face", f"{deck.id}/{card.id}/back"}
                assert sides & edit.changed, card.id
    assert len(edit.changed) < len(edit.after.prints) / 2


def cites(value: Any) -> set[str]:
    """Name what the texts in a value draw from."""
    if isinstance(value, Rich):
        return set(value.sources)
    if isinstance(value, Record):
        return cites(tuple(values_of(value).values()))
    if isinstance(value, Mapping):
        return cites(tuple(value.values()))
    if isinstance(value, tuple | list):
        return set().union(*map(cites, value))
    return set()


def test_cards_board_and_booklets_state_it(edit: Edit) -> None:
    components, words = edit.after.game.components, edit.after.words
    stating = {
        id.partition("/")[0] for id in edit.changed if edit.states(edit.before.words[id], words[id])
    }
    there = {component.kind for component in components.values()}
    assert {components[id].kind for id in stating} >= {"deck", "board", "booklet"} & there
    assert {"rules", "pocket"} <= stating


def test_only_files_that_show_a_changed_side_are_made_again(edit: Edit) -> None:
    old, new = edit.before, edit.after
    assert old.files.keys() == new.files.keys()
    shown = {printed_in(edit.after.game, id.partition("/")[0]) for id in edit.changed}
    stale = {path for path in new.files if component_of(path) in shown}
    assert {path for path in new.keys if old.keys[path] != new.keys[path]} == stale
    for path, (data, time) in new.files.items():
        assert (old.files[path][0] != data) == (path in stale), path
        assert (old.files[path][1] != time) == (path in stale), path


def test_the_new_number_can_be_read_in_every_file_made_again(edit: Edit) -> None:
    for path, (data, _) in edit.after.files.items():
        before = edit.before.files[path][0]
        if component_of(path) == "playtest":  # it names the print by the codes of its decks
            assert data != before
        elif data != before:
            assert edit.states(pdf_text(before), pdf_text(data)), path


def component_of(path: str) -> str:
    return Path(path).name.partition(".")[0]


def changed_cards(edit: Edit) -> set[tuple[str, str]]:
    """Cards of which a side changed; a deck's common back counts for all of them."""
    return {
        (deck, card)
        for deck, state in edit.diff.changes.new.decks.items()
        for card in state.cards
        if {f"{deck}/{card}/face", f"{deck}/{card}/back", f"{deck}/back"} & edit.changed
    }


def test_the_script_of_the_table_has_the_new_number_and_is_else_the_same(edit: Edit) -> None:
    old, new = (save["LuaScript"].splitlines() for save in (edit.before.table, edit.after.table))
    assert len(old) == len(new)
    differ = [(one, other) for one, other in zip(old, new, strict=True) if one != other]
    before, after = edit.numbers
    assert differ == [(f"  {edit.rule} = {before},", f"  {edit.rule} = {after},")]


def test_only_cards_that_state_it_say_something_else_on_the_table(edit: Edit) -> None:
    old, new = cards_of(edit.before.table), cards_of(edit.after.table)
    assert old.keys() == new.keys()
    for guid, card in new.items():
        said = [(one["Nickname"], one["Description"], one["GMNotes"]) for one in (old[guid], card)]
        facts = json.loads(card["GMNotes"])
        if said[0] != said[1]:
            assert (facts["deck"], facts["id"]) in changed_cards(edit)
        # Pictures are named by what they show.
        if (facts["deck"], facts["id"]) in changed_cards(edit):
            assert pictures_of(old[guid]) != pictures_of(card), facts["id"]


def pictures_of(card: dict[str, Any]) -> set[str]:
    sheets = card["CustomDeck"].values()
    return {sheet[side] for sheet in sheets for side in ("FaceURL", "BackURL")}


def cards_of(save: dict[str, Any]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for thing in save["ObjectStates"]:
        for one in thing.get("ContainedObjects", [thing]):
            if "CardID" in one:
                found[one["GUID"]] = one
    return found


def test_objects_of_the_table_keep_their_names_and_places(edit: Edit) -> None:
    def fixed(save: dict[str, Any]) -> list[tuple[str, Any]]:
        return [(thing["GUID"], thing["Transform"]) for thing in save["ObjectStates"]]

    assert fixed(edit.before.table) == fixed(edit.after.table)
    assert edit.before.table["SnapPoints"] == edit.after.table["SnapPoints"]


def test_diff_names_the_rule_its_places_and_exactly_what_changed(edit: Edit) -> None:
    changes = edit.diff.changes
    [rule] = changes.rules
    assert (rule.id, rule.old, rule.new) == (edit.rule, *edit.numbers)
    files = {place.location.path.rpartition("/")[2] for place in rule.stated}
    assert "rules.md" in files
    assert any(name.endswith(".yaml") for name in files)
    assert {(card.deck, card.id) for card in changes.cards} == changed_cards(edit)
    shown = {side.partition("/")[0] for side in edit.changed}
    assert {board.id for board in changes.boards} == shown & set(changes.new.boards)
    assert {one.id for one in changes.booklets} == shown & set(changes.new.booklets)
    for booklet in changes.booklets:
        pages = {f"{booklet.id}/page-{number:02d}" for number in booklet.pages}
        assert pages == {side for side in edit.changed if side.startswith(f"{booklet.id}/")}


def test_reprint_has_just_those_cards_in_all_their_copies(edit: Edit) -> None:
    changes = edit.diff.changes
    paths = {path.partition("/reprint/")[2] for path in edit.reprint.files}
    sheets = {f"{printed_in(edit.after.game, deck)}.a4.pdf" for deck in changes.decks}
    assert sheets <= paths
    boards = {f"{board.id}.a4.pdf" for board in changes.boards}
    folds = {path for path in paths if ".fold." in path or ".mini." in path}
    assert boards <= paths
    assert {path.partition(".")[0] for path in folds} == {one.id for one in changes.booklets}
    lists = {path for path in paths if path.startswith("pull-list")}
    pieces = {f"{piece.id}.a4.pdf" for piece in changes.pieces}
    assert paths == sheets | boards | folds | lists | pieces
    wanted: dict[str, int] = {}
    for card in changes.cards:
        assert card.new is not None
        wanted[card.deck] = wanted.get(card.deck, 0) + card.new.copies
    into = {s.title: sum(p.count for p in s.into) for s in edit.reprint.pulls}
    for deck, count in wanted.items():
        assert into[changes.deck_title(deck)] == count


def test_the_box_is_up_to_date_again(edit: Edit) -> None:
    root, name = edit.folder.parents[1], edit.folder.name
    record(root, name)
    assert not diff(BuildRequest(root), name).changes


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
