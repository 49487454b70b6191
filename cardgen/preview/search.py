"""The search in all games: an index that follows the edits, and ranked results.

Entries are components, cards, pieces, pages, rule numbers and files. The search ignores accents
and case, and treats all kinds of quotes and dashes alike.
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

from cardgen.frame.words import frame_words
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
    """Return the form of a text for comparisons."""
    low = text.lower()
    if low.isascii():
        return low
    parts = unicodedata.normalize("NFKD", low.translate(_ALIKE))
    return "".join(c for c in parts if not unicodedata.combining(c)).casefold()


def origins(text: str) -> list[int]:
    """Return the offset in the text of each character of the folded text, and of its end.

    Offsets are in UTF-16 units, as in browsers.
    """
    offsets: list[int] = []
    offset = 0
    for char in text:
        offsets += [offset] * len(fold(char))
        offset += 2 if ord(char) > 0xFFFF else 1
    return [*offsets, offset]


PRINTED = "printed"
"""The name of the place with the words that are printed on a side."""


class Place(Struct, frozen=True):
    """A text of an entry, named ``printed``, ``type`` or after its field."""

    name: str
    text: str
    folded: str


class Entry(Struct):
    """A possible result of the search.

    ``address`` has the parts of its address on the page, the game first. ``texts`` has pairs of
    name and text; empty texts are left out. ``side`` is the id of the side that pictures it, or
    ``page`` is the number of a page of the booklet ``address[1]``, from 0. ``haystack`` is all its
    searchable text.
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
        folded = (self.folded_id, self.folded_title, *(place.folded for place in self.places))
        self.haystack = "\n".join(folded)


def search_text(value: Any) -> str:
    """Return the value of a field as text, with all values inside it."""
    match value:
        case None | False:
            return ""
        case Record():
            return " ".join(filter(None, map(search_text, values_of(value).values())))
        case tuple() | list():
            return " ".join(filter(None, map(search_text, value)))
        case TermValue():
            return value.text if fold(value.text) == value.id else f"{value.text} {value.id}"
    return value_key(value)


_NAME, _PREFIX, _WORD, _WITHIN, _READ, _FIELD = range(6)
"""The rank of a match: the id or the whole title, the start of the title, the start of a word in
the title, elsewhere in title or id, the printed words, a field."""
_INNER = 0.5
"""The penalty for a match in the middle of a word."""
_EXCERPT_LETTERS = 90
"""The most letters of an excerpt."""
_BEFORE = 14
Span = tuple[int, int]


class Query(Struct, frozen=True):
    """The folded words of a search, which must all match, and the whole phrase."""

    words: tuple[str, ...]
    phrase: str


def read_query(text: str) -> Query:
    """Read a typed search."""
    words = tuple(dict.fromkeys(fold(text).split()))
    return Query(words, " ".join(words))


def rank_entries(entries: Iterable[Entry], query: Query, near: str = "") -> list[Entry]:
    """Return the entries that contain all words, the best first.

    Among equal matches, entries of the game ``near`` come first, then shorter titles.
    """
    words = query.words
    matches = [entry for entry in entries if all(word in entry.haystack for word in words)]
    return sorted(
        matches, key=lambda entry: (_rank(entry, query), entry.address[0] != near, len(entry.title))
    )


def _rank(entry: Entry, query: Query) -> tuple[float, float]:
    """Rank an entry by the whole phrase, or else by the word with the worst match."""
    if query.phrase in (entry.folded_id, entry.folded_title):
        return _NAME, 0.0
    if entry.folded_title.startswith(query.phrase):
        return _PREFIX, 0.0
    fits = [_fit(entry, word) for word in query.words]
    return max(fits, default=_NAME), sum(fits)


def _fit(entry: Entry, word: str) -> float:
    if word in entry.folded_title:
        return _WORD if _begins_a_word(entry.folded_title, word) else _WITHIN
    if word in entry.folded_id:
        return _WITHIN
    fits = (
        (_READ if place.name == PRINTED else _FIELD)
        + (0.0 if _begins_a_word(place.folded, word) else _INNER)
        for place in entry.places
        if word in place.folded
    )
    return min(fits, default=_FIELD + _INNER)


