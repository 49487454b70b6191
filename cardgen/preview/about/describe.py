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
from cardgen.pipeline.dependencies import said
from cardgen.preview import Json

if TYPE_CHECKING:
    from cardgen.frame import Frame
    from cardgen.model.cards import Card, CardType
    from cardgen.model.game import Game
    from cardgen.model.sides import CardSides, SideSpec
    from cardgen.pipeline.results import SideResult
    from cardgen.preview.live.loaded_game import LoadedGame
    from cardgen.preview.live.page_edits import PageEdit


def findings(found: Iterable[Diagnostic]) -> list[Json]:
    """Describe diagnostics as a list for people: each problem once, causes first."""
    return [finding(group.representative) for group in group_by_problem(found)]


def sketches(loaded: LoadedGame, results: Iterable[SideResult]) -> Json:
    """Describe sides that were laid out beside those of the game, whose pictures can be shown."""
    found: Json = {}
    for result in results:
        if result.frame is not None:
            loaded.keep_frames([result.frame])
        found[result.id] = {
            "p": result.frame.fingerprint if result.frame is not None else "",
            "findings": findings(result.diagnostics),
        }
    return found


def finding(item: Diagnostic) -> Json:
    """Describe a diagnostic; ``sides`` are the ids of those that have it."""
    at = item.at
    return {
        "severity": item.severity.value,
        "code": item.code,
        "message": item.message,
        "path": at.path if at else "",
        "line": at.line if at else 0,
        "column": at.column if at else 0,
        "cell": f"{at.sheet}!{at.cell}" if at and at.sheet else "",
        "notes": item.notes,
        "hints": item.hints,
        "sides": item.side_ids,
    }


def card(one: Card) -> Json:
    """Describe a card by what its file says."""
    return {
        "id": one.id,
        "type": one.type,
        "title": one.title.plain,
        "copies": one.copies,
        "fields": {name: plain(value) for name, value in values_of(one.fields).items()},
        "assumption": str(one.assumption),
    }


def side(loaded: LoadedGame, id: str) -> Json:
    """Describe a side, in short: a deck has a thousand.

    ``p`` names its picture; of a broken side that is the last good one. ``e`` lists its errors
    and ``w`` counts its warnings. ``m`` is the number of the edit that changed it last. ``b`` is
    the picture before that, with its measures ``z`` if these were others. ``s`` is set while it
    waits to be laid out (again).
    """
    with loaded.lock:
        known, waits = loaded.shown.get(id), id in loaded.pending
    described: Json = {}
    if known is not None:
        described["p"] = known.fingerprint
        found = known.diagnostics
        if errors := [finding(d) for d in found if d.severity is Severity.ERROR]:
            described["e"] = errors
        if warnings := sum(d.severity is Severity.WARNING for d in found):
            described["w"] = warnings
        edit = loaded.edits[id]
        if edit.number:
            described["m"] = edit.number
        described |= _before(edit, known.frame)
    if known is None or waits:
        described["s"] = True
    return described


def _before(edit: PageEdit, now: Frame | None) -> Json:
    """Name an earlier picture; ``z`` is its width, height and bleed, if they were others."""
    before = edit.before
    if before is None:
        return {}
    if now is None or (before.size, before.bleed) == (now.size, now.bleed):
        return {"b": before.fingerprint}
    return {"b": before.fingerprint, "z": [*astuple(before.size), *astuple(before.bleed)]}


def title(spec: SideSpec) -> str:
    """Return the title of the card of a side; empty for what is no card."""
    given = spec.context.get("card") if spec.card else None
    return str(values_of(given)["title"].plain) if isinstance(given, Record) else ""


def coming(loaded: LoadedGame) -> Json:
    """Say what is still to come: how many sides, and whether there may be pages."""
    with loaded.lock:
        return {"sides": len(loaded.pending), "pages": loaded.due and loaded.game is not None}


def game(loaded: LoadedGame, edit: int) -> Json:
    """Describe a whole game."""
    with loaded.lock:
        known = loaded.game
        if known is None:
            empty: Json = {name: {} for name in ("sides", "texts", "faults")}
            return {
                **_unread_facts(loaded),
                **empty,
                "components": [],
                "showcase": [],
                "edit": edit,
            }
        components = []
        for id, component in known.components.items():
            one: Json = {"id": id, "kind": component.kind, "title": component.title}
            sides = loaded.sides.get(id, [])
            if sides:
                one.update(_side_measures(sides[0].face))
            if component.cards:
                one["cards"] = [
                    {**card(design.card), **_ids(design)} for design in sides if design.card
                ]
                one["fields"] = _fields_of_types(known.card_types, component.cards)
                if isinstance(component, Deck) and component.index is not None:
                    one["index"] = [component.index.width, component.index.height]
            else:
                one["sides"] = [
                    {**_ids(design), "copies": design.copies, **_side_measures(design.face)}
                    for design in sides
                ]
            components.append(one)
        return {
            **_common_facts(loaded, known),
            "components": components,
            "sides": {id: side(loaded, id) for id in loaded.specs},
            "texts": texts(loaded),
            "faults": faults(loaded),
            "showcase": known.showcase,
            "edit": edit,
        }


def faults(loaded: LoadedGame) -> Json:
    """Describe what is wrong in the data file, by the card in whose lines it stands."""
    return {name: [finding(item) for item in found] for name, found in loaded.state.faults.items()}


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
                "why": said(text.reason) if text.reason else "",
            }
            for id, text in loaded.texts.items()
        }


def summary(loaded: LoadedGame) -> Json:
    """Describe a game for the list of games."""
    with loaded.lock:
        known = loaded.game
        if known is None:
            return {**_unread_facts(loaded), "kinds": [], "cover": []}
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
        # The sides that represent the game: its showcase, then a card of each deck.
        cover: list[str] = [SideId.pictured(name) for name in known.showcase]
        decks = (loaded.sides.get(deck.id, ()) for deck in decks_of(known))
        cover += [one.face.id for designs in decks for one in designs[:1]]
        cover = [name for name in dict.fromkeys(cover) if name in loaded.specs][:5]
        return {**_common_facts(loaded, known), "kinds": kinds, "cover": cover}


def _unread_facts(loaded: LoadedGame) -> Json:
    return {"id": loaded.id, "title": loaded.id, "current": False, "coming": coming(loaded)}


def _common_facts(loaded: LoadedGame, known: Game) -> Json:
    names = ("title", "subtitle", "players", "duration", "age", "version")
    about = {name: getattr(known, name) for name in names}
    return {**about, "id": loaded.id, "current": loaded.current, "coming": coming(loaded)}


def _ids(one: CardSides) -> Json:
    return {"face": one.face.id, "back": one.back.id if one.back is not None else ""}


def measures(of: Frame | SideSpec) -> Json:
    """Describe the size and bleed of a picture or side."""
    return {"width": of.size.width, "height": of.size.height, "bleed": astuple(of.bleed)}


def _side_measures(spec: SideSpec) -> Json:
    return {**measures(spec), "safe": spec.safe, "radius": spec.radius}


def picture(frame: Frame | None) -> Json:
    """Name a picture and its measures; empty for none."""
    if frame is None:
        return {}
    return {"p": frame.fingerprint, "width": frame.size.width, "height": frame.size.height}


def _fields_of_types(types: Mapping[str, CardType], cards: Iterable[Card]) -> list[Json]:
    found: dict[str, Json] = {}
    for name in dict.fromkeys(one.type for one in cards):
        for id, field in types[name].fields.items():
            found.setdefault(id, {"id": id, "kind": field.kind, "doc": field.doc})
    return list(found.values())
