"""Games, sides and findings as plain values, for the page to read as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import astuple

from cardgen.core.diagnostics import Diagnostic, Severity
from cardgen.core.folding import group_by_problem
from cardgen.core.side_id import SideId
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.record import Record, plain, values_of
from cardgen.pipeline.dependencies import describe_change
from cardgen.preview import Json

if TYPE_CHECKING:
    from cardgen.frame import Frame
    from cardgen.model.cards import Card, CardType
    from cardgen.model.game import Game
    from cardgen.model.sides import CardSides, SideSpec
    from cardgen.pipeline.results import SideResult
    from cardgen.preview.live.loaded_game import LoadedGame
    from cardgen.preview.live.page_edits import PageEdit


def findings(diagnostics: Iterable[Diagnostic]) -> list[Json]:
    """Describe diagnostics for people: each problem once, causes first."""
    return [finding(group.representative) for group in group_by_problem(diagnostics)]


def sketches(loaded: LoadedGame, results: Iterable[SideResult]) -> Json:
    """Describe sides that were laid out on trial, and keep their pictures for the page."""
    described: Json = {}
    for result in results:
        if result.frame is not None:
            loaded.keep_frames([result.frame])
        described[result.id] = {
            "p": result.frame.fingerprint if result.frame is not None else "",
            "findings": findings(result.diagnostics),
        }
    return described


def finding(item: Diagnostic) -> Json:
    """Describe a diagnostic; ``sides`` has the ids of the sides that it concerns."""
    location = item.location
    return {
        "severity": item.severity.value,
        "code": item.code,
        "message": item.message,
        "path": location.path if location else "",
        "line": location.line if location else 0,
        "column": location.column if location else 0,
        "cell": f"{location.sheet}!{location.cell}" if location and location.sheet else "",
        "notes": item.notes,
        "hints": item.hints,
        "sides": item.side_ids,
    }


def card(card: Card) -> Json:
    """Describe a card with the values of its file."""
    return {
        "id": card.id,
        "type": card.type,
        "title": card.title.plain,
        "copies": card.copies,
        "fields": {name: plain(value) for name, value in values_of(card.fields).items()},
        "assumption": str(card.assumption),
    }


def side(loaded: LoadedGame, id: str) -> Json:
    """Describe a side. Keys are one letter each, as a deck may have a thousand sides.

    ``p`` is the fingerprint of its picture; a broken side keeps its last good picture. ``e`` lists
    its errors and ``w`` counts its warnings. ``m`` is the number of the edit that changed it last.
    ``b`` is the picture before that edit, with its measures ``z`` if they differ. ``s`` is set
    while the side waits to be laid out (again).
    """
    with loaded.lock:
        result, waits = loaded.side_results.get(id), id in loaded.pending
    described: Json = {}
    if result is not None:
        described["p"] = result.fingerprint
        diagnostics = result.diagnostics
        if errors := [finding(d) for d in diagnostics if d.severity is Severity.ERROR]:
            described["e"] = errors
        if warnings := sum(d.severity is Severity.WARNING for d in diagnostics):
            described["w"] = warnings
        edit = loaded.edits[id]
        if edit.number:
            described["m"] = edit.number
        described |= _before(edit, result.frame)
    if result is None or waits:
        described["s"] = True
    return described


def _before(edit: PageEdit, frame: Frame | None) -> Json:
    """Describe the picture before an edit; ``z`` is its width, height and bleed, if they differ."""
    before = edit.before
    if before is None:
        return {}
    if frame is None or (before.size, before.bleed) == (frame.size, frame.bleed):
        return {"b": before.fingerprint}
    return {"b": before.fingerprint, "z": [*astuple(before.size), *astuple(before.bleed)]}


def title(spec: SideSpec) -> str:
    """Return the title of the card of a side, or an empty text for a side without a card."""
    record = spec.context.get("card") if spec.card else None
    return str(values_of(record)["title"].plain) if isinstance(record, Record) else ""


def coming(loaded: LoadedGame) -> Json:
    """Describe the pending work: the number of sides, and whether booklets may change."""
    with loaded.lock:
        return {"sides": len(loaded.pending), "pages": loaded.due and loaded.game is not None}


def game(loaded: LoadedGame, edit: int) -> Json:
    """Describe a whole game."""
    with loaded.lock:
        game = loaded.game
        if game is None:
            empty: Json = {name: {} for name in ("sides", "texts", "faults")}
            return {
                **_unread_facts(loaded),
                **empty,
                "components": [],
                "showcase": [],
                "edit": edit,
            }
        components = []
        for id, component in game.components.items():
            described: Json = {"id": id, "kind": component.kind, "title": component.title}
            sides = loaded.sides.get(id, [])
            if sides:
                described.update(_side_measures(sides[0].face))
            if component.cards:
                described["cards"] = [
                    {**card(design.card), **_ids(design)} for design in sides if design.card
                ]
                described["fields"] = _fields_of_types(game.card_types, component.cards)
                if isinstance(component, Deck) and component.index is not None:
                    described["index"] = [component.index.width, component.index.height]
            else:
                described["sides"] = [
                    {**_ids(design), "copies": design.copies, **_side_measures(design.face)}
                    for design in sides
                ]
            components.append(described)
        return {
            **_common_facts(loaded, game),
            "components": components,
            "sides": {id: side(loaded, id) for id in loaded.specs},
            "texts": texts(loaded),
            "faults": faults(loaded),
            "showcase": game.showcase,
            "edit": edit,
        }


def faults(loaded: LoadedGame) -> Json:
    """Describe the findings in deck files, by the card whose lines they are in."""
    return {name: [finding(item) for item in items] for name, items in loaded.state.faults.items()}


def texts(loaded: LoadedGame) -> Json:
    """Describe the pages of the booklets of a game."""
    with loaded.lock:
        return {
            id: {
                "pages": [
                    {
                        "p": "",
                        "m": (edit := loaded.edits[page.id]).number,
                        **_before(edit, page.frame),
                        **picture(page.frame),
                    }
                    for page in text.results
                ],
                "findings": findings(d for r in text.results for d in r.diagnostics),
                "why": describe_change(text.reason) if text.reason else "",
            }
            for id, text in loaded.texts.items()
        }


def summary(loaded: LoadedGame) -> Json:
    """Describe a game for the list of games."""
    with loaded.lock:
        game = loaded.game
        if game is None:
            return {**_unread_facts(loaded), "kinds": [], "cover": []}
        kinds = [
            {
                "id": c.id,
                "kind": c.kind,
                "title": c.title,
                "count": sum(k.copies for k in c.cards),
                "designs": len(c.cards),
            }
            for c in game.components.values()
        ]
        # The sides that represent the game: its showcase, then a card of each deck.
        cover: list[str] = [SideId.from_name(name) for name in game.showcase]
        decks = (loaded.sides.get(deck.id, ()) for deck in decks_of(game))
        cover += [design.face.id for designs in decks for design in designs[:1]]
        cover = [name for name in dict.fromkeys(cover) if name in loaded.specs][:5]
        return {**_common_facts(loaded, game), "kinds": kinds, "cover": cover}


def _unread_facts(loaded: LoadedGame) -> Json:
    return {"id": loaded.id, "title": loaded.id, "current": False, "coming": coming(loaded)}


def _common_facts(loaded: LoadedGame, game: Game) -> Json:
    names = ("title", "subtitle", "players", "duration", "age", "version")
    about = {name: getattr(game, name) for name in names}
    return {**about, "id": loaded.id, "current": loaded.current, "coming": coming(loaded)}


def _ids(design: CardSides) -> Json:
    return {"face": design.face.id, "back": design.back.id if design.back is not None else ""}


def measures(side: Frame | SideSpec) -> Json:
    """Describe the size and bleed of a Frame or side."""
    return {"width": side.size.width, "height": side.size.height, "bleed": astuple(side.bleed)}


def _side_measures(spec: SideSpec) -> Json:
    return {**measures(spec), "safe": spec.safe, "radius": spec.radius}


def picture(frame: Frame | None) -> Json:
    """Describe the fingerprint and size of a picture; empty for None."""
    if frame is None:
        return {}
    return {"p": frame.fingerprint, "width": frame.size.width, "height": frame.size.height}


def _fields_of_types(types: Mapping[str, CardType], cards: Iterable[Card]) -> list[Json]:
    fields: dict[str, Json] = {}
    for name in dict.fromkeys(card.type for card in cards):
        for id, field in types[name].fields.items():
            fields.setdefault(id, {"id": id, "kind": field.kind, "doc": field.doc})
    return list(fields.values())