def _begins_a_word(text: str, word: str) -> bool:
    position = text.find(word)
    while position > 0 and text[position - 1].isalnum():
        position = text.find(word, position + 1)
    return position >= 0


def marks(text: str, query: Query) -> list[Span]:
    """Return the spans of the query's words in a text, in UTF-16 units, as in browsers."""
    folded, spans = fold(text), list[Span]()
    for word in query.words:
        position = folded.find(word)
        while position >= 0:
            spans.append((position, position + len(word)))
            position = folded.find(word, position + len(word))
    if not spans:
        return []
    back = origins(text)
    return _merge_spans((back[start], back[end]) for start, end in spans)


def _merge_spans(spans: Iterable[Span]) -> list[Span]:
    merged_spans: list[Span] = []
    for start, end in sorted(spans):
        if merged_spans and start <= merged_spans[-1][1]:
            merged_spans[-1] = merged_spans[-1][0], max(end, merged_spans[-1][1])
        else:
            merged_spans.append((start, end))
    return merged_spans


def excerpt(entry: Entry, query: Query) -> Json | None:
    """Return the place of an entry with the words that are missing in its title and id, if any."""
    missing = [w for w in query.words if w not in entry.folded_title and w not in entry.folded_id]
    if not missing:
        return None
    counts = [sum(word in place.folded for word in missing) for place in entry.places]
    if not any(counts):
        return None
    place = entry.places[counts.index(max(counts))]  # the first place with the most of these words
    text = _cut(place, missing)
    return {"place": place.name, "text": text, "marks": marks(text, query)}


def _cut(place: Place, words: Sequence[str]) -> str:
    """Return the part of a text around the first matching word, cut at spaces."""
    text = place.text
    if len(text) <= _EXCERPT_LETTERS:
        return text
    first = min(n for word in words if (n := place.folded.find(word)) >= 0)
    position = [n for n, char in enumerate(text) for _ in fold(char)][first]
    start = text.rfind(" ", 0, position - _BEFORE) + 1 if position > _BEFORE else 0
    if position - start > 3 * _BEFORE:  # no spaces in this language
        start = position - _BEFORE
    end = min(len(text), start + _EXCERPT_LETTERS)
    if end < len(text) and (space := text.rfind(" ", position + 1, end)) > 0:
        end = space
    return f"{'… ' if start else ''}{text[start:end].strip()}{' …' if end < len(text) else ''}"


State = tuple[int, tuple[str, ...]]
"""The generation of the preview, and the paths of the files of a game."""


class FindIndex:
    """The search index of all games, for any thread."""

    def __init__(self, live: LiveProject) -> None:
        self._live = live
        self._lock = Lock()
        self._games: WeakKeyDictionary[LoadedGame, tuple[State, tuple[Entry, ...]]]
        self._games = WeakKeyDictionary()

    def entries(self, game: str = "") -> list[Entry]:
        """Return the current entries of all games, or of one."""
        live = self._live
        with self._lock:
            generation = live.generation  # read first: the next call takes in later changes
            entries: list[Entry] = []
            for loaded in sorted(live.loaded.values(), key=lambda candidate: candidate.id):
                if game in ("", loaded.id):
                    entries += self._game_entries(loaded, generation)
            return entries

    def _game_entries(self, loaded: LoadedGame, generation: int) -> tuple[Entry, ...]:
        settled = not loaded.pending and not loaded.due  # else planning the files would be wasted
        planned = self._live.print_pages(loaded) if settled else None
        files = tuple(planned.artifacts) if planned is not None else ()
        state, cached_entries = self._games.get(loaded, (None, ()))
        if state != (generation, files):
            cached_entries = tuple(_entries_of(loaded, files))
            self._games[loaded] = (generation, files), cached_entries
        return cached_entries


