"""Add, copy, move and delete cards: from a request of the page to the new deck file."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from cardgen.model.cards import Card
from cardgen.model.each import makes_many
from cardgen.model.game import Component
from cardgen.model.theme import slug
from cardgen.preview.editing.forms import file_value
from cardgen.preview.editing.targets import NoTargetError, card_fields, card_of, entry_of
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.editing.edited_file import EditedFile
from cardgen.source.editing.patching import GONE, Edit
from cardgen.source.editing.scalars import as_written
from cardgen.source.editing.written import value_at

_COUNTED = re.compile(r"-\d+$")
_SAID = {
    "new": "new card",
    "copy": "copy of {}",
    "delete": "removal of {}",
    "move": "place of {}",
}


class Act(Struct, frozen=True):
    """An action on an entry of a deck file, which has the id that is written there.

    ``target`` is the id of the new entry, or of the entry whose place a moved card takes; without
    one, a card moves by ``steps`` among the entries ``among``, or among all. A new card copies
    ``copied`` from the entry ``sample`` and has the ``values``.
    """

    path: str
    deck: str
    card: str
    act: str
    label: str
    target: str = ""
    sample: str = ""
    copied: tuple[str, ...] = ()
    values: Mapping[str, Any] = {}
    steps: int = 0
    among: Sequence[str] = ()

    @property
    def identity(self) -> tuple[str, ...]:
        """Equal for two cards that one entry makes, which is deleted only once."""
        return (self.path, self.act, self.card) if self.act == "delete" else (str(id(self)),)


def plan_act(loaded: LoadedGame, change: Mapping[str, Any], gone: Collection[str]) -> Act:
    """Return the action that a change requests. Hold the lock of the game.

    ``gone`` has the ids of all cards that the same request deletes.
    """
    match change:
        case {"deck": str(deck), "card": str(id), "act": str(what)} if what in _SAID:
            component, card = card_of(loaded, deck, id)
        case _:
            raise NoTargetError("this request is not known")
    path, entry, name = card.location.path, *entry_of(loaded, deck, card)
    title = card.title.plain or id
    if makes_many(entry):
        title = f"the entry `{name}`"
        sibling_ids = {
            sibling.id for sibling in component.cards if sibling.location == card.location
        }
        if what == "delete" and not sibling_ids <= set(gone):
            raise NoTargetError(
                f"`{id}` is one of {len(sibling_ids)} cards of the same entry, in "
                f"line {card.location.line} of {path}: select them all, or exclude one there "
                "with `except`"
            )
    plan = Act(path, deck, name, what, _SAID[what].format(title))
    return _complete_act(loaded, component, card, plan, change)


def _complete_act(
    loaded: LoadedGame, component: Component, card: Card, act: Act, change: Mapping[str, Any]
) -> Act:
    assert loaded.game is not None
    ids = {peer.id for peer in component.cards}
    match act.act:
        case "move" if isinstance(steps := change.get("by"), int):
            among = [str(id) for id in change.get("among") or ()]
            return structs.replace(act, steps=steps, among=among)
        case "move":
            _, target_card = card_of(loaded, act.deck, str(change.get("to", "")))
            return structs.replace(act, target=entry_of(loaded, act.deck, target_card)[1])
        case "copy":
            return structs.replace(act, target=_unused_id(act.card, ids | {act.card}))
        case "new":
            alike = (card, *(peer for peer in component.cards if peer.type == card.type))
            entries = ((peer, entry_of(loaded, act.deck, peer)[0]) for peer in alike)
            sample = next((peer for peer, entry in entries if not makes_many(entry)), None)
            if sample is None:
                raise NoTargetError(f"{act.path} has no card of this type to copy")
            fields = card_fields(loaded.game, sample)
            required = [n for n, field in fields.items() if field.required]
            own_texts = {name for name in required if fields[name].kind == "rich"} - {"title"}
            copied = ("id", "type", "title", *(n for n in required if n not in own_texts))
            texts = change.get("values")
            values = dict.fromkeys(own_texts, "New text") | {
                name: file_value(fields[name], value, None)
                for name, value in (texts.items() if isinstance(texts, Mapping) else ())
                if name in fields
            }
            target = _unused_id(slug(str(values.get("title", ""))) or "new-card", ids)
            name = entry_of(loaded, act.deck, sample)[1]
            return structs.replace(act, target=target, sample=name, copied=copied, values=values)
    return act


def _neighbour(cards: Mapping[str, int], act: Act) -> str:
    """Return the id of the entry whose place a card takes that moves by some steps."""
    names = sorted(cards, key=cards.__getitem__)
    row = [name for name in names if not act.among or name in act.among or name == act.card]
    place = min(max(row.index(act.card) + act.steps, 0), len(row) - 1)
    return row[place]


def _unused_id(id: str, used_ids: Collection[str]) -> str:
    base, number, unused_id = _COUNTED.sub("", id), 1, id
    while unused_id in used_ids:
        number += 1
        unused_id = f"{base}-{number}"
    return unused_id


def apply_act(page: EditedFile, cards: Mapping[str, int], act: Act) -> tuple[bytes, dict[str, int]]:
    """Return the content of a file after an action, and the new numbers of its entries.

    Raises SourceError if the action would change other entries, and `NoTargetError` if an entry
    does not exist any more.
    """
    if act.steps and act.card in cards:
        act = structs.replace(act, target=_neighbour(cards, act))
    entry_ids = (act.card, act.target if act.act == "move" else act.card, act.sample or act.card)
    if not set(entry_ids) <= cards.keys():
        raise NoTargetError(f"there is no card `{act.card}` in {act.path} any more")
    number, target_number, sample_number = (cards[name] for name in entry_ids)
    match act.act:
        case "delete":
            data, order = page.rearrange_cards(lambda entries: entries.remove(number))
        case "move":
            data, order = page.rearrange_cards(lambda entries: entries.move(number, target_number))
        case _:
            act = structs.replace(act, target=_unused_id(act.target, cards))
            data, order = page.rearrange_cards(lambda entries: entries.copy(sample_number, number))
            data = _name_copy(page.with_data(data), number + 1, act)
    numbers = {name: order.index(n) for name, n in cards.items() if n in order}
    is_new = act.act in ("new", "copy")
    return data, numbers | {act.target: number + 1} if is_new else numbers


def _name_copy(page: EditedFile, number: int, act: Act) -> bytes:
    """Return the content of a file after giving its new entry an id and only the copied fields."""
    entry = value_at(page.root, ("cards", number))
    assert entry is not None
    values = entry.to_texts()
    new = {name: act.target for name in values if name == "id"}
    if act.copied:
        words = {name: as_written(value) for name, value in values.items() if name in act.copied}
        title = {"title": "New card"} if "title" in values else {}
        content = {**words, **title, **act.values, **new}
        content = {name: value for name, value in content.items() if value is not GONE}
        return page.apply_edits([Edit(("cards", number), content)])
    return page.apply_edits([Edit(("cards", number, "id"), id) for id in new.values()])
