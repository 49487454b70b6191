"""What can be wrong with the description of a game (CG2xx)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from cardgen.core.diagnostics import Location, ModelError, Severity
from cardgen.core.problems import HERE, Wording, problem
from cardgen.core.registry import choices, did_you_mean


def _nearest(word: str, options: Iterable[str], what: str) -> tuple[str, ...]:
    options = list(options)
    if not options:
        return (f"there are no {what} yet",)
    return did_you_mean(word, options) or (f"{what}: {choices(options)}",)


def _subject(what: str, key: str) -> str:
    """Leave out which card it is: all cards that lack a field have one problem."""
    return f"{what.partition('`')[0]}`{key}`"


@problem("CG201")
def unknown_key(key: str, what: str, known: Iterable[str]) -> Wording:
    """A mapping has a key that nothing reads.

    A field of a card must be declared under its card type in ``game.yaml`` first::

        card_types:
          soldier:
            fields:
              skills: {kind: list, of: term}
    """
    said = f"{what} has no key `{key}`"
    return Wording(said, hints=_nearest(key, known, "keys"), subject=_subject(what, key))


@problem("CG202")
def missing_key(key: str, what: str, doc: str = "", empty: bool = False) -> Wording:
    """A key that must be there is not, or has no value.

    A field of a card type may be left out when it says ``optional: true`` or has a
    ``default:``; a deck may give its cards a value under ``defaults:``.
    """
    if empty:
        return Wording(f"`{key}` of {what} is empty", hints=f"write {doc} below it")
    hint = f"add `{key}:`" + (f" ({doc})" if doc else "")
    return Wording(f"{what} lacks `{key}`", hints=hint, subject=_subject(what, key))


@problem("CG203")
def wrong_type(expected: str, found: str, hints: tuple[str, ...] = ()) -> Wording:
    """A value is of another kind than its key wants, for example a list instead of a text.

    YAML reads a text that starts with ``{`` or ``[`` as a mapping or a list unless it is in
    quotes: write ``text: "{medic}"``.
    """
    return Wording(f"expected {expected}, found {found}", hints=hints or (f"write {expected}",))


@problem("CG204")
def bad_value(message: str, hint: str) -> Wording:
    """A value is of the right kind but outside of what its key allows."""
    return Wording(message, hints=hint)


@problem("CG205")
def duplicate_id(id: str, what: str, first: Location) -> Wording:
    """Two cards of a deck, or two tokens of a set, have the same id.

    Each card needs an id of its own. For several equal cards write ``copies:``.
    """
    return Wording(
        f"{what} `{id}` is there twice",
        notes=f"first given at {first}",
        hints=f"rename one, or use `copies:` for equal {what}s",
    )


@problem("CG206")
def bad_name(name: str, what: str, hint: str) -> Wording:
    """An id or name has characters that do not work everywhere it goes.

    Names are lower-case letters and digits, joined by single ``-`` or ``_``. Names that
    templates use as ``card.name`` or ``rules.name`` take ``_`` only.
    """
    shown = name if len(name) <= 60 else name[:59] + "…"
    return Wording(f"`{shown}` cannot be {what}", hints=hint)


@problem("CG207")
def unknown_name(what: str, name: str, known: Iterable[str], plural: str) -> Wording:
    """A value names something that the game does not have.

    Icons are the SVG files in ``card_data/<game>/icons`` and ``templates/shared/icons``.
    Terms, rules, card types and theme colours are declared in ``game.yaml``.
    """
    return Wording(f"unknown {what} `{name}`", hints=_nearest(name, known, plural))


@problem("CG208")
def bad_markup(message: str, hint: str) -> Wording:
    r"""The inline markup of a text cannot be read.

    ``**bold**``, ``*italic*``, ``{term}``, ``{icon:name}``, ``{rule:name}`` and ``{br}``
    are markup. To show one of these characters itself, put a backslash before it:
    ``\*``, ``\{``, ``\}``, ``\\``.
    """
    return Wording(message, hints=hint)


@problem("CG210")
def unknown_game(name: str, known: Iterable[str]) -> Wording:
    """A game was asked for by a name that no folder below ``card_data/`` has."""
    return Wording(f"there is no game `{name}`", hints=_nearest(name, known, "games"))


@problem("CG211", hint="make a folder below `card_data/` with a `game.yaml`")
def no_games() -> str:
    """The project has no game: ``card_data/`` holds no folder with a ``game.yaml``."""
    return "there is no game in this project"


@problem("CG212", Severity.WARNING)
def unused_deck_file(component: str) -> Wording:
    """A file in ``decks/`` belongs to no component, so its cards are not made.

    Add a deck of that name under ``components:`` of ``game.yaml``, or name the file with
    ``cards:`` in an existing one.
    """
    return Wording(
        "no component uses this deck file",
        hints=f"add `{component}: {{kind: deck, title: …}}` under `components:`",
    )


@problem("CG231")
def unknown_directive(name: str, known: Iterable[str]) -> Wording:
    """A code fence of a rule text opens with a word that means nothing.

    Fences are directives: ```` ```note ```` makes a box, ```` ```card deck/id ```` pictures a
    card. Rule texts have no blocks of code.
    """
    return Wording(
        f"there is no directive `{name}`" if name else "a fence without a directive",
        hints=_nearest(name, known, "directives"),
    )


@problem("CG232")
def bad_directive(message: str, hint: str) -> Wording:
    """A block of a rule text cannot be read as it is written.

    A directive lacks what it needs or is given what it does not know; a text is indented by
    four spaces, which Markdown takes for code; a picture stands in the middle of a sentence.
    """
    return Wording(message, hints=hint)


@problem("CG233")
def unknown_heading(name: str, known: Iterable[str]) -> Wording:
    """A rule text points at a heading that it does not have.

    A heading is named by its words in lower case, joined with `-`: `## Danger roll` is
    `{page:danger-roll}` or `[the roll](#danger-roll)`.
    """
    return Wording(f"there is no heading `{name}`", hints=_nearest(name, known, "headings"))


@problem("CG234", hint="write its text, or leave the booklet out")
def empty_booklet(name: str) -> str:
    """The text of a booklet shows nothing, so there is no page to print."""
    return f"booklet `{name}` would have no pages: there is nothing in its text"


@problem("CG235", hint="give a larger `volume`, or make several decks")
def too_many_volumes(number: int, limit: int) -> str:
    """A series has so many volumes that a build would hardly come to its end.

    Give each volume more cards, or split the series into several decks::

        series: {count: 1000000000, volume: 100000}
    """
    return f"the series has {number:,} volumes (the limit is {limit:,})"


@problem("CG240")
def bad_each(message: str, hint: str) -> Wording:
    """An entry with ``each`` does not say which cards it makes.

    ``each`` gives names to lists and ranges, and the entry makes a card for every combination of
    their values. ``except`` says what is different on single cards::

        - each: {suit: [hearts, spades], rank: 2..10}
          id: "{suit}-{rank}"
          title: "{rank} of {suit:Word}"
          except:
            hearts-7: {copies: 2}
            spades-10: omit
    """
    return Wording(message, hints=hint)


@problem("CG241")
def bad_slot(message: str, hint: str) -> Wording:
    """A name in braces cannot be filled in.

    In an entry with ``each``, ``{rank}`` stands for the value of ``rank``, and ``{suit.color}``
    for a part of a value that is a mapping. ``{rank:word}``, ``{rank:Word}`` and
    ``{rank:ordinal}`` spell a number, ``{rank?point|points}`` chooses by it, and ``{name:id}``
    writes a text as ids are written. YAML wants quotes round a text that starts with a brace.
    """
    return Wording(message, hints=hint)


@problem("CG242", hint="list fewer values, or use `series:` for a large deck")
def each_too_large(said: str) -> str:
    """An entry with ``each`` makes more cards than a deck file should hold.

    ``each`` makes at most 10 000 cards. A deck with ``series:`` has no such limit.
    """
    return f"`each` makes {said}"


@problem("CG243")
def made_twice(id: str, first: str) -> Wording:
    """Two cards that one entry makes have the same id.

    Every name of ``each`` that has several values belongs in the id: ``id: "{suit}-{rank}"``.
    """
    return Wording(
        f"card `{id}` is made twice",
        notes=f"first made for {first}",
        hints="put what differs into the id",
    )


@problem("CG245")
def bad_setup(message: str, hint: str) -> Wording:
    """A step of the set-up cannot be carried out.

    Steps are gone through for every number of players, with the cards that the decks have::

        setup:
          - shuffle: [events, actions]
          - {deal: actions, number: hand_size}
          - {draw: events, number: 4, on: "event-{1..4}", face: down, with: 3+}
    """
    return Wording(message, hints=hint)


@problem("CG798", hint="take away its `- `, or write a line above it", subject=HERE)
def lone_item() -> str:
    """A text is a list of one item over several lines, which no export can write.

    An export joins the lines of a text, and one line that begins with a hyphen is not a list.
    """
    return "a list of one item cannot be exported: in one line it would be no list"


def refuse_unknown(what: str, names: Iterable[str], known: Collection[str], plural: str) -> None:
    """Raise ModelError for names that are not among those of things of a kind."""
    if unknown := [name for name in names if name not in known]:
        raise ModelError(*(unknown_name(None, what, name, known, plural) for name in unknown))