def _entries_of(loaded: LoadedGame, files: tuple[str, ...]) -> Iterator[Entry]:
    with loaded.lock:
        game, sides = loaded.game, dict(loaded.sides)
        frames = {id: result.frame for id, result in loaded.side_results.items()}
        texts = dict(loaded.texts)
    if game is None:
        return
    words = {id: frame_words(frame) for id, frame in frames.items() if frame is not None}
    about = [("subtitle", game.subtitle), *(("credits", str(credit)) for credit in game.credits)]
    yield Entry("game", (game.id,), game.title, "", about, game.id)
    for id, part in game.components.items():
        yield Entry("part", (game.id, id), part.title, game.title, id=id)
        yield from _design_entries(game, part, sides.get(id, []), words)
        pages = [result.frame for result in texts[id].results] if id in texts else []
        for number, page in enumerate(pages):
            if page is not None:
                title, place = f"{part.title}, page {number + 1}", (game.id, id, str(number + 1))
                yield Entry(
                    "page", place, title, part.title, [(PRINTED, frame_words(page))], page=number
                )
    for rule in game.rules.values():
        rule_texts = [("value", rule.value.text), ("text", rule.text)]
        place = (game.id, "~rules", rule.id)
        yield Entry("rule", place, nice(rule.id), game.title, rule_texts, rule.id)
    for path in files:
        yield Entry("file", (game.id, "~print", path), path, game.title)


def _design_entries(
    game: Game, part: Component, designs: Sequence[CardSides], words: dict[str, str]
) -> Iterator[Entry]:
    uses = Counter(design.back.id for design in designs if design.back is not None)
    for design in designs:
        own = [spec.id for spec in design.specs if uses[spec.id] < 2]
        texts = [(PRINTED, text) for text in dict.fromkeys(words[id] for id in own if id in words)]
        card, side = design.card, design.face.id
        if card is not None:
            texts += [(name, search_text(value)) for name, value in values_of(card.fields).items()]
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


_DEFAULT_LIMIT, _MAX_LIMIT = 60, 500
_MAX_QUERY = 200
"""The most characters of a query."""


def routes(live: LiveProject) -> list[Route]:
    """Return the routes of the search."""
    index = FindIndex(live)

    def search(query: Query, game: str, part: str, near: str, limit: int) -> Json:
        entries = index.entries(game)
        if part:
            entries = [entry for entry in entries if entry.address[1:2] == (part,)]
        hits = rank_entries(entries, query, near) if query.words else []
        answer: Json = {
            "total": len(hits),
            "hits": [_hit(live, entry, query) for entry in hits[:limit]],
        }
        if part:
            answer["keys"] = [entry.address[2] for entry in hits if len(entry.address) > 2]
        return answer

    async def find(request: Request) -> Response:
        """Search for ``q`` in all games, in one ``game``, or in one ``part`` of it.

        Hits in the game ``near`` come first among equals. ``limit`` is the most hits to describe;
        for a part, ``keys`` has all hits.
        """
        parameters = request.query_params
        try:
            limit = min(max(int(parameters.get("limit", _DEFAULT_LIMIT)), 1), _MAX_LIMIT)
        except ValueError:
            raise HTTPException(400) from None
        query = read_query(parameters.get("q", "")[:_MAX_QUERY])
        game, part, near = (parameters.get(name, "") for name in ("game", "part", "near"))
        return JSONResponse(await run_in_threadpool(search, query, game, part, near, limit))

    return [Route("/api/find", find, methods=["GET"])]


def _hit(live: LiveProject, entry: Entry, query: Query) -> Json:
    names = ("kind", "address", "id", "title", "part")
    return {
        **{name: getattr(entry, name) for name in names},
        "marks": marks(entry.title, query),
        "excerpt": excerpt(entry, query),
        **_picture(live, entry),
    }


def _picture(live: LiveProject, entry: Entry) -> Json:
    loaded = live.loaded.get(entry.address[0])
    if loaded is None:
        return {}
    with loaded.lock:
        result = (
            loaded.texts.get(entry.address[1])
            if entry.page >= 0
            else loaded.side_results.get(entry.side)
        )
    pages = result.results if result is not None else []
    number = max(entry.page, 0)
    return picture(pages[number].frame) if number < len(pages) else {}
