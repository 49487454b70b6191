"""Cards that come, go or move: what the page wants, and what it makes of a deck file."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from cardgen.model.cards import Card
from cardgen.model.each import makes_many
from cardgen.model.game import Component
from cardgen.preview.editing.targets import NoTargetError, card_fields, card_of, entry_of
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.editing.edited_file import EditedFile
from cardgen.source.editing.patching import Edit
from cardgen.source.editing.scalars import Word
from cardgen.source.editing.written import value_at

_COUNTED = re.compile(r"-\d+$")
_SAID = {
    "new": "new card",
    "copy": "copy of {}",
    "delete": "removal of {}",
    "move": "place of {}",
}


class Act(Struct, frozen=True):
    """Something done to an entry of a deck file, which goes by its id as it is written there.

    ``to`` is the id of a new entry, or the one whose place is taken. A new card gets the fields in
    ``kept`` from the entry ``like``.
    """

    path: str
    deck: str
    card: str
    act: str
    label: str
    to: str = ""
    like: str = ""
    kept: tuple[str, ...] = ()


def act(loaded: LoadedGame, change: Mapping[str, Any], gone: Collection[str]) -> Act:
    """Return what a change does to a card; hold the lock of the game.

    ``gone`` are all cards that are deleted with it.
    """
    match change:
        case {"deck": str(deck), "card": str(id), "act": str(what)} if what in _SAID:
            component, card = card_of(loaded, deck, id)
        case _:
            raise NoTargetError("there is nothing like that to do")
    path, entry, name = card.at.path, *entry_of(loaded, deck, card)
    title = card.title.plain or id
    if makes_many(entry):
        title = f"the entry `{name}`"
        made = {one.id for one in component.cards if one.at == card.at}
        if what == "delete" and not made <= set(gone):
            raise NoTargetError(
                f"`{id}` is one of {len(made)} cards that the entry in line {card.at.line} of "
                f"{path} makes: select them all, or leave one out there with `except`"
            )
    one = Act(path, deck, name, what, _SAID[what].format(title))
    return _completed(loaded, component, card, one, str(change.get("to", "")))


def _completed(loaded: LoadedGame, component: Component, card: Card, one: Act, to: str) -> Act:
    assert loaded.game is not None
    known = {other.id for other in component.cards}
    match one.act:
        case "move":
            _, other = card_of(loaded, one.deck, to)
            return structs.replace(one, to=entry_of(loaded, one.deck, other)[1])
        case "copy":
            return structs.replace(one, to=_unused_id(one.card, known | {one.card}))
        case "new":
            alike = (card, *(other for other in component.cards if other.type == card.type))
            entries = ((other, entry_of(loaded, one.deck, other)[0]) for other in alike)
            like = next((other for other, entry in entries if not makes_many(entry)), None)
            if like is None:
                raise NoTargetError(f"{one.path} has no card of this type to begin with")
            fields = card_fields(loaded.game, like)
            kept = ("id", "type", "title", *(n for n, field in fields.items() if field.required))
            name = entry_of(loaded, one.deck, like)[1]
            return structs.replace(one, to=_unused_id("new-card", known), like=name, kept=kept)
    return one


def _unused_id(id: str, known: Collection[str]) -> str:
    base, number, found = _COUNTED.sub("", id), 1, id
    while found in known:
        number += 1
        found = f"{base}-{number}"
    return found


def done(page: EditedFile, cards: Mapping[str, int], one: Act) -> tuple[bytes, dict[str, int]]:
    """Return the content of a file after an act, and the numbers of the entries that were there.

    Raises SourceError for what would change more, and `NoTargetError` for entries that are gone.
    """
    wanted = (one.card, one.to if one.act == "move" else one.card, one.like or one.card)
    if not set(wanted) <= cards.keys():
        raise NoTargetError(f"there is no card `{one.card}` in {one.path} any more")
    number, to, like = (cards[name] for name in wanted)
    match one.act:
        case "delete":
            data, order = page.rearrange_cards(lambda entries: entries.remove(number))
        case "move":
            data, order = page.rearrange_cards(lambda entries: entries.move(number, to))
        case _:
            data, order = page.rearrange_cards(lambda entries: entries.copy(like, number))
            data = _named(page.with_data(data), number + 1, one)
    return data, {name: order.index(n) for name, n in cards.items() if n in order}


def _named(page: EditedFile, number: int, one: Act) -> bytes:
    """Return the content of a file whose new entry has an id of its own, and nothing to spare."""
    entry = value_at(page.root, ("cards", number))
    assert entry is not None
    given = entry.to_texts()
    new = {name: one.to for name in given if name == "id"}
    if one.kept:
        words = {name: _as_written(value) for name, value in given.items() if name in one.kept}
        title = {"title": "New card"} if "title" in given else {}
        return page.apply_edits([Edit(("cards", number), {**words, **title, **new})])
    return page.apply_edits([Edit(("cards", number, "id"), id) for id in new.values()])


def _as_written(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _as_written(inner) for name, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_as_written(inner) for inner in value]
    return Word(value) if isinstance(value, str) else value
