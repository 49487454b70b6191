"""Terms and cards get other names, and nothing printed, or on the table, has the old ones."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from five_games import GAMES, copy_game
from msgspec import Struct
from msgspec.structs import replace
from test_rule_edits import written
from workshops import build_request

from cardgen.api import open_game
from cardgen.features.export import export
from cardgen.model.components.board import Board
from cardgen.model.components.deck import decks_of
from cardgen.model.expansion import assumption_lines
from cardgen.model.game import Game
from cardgen.model.load import load_game
from cardgen.model.record import Record, values_of
from cardgen.model.richtext import Rich
from cardgen.pipeline.game_work import blank
from cardgen.pipeline.resources import library_of, templates_of
from cardgen.products.planning import plan_artifacts

pytestmark = pytest.mark.slow
EVERYDAY = {
    *("The Key", "Timetable", "Your turn"),
    *("Black", "Blue", "Green", "Red", "White", "Yellow"),
}
"""Titles that are words of everyday speech; the colours are players, too."""
OTHERWISE = (
    "item names are ours, except Old Photo, Protein Block and",  # the source's own names
    *("Rails that collapse", "Rails: 7 starting rails"),  # of any card
)
"""Where the titles of cards mean something else."""
QUOTED = (
    "The source’s skill list says Leader and its card lists say Leadership",
    "Mechanics",  # what a game is made of
)
"""Where the names of terms do."""
NAMING = "last-men-standing"
"""The game whose terms are names, not words of everyday speech."""


class Renamed(Struct):
    """A game with other names, those that are gone, and words in which none is looked for."""

    root: Path
    game: Game
    gone: set[str]
    others: tuple[str, ...]


def titles(game: Game) -> set[str]:
    return {card.title.plain for deck in decks_of(game) for card in deck.cards}


def with_other_terms(root: Path, name: str) -> Renamed:
    before, file = load_game(root, name), root / "card_data" / name / "game.yaml"
    text = file.read_text(encoding="utf-8")
    for number, term in enumerate(before.terms.values()):
        for key, old in (("text", term.text), ("plural", term.plural)):
            text = re.sub(rf"\b{key}: {re.escape(old)}(?=[,}}\n])", f"{key}: Zz{number}{key}", text)
    file.write_text(text, encoding="utf-8")
    game = load_game(root, name)
    gone = {word for term in before.terms.values() for word in (term.text, term.plural)}
    assert gone.isdisjoint(term.text for term in game.terms.values())
    return Renamed(root, game, gone, (*titles(game), *QUOTED))


def with_other_titles(root: Path, name: str) -> Renamed:
    """Change a title that is a term where the term is declared.

    Decks are written out as JSON, for one entry may make many cards.
    """
    before, folder = load_game(root, name), root / "card_data" / name
    export(root, name, "json", folder / "decks")
    game_file = (folder / "game.yaml").read_text(encoding="utf-8")
    new: dict[str, str] = {}
    for deck in decks_of(before):
        (folder / f"decks/{deck.id}.yaml").unlink()
        file = folder / f"decks/{deck.id}.json"
        rows = json.loads(file.read_text(encoding="utf-8"))
        for card, row in zip(deck.cards, rows["cards"], strict=True):
            title = card.title.plain
            if title in EVERYDAY:
                continue
            other = new.setdefault(title, f"Zz{len(new)}")
            if row.get("title") == title.replace("\n", "{br}"):
                row["title"] = other
            for term in before.terms.values():
                if f"term:{term.id}" in card.title.sources:
                    new |= {term.text: other, term.plural: other}
                    line = rf"(?<=\n  {term.id}: {{)text: {term.text},(?: plural: {term.plural},)?"
                    game_file = re.sub(line, f"text: {other},", game_file)
        file.write_text(json.dumps(rows), encoding="utf-8")
    (folder / "game.yaml").write_text(game_file, encoding="utf-8")
    game = load_game(root, name)
    assert new.keys().isdisjoint(titles(game))
    return Renamed(root, game, set(new), OTHERWISE)


WAYS = [*((name, with_other_titles) for name in GAMES), (NAMING, with_other_terms)]


@pytest.mark.parametrize(("name", "rename"), WAYS)
def test_nothing_printed_or_on_the_table_has_the_old_name(
    name: str, rename: Callable[[Path, str], Renamed], tmp_path: Path
) -> None:
    copy_game(name, tmp_path)
    done = rename(tmp_path, name)
    texts = {**printed_texts(tmp_path, done.game), "table": table_texts(tmp_path, name)}
    found = {id: having(done.gone, some, done.others) for id, some in texts.items()}
    assert {id: wrong for id, wrong in found.items() if wrong} == {}


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
    """Return what is read on the table: notebooks, tooltips, and what its script says.

    Boards alone are laid out, which have the places: what cards look like is in none of the texts.
    """
    with open_game(build_request(root, (name,), ("tts",)), name) as opened:
        game = opened.game
        boards = [one.id for one in game.components.values() if isinstance(one, Board)]
        laid = opened.lay_out(boards)
        made = (sides for one in game.components.values() for sides in one.sides(game))
        blanks = {spec.id: blank(spec) for sides in made for spec in sides.specs}
        asked = replace(laid.product_request([]), frames={**blanks, **laid.frames})
        files = {one.path: one for one in plan_artifacts(asked, ("tts",))}
        save = json.loads(laid.data(files[f"tts/{name}.json"]))
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
