"""The search in all games: an index that follows the edits, and its answers in rank order.

Entries are parts, cards, pieces, pages, rule numbers and files. Letters match without accents,
without case, and with plain quotes and dashes.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.frame.words import printed
from cardgen.model.game import Component, Game
from cardgen.model.record import Record, value_key, values_of
from cardgen.model.richtext import TermValue
from cardgen.model.sides import CardSides
from cardgen.model.words import nice
from cardgen.preview import Json
from cardgen.preview.about.describe import picture
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import LoadedGame

if TYPE_CHECKING:
    from cardgen.preview.live.live_project import LiveProject

_ALIKE = str.maketrans({
    "‘": "'", "’": "'", "‚": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "−": "-", "\xad": "", "\u200b": "",
    "ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe",
})  # fmt: skip


def fold(text: str) -> str:
    """Return a text in the form in which it is compared."""
    low = text.lower()
    if low.isascii():
        return low
    parts = unicodedata.normalize("NFKD", low.translate(_ALIKE))
    return "".join(c for c in parts if not unicodedata.combining(c)).casefold()


def origins(text: str) -> list[int]:
    """Return for each character of the folded text, and for its end, where it comes from.

    Counted as browsers do, in UTF-16 units.
    """
    found: list[int] = []
    at = 0
    for char in text:
        found += [at] * len(fold(char))
        at += 2 if ord(char) > 0xFFFF else 1
    return [*found, at]


PRINTED = "printed"
"""The name of the place that holds the words printed on a side."""


class Place(Struct, frozen=True):
    """A text of an entry under a name: ``printed``, ``type`` or that of a field."""

    name: str
    text: str
    folded: str


class Entry(Struct):
    """Something to go to.

    ``address`` are the parts of its address in the page, the game first. ``texts`` are pairs of
    name and text; empty texts are left out. ``side`` is the id of the side that pictures it, or
    ``page`` the number of the page of the text ``address[1]``, counted from 0. ``haystack`` is all
    that can be found of it.
    """

    kind: str
    address: tuple[str, ...]
    title: str
    part: str
    texts: Sequence[tuple[str, str]] = ()
    id: str = ""
    side: str = ""
    page: int = -1
    places: tuple[Place, ...] = ()
    folded_id: str = ""
    folded_title: str = ""
    haystack: str = ""

    def __post_init__(self) -> None:
        self.places = tuple(Place(name, text, fold(text)) for name, text in self.texts if text)
        self.folded_id, self.folded_title = fold(self.id), fold(self.title)
        folded = (self.folded_id, self.folded_title, *(one.folded for one in self.places))
        self.haystack = "\n".join(folded)


def said(value: Any) -> str:
    """Write the value of a field as text, as deep as it goes."""
    match value:
        case None | False:
            return ""
        case Record():
            return " ".join(filter(None, map(said, values_of(value).values())))
        case tuple() | list():
            return " ".join(filter(None, map(said, value)))
        case TermValue():
            return value.text if fold(value.text) == value.id else f"{value.text} {value.id}"
    return value_key(value)


_NAME, _PREFIX, _WORD, _WITHIN, _READ, _FIELD = range(6)
"""How well a word fits: as the id or whole title, at the start of the title, at the start of one
of its words, elsewhere in title or id, in the printed words, in a field."""
_INNER = 0.5
"""What is added where it stands in the middle of a word."""
_SHOWN = 90
"""Letters of an excerpt."""
_BEFORE = 14
Span = tuple[int, int]


class Query(Struct, frozen=True):
    """Words that must all be there, folded; and all of them in a row."""

    words: tuple[str, ...]
    whole: str


def read_query(text: str) -> Query:
    """Read what somebody has typed."""
    words = tuple(dict.fromkeys(fold(text).split()))
    return Query(words, " ".join(words))


def ranked(entries: Iterable[Entry], query: Query, near: str = "") -> list[Entry]:
    """Return the entries that hold all words, the best first.

    Of those that fit equally well, those of the game ``near`` come first, then shorter titles.
    """
    words = query.words
    found = [one for one in entries if all(word in one.haystack for word in words)]
    return sorted(
        found, key=lambda one: (_rank(one, query), one.address[0] != near, len(one.title))
    )


def _rank(one: Entry, query: Query) -> tuple[float, float]:
    """Say how well an entry fits: by the whole query, else by the word that fits worst."""
    if query.whole in (one.folded_id, one.folded_title):
        return _NAME, 0.0
    if one.folded_title.startswith(query.whole):
        return _PREFIX, 0.0
    fits = [_fit(one, word) for word in query.words]
    return max(fits, default=_NAME), sum(fits)


def _fit(one: Entry, word: str) -> float:
    if word in one.folded_title:
        return _WORD if _begins_a_word(one.folded_title, word) else _WITHIN
    if word in one.folded_id:
        return _WITHIN
    fits = (
        (_READ if place.name == PRINTED else _FIELD)
        + (0.0 if _begins_a_word(place.folded, word) else _INNER)
        for place in one.places
        if word in place.folded
    )
    return min(fits, default=_FIELD + _INNER)


def _begins_a_word(text: str, word: str) -> bool:
    at = text.find(word)
    while at > 0 and text[at - 1].isalnum():
        at = text.find(word, at + 1)
    return at >= 0


def marks(text: str, query: Query) -> list[Span]:
    """Return where words of the query stand in a text, in UTF-16 units, as browsers count."""
    folded, spans = fold(text), list[Span]()
    for word in query.words:
        at = folded.find(word)
        while at >= 0:
            spans.append((at, at + len(word)))
            at = folded.find(word, at + len(word))
    if not spans:
        return []
    back = origins(text)
    return _merged((back[start], back[end]) for start, end in spans)


def _merged(spans: Iterable[Span]) -> list[Span]:
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def excerpt(one: Entry, query: Query) -> Json | None:
    """Return where an entry holds words that its title and id do not: a name, a text, the marks."""
    missing = [w for w in query.words if w not in one.folded_title and w not in one.folded_id]
    if not missing:
        return None
    counts = [sum(word in place.folded for word in missing) for place in one.places]
    if not any(counts):
        return None
    place = one.places[counts.index(max(counts))]  # the first of those with most of the words
    text = _cut(place, missing)
    return {"place": place.name, "text": text, "marks": marks(text, query)}


def _cut(place: Place, words: Sequence[str]) -> str:
    """Cut the neighbourhood of the first word out of a text, at spaces."""
    text = place.text
    if len(text) <= _SHOWN:
        return text
    first = min(at for word in words if (at := place.folded.find(word)) >= 0)
    at = [n for n, char in enumerate(text) for _ in fold(char)][first]
    start = text.rfind(" ", 0, at - _BEFORE) + 1 if at > _BEFORE else 0
    if at - start > 3 * _BEFORE:  # no spaces in this language
        start = at - _BEFORE
    end = min(len(text), start + _SHOWN)
    if end < len(text) and (space := text.rfind(" ", at + 1, end)) > 0:
        end = space
    return f"{'… ' if start else ''}{text[start:end].strip()}{' …' if end < len(text) else ''}"


State = tuple[int, tuple[str, ...]]
"""The generation of the preview, and the files that a game would print."""


class FindIndex:
    """What can be found in all games. Any thread may ask."""

    def __init__(self, live: LiveProject) -> None:
        self._live = live
        self._lock = Lock()
        self._games: WeakKeyDictionary[LoadedGame, tuple[State, tuple[Entry, ...]]]
        self._games = WeakKeyDictionary()

    def entries(self, game: str = "") -> list[Entry]:
        """Return all there is to find, of all games or of one, as it is now."""
        live = self._live
        with self._lock:
            generation = live.generation  # read first: what changes meanwhile comes next time
            found: list[Entry] = []
            for loaded in sorted(live.loaded.values(), key=lambda one: one.id):
                if game in ("", loaded.id):
                    found += self._of(loaded, generation)
            return found

    def _of(self, loaded: LoadedGame, generation: int) -> tuple[Entry, ...]:
        settled = not loaded.pending and not loaded.due  # else files would be planned in vain
        planned = self._live.print_pages(loaded) if settled else None
        files = tuple(planned.artifacts) if planned is not None else ()
        state, known = self._games.get(loaded, (None, ()))
        if state != (generation, files):
            known = tuple(_entries_of(loaded, files))
            self._games[loaded] = (generation, files), known
        return known


def _entries_of(loaded: LoadedGame, files: tuple[str, ...]) -> Iterator[Entry]:
    with loaded.lock:
        game, sides = loaded.game, dict(loaded.sides)
        frames = {id: one.frame for id, one in loaded.shown.items()}
        texts = dict(loaded.texts)
    if game is None:
        return
    words = {id: printed(frame) for id, frame in frames.items() if frame is not None}
    about = [("subtitle", game.subtitle), *(("credits", str(one)) for one in game.credits)]
    yield Entry("game", (game.id,), game.title, "", about, game.id)
    for id, part in game.components.items():
        yield Entry("part", (game.id, id), part.title, game.title, id=id)
        yield from _design_entries(game, part, sides.get(id, []), words)
        pages = [one.frame for one in texts[id].results] if id in texts else []
        for number, page in enumerate(pages):
            if page is not None:
                title, place = f"{part.title}, page {number + 1}", (game.id, id, str(number + 1))
                yield Entry(
                    "page", place, title, part.title, [(PRINTED, printed(page))], page=number
                )
    for rule in game.rules.values():
        said_of = [("value", rule.value.text), ("text", rule.text)]
        place = (game.id, "~rules", rule.id)
        yield Entry("rule", place, nice(rule.id), game.title, said_of, rule.id)
    for path in files:
        yield Entry("file", (game.id, "~print", path), path, game.title)


def _design_entries(
    game: Game, part: Component, designs: Sequence[CardSides], words: dict[str, str]
) -> Iterator[Entry]:
    uses = Counter(one.back.id for one in designs if one.back is not None)
    for one in designs:
        own = [spec.id for spec in one.specs if uses[spec.id] < 2]
        texts = [(PRINTED, text) for text in dict.fromkeys(words[id] for id in own if id in words)]
        card, side = one.card, one.face.id
        if card is not None:
            texts += [(name, said(value)) for name, value in values_of(card.fields).items()]
            texts += [("type", card.type), ("assumption", str(card.assumption))]
            title, place = card.title.plain or nice(card.id), (game.id, part.id, card.id)
            yield Entry("card", place, title, part.title, texts, card.id, side)
        elif part.kind == "board":
            yield Entry("board", (game.id, part.id), part.title, part.title, texts, part.id, side)
        else:
            key = side.part or side.side.removesuffix("face")
            title = nice(key.replace("/", " ")) if key else part.title
            yield Entry("piece", (game.id, part.id, key), title, part.title, texts, key, side)
    for id, count in uses.items():
        if count > 1 and id in words:
            title, texts = f"{part.title}, back", [(PRINTED, words[id])]
            yield Entry("back", (game.id, part.id), title, part.title, texts, side=id)


_LIMIT, _MOST = 60, 500
_LONGEST = 200
"""Characters of a query."""


def routes(live: LiveProject) -> list[Route]:
    """Return the addresses of this room."""
    index = FindIndex(live)

    def found(query: Query, game: str, part: str, near: str, limit: int) -> Json:
        entries = index.entries(game)
        if part:
            entries = [one for one in entries if one.address[1:2] == (part,)]
        hits = ranked(entries, query, near) if query.words else []
        answer: Json = {
            "total": len(hits),
            "hits": [_hit(live, one, query) for one in hits[:limit]],
        }
        if part:
            answer["keys"] = [one.address[2] for one in hits if len(one.address) > 2]
        return answer

    async def find(request: Request) -> Response:
        """Find ``q`` in all games, or in one ``game``, or in one ``part`` of it.

        ``near`` names the game whose hits come first among equals. ``limit`` is how many hits are
        described; of a part, ``keys`` names all.
        """
        asked = request.query_params
        try:
            limit = min(max(int(asked.get("limit", _LIMIT)), 1), _MOST)
        except ValueError:
            raise HTTPException(400) from None
        query = read_query(asked.get("q", "")[:_LONGEST])
        game, part, near = (asked.get(name, "") for name in ("game", "part", "near"))
        return JSONResponse(await run_in_threadpool(found, query, game, part, near, limit))

    return [Route("/api/find", find, methods=["GET"])]


def _hit(live: LiveProject, one: Entry, query: Query) -> Json:
    names = ("kind", "address", "id", "title", "part")
    return {
        **{name: getattr(one, name) for name in names},
        "marks": marks(one.title, query),
        "excerpt": excerpt(one, query),
        **_picture(live, one),
    }


def _picture(live: LiveProject, one: Entry) -> Json:
    loaded = live.loaded.get(one.address[0])
    if loaded is None:
        return {}
    with loaded.lock:
        known = loaded.texts.get(one.address[1]) if one.page >= 0 else loaded.shown.get(one.side)
    pages = known.results if known is not None else []
    number = max(one.page, 0)
    return picture(pages[number].frame) if number < len(pages) else {}
