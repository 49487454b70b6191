"""The texts of a game beside their translations into a language, for the page to list them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from types import MappingProxyType
from typing import Any

from msgspec.structs import asdict

from cardgen.core.diagnostics import Diagnostic, Severity
from cardgen.model.load import Loaded
from cardgen.model.locale.catalogue import languages_of
from cardgen.model.locale.reading import NotedTranslation, read_in, state_of
from cardgen.model.locale.translation import Asked, Rendition
from cardgen.preview.about import describe
from cardgen.preview.about.hit_test import location
from cardgen.preview.live.loaded_game import CardPlaces, LoadedGame
from cardgen.source.files import Project

Json = dict[str, Any]
_TOLD_BY_STATE = ("CG253", "CG254")


def listed(loaded: LoadedGame, language: str) -> Json | None:
    """List all texts of a game with their translations; None for a language that it lacks.

    Without a language it is the first one. ``problems`` are errors that concern no single text: if
    there are any, texts may be missing.
    """
    known = languages_of(Project(loaded.root), loaded.id)
    language = language or next(iter(known), "")
    about: Json = {"languages": known, "language": language, "texts": [], "problems": []}
    if not known:
        return about
    if language not in known:
        return None
    noted, read = read_beside(loaded, language)
    with loaded.lock:
        game = loaded.game
    about["source"] = game.language if game is not None else ""
    if noted is None:
        return {**about, "problems": describe.findings(read.diagnostics)}
    found, problems = by_text(noted, read.diagnostics)
    cards, status = CardPlaces.of(game), noted.status()
    return {
        **about,
        "counts": {**asdict(status), "translated": status.translated},
        "texts": [_text(noted, cards, *one, found.get(key, ())) for key, one in noted.said.items()],
        "problems": describe.findings(problems if not read.games else ()),
    }


def read_beside(
    loaded: LoadedGame, language: str, unsaved: Mapping[str, bytes] = MappingProxyType({})
) -> tuple[NotedTranslation | None, Loaded]:
    """Read a game that is shown once more, in another language; see `read_in`."""
    with loaded.lock:
        decks = loaded.decks.beside()
    decks.cards.clear()  # they are made in the language of the game
    return read_in(loaded.root, loaded.id, language, decks, unsaved)


def _text(
    noted: NotedTranslation,
    cards: CardPlaces,
    asked: Asked,
    said: Rendition,
    found: Iterable[Diagnostic],
) -> Json:
    """Describe a text; ``card`` is what shows it, as ``deck/card``."""
    written = noted.catalogue.written(asked)
    made = cards.at(asked.at) if asked.at is not None else ()
    return {
        "context": asked.context,
        "source": asked.source,
        "form": asked.form,
        "state": state_of(said),
        "text": written.text if written is not None else "",
        "was": written.was if written is not None else "",
        "at": location(asked.at) if asked.at is not None else None,
        "card": made[0] if made else "",
        "findings": describe.findings(found),
    }


def by_text(
    noted: NotedTranslation, found: Iterable[Diagnostic]
) -> tuple[Mapping[tuple[str, str], Sequence[Diagnostic]], list[Diagnostic]]:
    """Return what is wrong with each translation, and the errors that are of none."""
    entries = noted.catalogue.entries
    begins = sorted((entry.at.line, key) for key, entry in entries.items())
    of_text: dict[tuple[str, str], list[Diagnostic]] = {}
    others: list[Diagnostic] = []
    for one in found:
        before = 0
        if one.at is not None and one.at.path == noted.catalogue.path:
            before = bisect_right(begins, one.at.line, key=itemgetter(0))
        if before and one.code not in _TOLD_BY_STATE:
            of_text.setdefault(begins[before - 1][1], []).append(one)
        elif one.severity is Severity.ERROR:
            others.append(one)
    return of_text, others
