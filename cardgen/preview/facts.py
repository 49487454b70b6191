"""What the page is told, as plain values for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from cardgen.core.diagnostics import Diagnostic, Severity
from cardgen.model.record import plain, values_of

if TYPE_CHECKING:
    from cardgen.model.cards import Card, CardType
    from cardgen.model.game import Game
    from cardgen.model.sides import CardSides, SideSpec
    from cardgen.preview.loaded_game import LoadedGame

Facts = dict[str, Any]


def finding(item: Diagnostic) -> Facts:
    """Describe a diagnostic."""
    at = item.at
    return {
        "severity": item.severity.value,
        "code": item.code,
        "message": item.message,
        "path": at.path if at else "",
        "line": at.line if at else 0,
        "column": at.column if at else 0,
        "notes": item.notes,
        "hints": item.hints,
    }


def card(one: Card) -> Facts:
    """Describe a card by what its file says."""
    return {
        "id": one.id,
        "type": one.type,
        "title": one.title.plain,
        "copies": one.copies,
        "fields": {name: plain(value) for name, value in values_of(one.fields).items()},
        "assumption": str(one.assumption),
    }


def side(loaded: LoadedGame, id: str) -> Facts:
    """Describe a side: ``p`` its picture, ``e`` its errors, ``m`` the edit that changed it.

    ``s`` is set where it waits to be laid out (again).
    """
    known = loaded.shown.get(id)
    facts: Facts = {}
    if known is not None:
        facts["p"] = known.fingerprint
        found = known.result.diagnostics
        if errors := [finding(d) for d in found if d.severity is Severity.ERROR]:
            facts["e"] = errors
        if warnings := sum(d.severity is Severity.WARNING for d in found):
            facts["w"] = warnings
        if known.edit:
            facts["m"] = known.edit
    if known is None or id in loaded.pending:
        facts["s"] = True
    return facts


def game(loaded: LoadedGame, edit: int) -> Facts:
    """Describe a whole game."""
    with loaded.lock:
        known = loaded.game
        if known is None:
            return {"id": loaded.id, "title": loaded.id, "current": False, "components": []}
        components = []
        for id, component in known.components.items():
            facts: Facts = {"id": id, "kind": component.kind, "title": component.title}
            sides = loaded.sides.get(id, [])
            if sides:
                facts.update(_measures(sides[0].face))
            if component.cards:
                facts["cards"] = [_design(one) for one in sides]
                facts["fields"] = _fields(known.card_types, component.cards)
            else:
                facts["sides"] = [
                    {
                        "face": one.face.id,
                        "back": one.back.id if one.back else "",
                        "copies": one.copies,
                        **_measures(one.face),
                    }
                    for one in sides
                ]
            components.append(facts)
        return {
            **_about(loaded, known),
            "components": components,
            "sides": {id: side(loaded, id) for id in loaded.specs},
            "texts": texts(loaded),
            "blamed": {
                name: [finding(item) for item in found] for name, found in loaded.blamed.items()
            },
            "showcase": known.showcase,
            "pending": len(loaded.pending),
            "edit": edit,
        }


def texts(loaded: LoadedGame) -> Facts:
    """Describe the pages of the booklets of a game."""
    with loaded.lock:
        return {
            id: {
                "pages": [
                    {
                        "p": result.frame.fingerprint if result.frame else "",
                        "m": text.edits[number] if number < len(text.edits) else 0,
                        **_size(result.frame),
                    }
                    for number, result in enumerate(text.results)
                ],
                "findings": [finding(d) for result in text.results for d in result.diagnostics],
            }
            for id, text in loaded.texts.items()
        }


def summary(loaded: LoadedGame) -> Facts:
    """Describe a game for the list of games."""
    known = loaded.game
    if known is None:
        return {"id": loaded.id, "title": loaded.id, "current": False, "kinds": [], "cover": []}
    kinds = [
        {
            "id": c.id,
            "kind": c.kind,
            "title": c.title,
            "count": sum(k.copies for k in c.cards),
            "designs": len(c.cards),
        }
        for c in known.components.values()
    ]
    return {
        **_about(loaded, known),
        "kinds": kinds,
        "cover": _cover(loaded, known),
        "pending": len(loaded.pending),
    }


def _about(loaded: LoadedGame, known: Game) -> Facts:
    """Say what a game is, as every description of it begins."""
    return {
        "id": loaded.id,
        "title": known.title,
        "subtitle": known.subtitle,
        "players": known.players,
        "duration": known.duration,
        "age": known.age,
        "version": known.version,
        "current": loaded.current,
    }


def _cover(loaded: LoadedGame, known: Game) -> list[str]:
    """Name the sides that the game is proudest of."""
    names = [f"{n}/face" if "/" in n else f"{n}/back" for n in known.showcase]
    names += [one.face.id for deck in known.decks for one in loaded.sides.get(deck.id, ())[:1]]
    return [name for name in dict.fromkeys(names) if name in loaded.specs][:5]


def _design(one: CardSides) -> Facts:
    assert one.card is not None
    return {
        **card(one.card),
        "face": one.face.id,
        "back": one.back.id if one.back is not None else "",
    }


def _measures(spec: SideSpec) -> Facts:
    b = spec.bleed
    return {
        "width": spec.size.width,
        "height": spec.size.height,
        "bleed": [b.top, b.right, b.bottom, b.left],
        "safe": spec.safe,
        "radius": spec.radius,
    }


def _size(frame: Any) -> Facts:
    return {"width": frame.size.width, "height": frame.size.height} if frame is not None else {}


def _fields(types: Mapping[str, CardType], cards: Iterable[Card]) -> list[Facts]:
    """Describe the fields of the card types of a deck, in their order."""
    found: dict[str, Facts] = {}
    for name in dict.fromkeys(one.type for one in cards):
        for id, field in types[name].fields.items():
            found.setdefault(id, {"id": id, "kind": field.kind, "doc": field.doc})
    return list(found.values())
