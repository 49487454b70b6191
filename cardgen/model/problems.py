"""Diagnostics of the data of a game (CG2xx)."""

from collections.abc import Collection, Iterable

from cardgen.core.diagnostics import Location, ModelError, Severity
from cardgen.core.problems import HERE, Wording, problem
from cardgen.core.registry import choices, did_you_mean


def _nearest(word: str, options: Iterable[str], noun: str) -> tuple[str, ...]:
    options = list(options)
    if not options:
        return (f"the game has no {noun} yet",)
    return did_you_mean(word, options) or (f"choose from {choices(options)}",)


def _subject(noun: str, key: str) -> str:
    """Return a subject without the id of the card, so that the fault of many cards is one fault."""
    return f"{noun.partition('`')[0]}`{key}`"


@problem("CG201")
def unknown_key(key: str, noun: str, known_names: Iterable[str]) -> Wording:
    """A mapping has an unknown key.

    Declare the fields of cards under their card type in ``game.yaml`` before you use them::

        card_types:
          soldier:
            fields:
              skills: {kind: list, of: term}
    """
    hints = _nearest(key, known_names, "key")
    if noun.startswith("component `") and key in ("copies", "type", "text"):
        hints = (f"write `{key}:` on a card, or for all cards under `defaults:`",)
    if "card `" in noun and not hints[0].startswith("did you"):
        hints = ("declare a new field under `fields:` of its card type in `game.yaml`", *hints)
    return Wording(f"{noun} has no key `{key}`", hints=hints, subject=_subject(noun, key))


@problem("CG202")
def missing_key(
    key: str, noun: str, doc: str = "", empty: bool = False, is_cell: bool = False
) -> Wording:
    """A required key is missing, or has no value.

    A field of a card type is required unless it has ``optional: true`` or a ``default:``. A deck
    may have values for all its cards under ``defaults:``.
    """
    if empty:
        return Wording(f"`{key}` of {noun} is empty", hints=f"write {doc} below it")
    hint = f"add `{key}:`" + (f" ({doc})" if doc else "")
    if is_cell:
        hint = f"fill the cell, or give the field `{key}` of the card type `optional: true`"
    if (key, noun) == ("id", "a card"):
        hint += ", or write `ids: title` for the deck in `game.yaml`, to make ids of the titles"
    return Wording(f"{noun} lacks `{key}`", hints=hint, subject=_subject(noun, key))


@problem("CG203")
def wrong_type(expected: str, value: str, hints: tuple[str, ...] = ()) -> Wording:
    """A value has the wrong type, for example a list instead of a text.

    Put a text that starts with ``{`` or ``[`` in quotes, since YAML reads it as a mapping or a list
    otherwise: write ``text: "{medic}"``.
    """
    return Wording(f"expected {expected}, found {value}", hints=hints or (f"write {expected}",))


@problem("CG204")
def bad_value(message: str, hint: str) -> Wording:
    """A value has the right type, but its key does not allow it."""
    return Wording(message, hints=hint)


@problem("CG205")
def duplicate_id(id: str, noun: str, first: Location) -> Wording:
    """Two cards of a deck, or two tokens of a set, have the same id.

    Give each card a different id. For several equal cards write ``copies:``.
    """
    return Wording(
        f"{noun} `{id}` exists already",
        notes=f"the first is at {first}",
        hints=f"rename one, or use `copies:` for equal {noun}s",
    )


@problem("CG206")
def bad_name(name: str, noun: str, hint: str) -> Wording:
    """An id or name has characters that files, links or templates do not allow.

    Use lower-case letters and digits, joined by single ``-`` or ``_``. Names that templates use as
    ``card.name`` or ``rules.name`` allow only ``_``.
    """
    short_name = name if len(name) <= 60 else name[:59] + "…"
    return Wording(f"`{short_name}` cannot be {noun}", hints=hint)


@problem("CG207")
def unknown_name(kind: str, name: str, known_names: Iterable[str]) -> Wording:
    """A value uses the name of something that the game does not have.

    Icons are the SVG files in ``card_data/<game>/icons`` and ``templates/shared/icons``.
    Terms, rules, card types and theme colours are declared in ``game.yaml``.
    """
    return Wording(f"unknown {kind} `{name}`", hints=_nearest(name, known_names, kind))


@problem("CG208")
def bad_markup(message: str, hint: str) -> Wording:
    r"""A text has faulty markup.

    ``**bold**``, ``*italic*``, ``{term}``, ``{icon:name}``, ``{rule:name}`` and ``{br}``
    are markup. To print one of these characters, put a backslash before it:
    ``\*``, ``\{``, ``\}``, ``\\``.
    """
    return Wording(message, hints=hint)


@problem("CG209", Severity.WARNING, hint="write `\\*` for an asterisk, or `×` for a product")
def doubtful_emphasis(mark: str) -> str:
    r"""Asterisks within words or numbers make words bold or italic, and are not printed.

    ``2*3*4`` prints 234, with an italic 3. To print the asterisks, put a backslash before each:
    ``2\*3\*4``. To make a part of a word italic, let the emphasis begin or end where the word does.
    """
    return f"`{mark}` within a word or number is read as emphasis, and not printed"


@problem("CG210")
def unknown_game(name: str, known_names: Iterable[str]) -> Wording:
    """The project has no game of this name: games are the folders in ``card_data/``."""
    return Wording(f"there is no game `{name}`", hints=_nearest(name, known_names, "game"))


@problem("CG211", hint="make a folder below `card_data/` with a `game.yaml`")
def no_games() -> str:
    """The project has no game: ``card_data/`` has no folder with a ``game.yaml``."""
    return "this project has no game"


@problem("CG212", Severity.WARNING)
def unused_deck_file(component: str) -> Wording:
    """No component uses a file in ``decks/``, so its cards are not made.

    Add a deck with the name of the file under ``components:`` of ``game.yaml``, or write the name
    of the file under ``cards:`` of an existing deck.
    """
    return Wording(
        "no component uses this deck file",
        hints=f"add `{component}: {{kind: deck, title: …}}` under `components:`",
    )


@problem("CG231")
def unknown_directive(name: str, known_names: Iterable[str]) -> Wording:
    """A code fence of a rule text begins with an unknown word.

    Fences are directives: ```` ```note ```` makes a box, ```` ```card deck/id ```` shows a card.
    Rule texts have no blocks of code.
    """
    return Wording(
        f"there is no directive `{name}`" if name else "a fence without a directive",
        hints=_nearest(name, known_names, "directive"),
    )


@problem("CG232")
def bad_directive(message: str, hint: str) -> Wording:
    """A block of a rule text is faulty.

    A directive lacks its argument or has unknown options; or a text is indented by four spaces, so
    that Markdown reads it as code; or a picture is in the middle of a sentence.
    """
    return Wording(message, hints=hint)


@problem("CG233")
def unknown_heading(name: str, known_names: Iterable[str]) -> Wording:
    """A rule text refers to a heading that it does not have.

    Write the words of the heading in lower case, joined with `-`. For `## Danger roll` write
    `{page:danger-roll}` or `[the roll](#danger-roll)`.
    """
    return Wording(f"there is no heading `{name}`", hints=_nearest(name, known_names, "heading"))


@problem("CG234", hint="write its text, or delete the booklet")
def empty_booklet(name: str) -> str:
    """The text of a booklet is empty, so it has no page to print."""
    return f"booklet `{name}` would have no pages: its text is empty"


@problem("CG235", hint="give a larger `volume`, or make several decks")
def too_many_volumes(number: int, limit: int) -> str:
    """A series has too many volumes for a build.

    Put more cards into each volume, or split the series into several decks::

        series: {count: 1000000000, volume: 100000}
    """
    return f"the series has {number:,} volumes (the limit is {limit:,})"


@problem("CG240")
def bad_each(message: str, hint: str) -> Wording:
    """An entry with ``each`` is faulty.

    ``each`` names lists and ranges, and the entry makes a card for each combination of their
    values. Under ``except``, write the values that differ on single cards::

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
    """A name in braces has no value.

    In an entry with ``each``, ``{rank}`` becomes the value of ``rank``, and ``{suit.color}`` a part
    of a value that is a mapping. ``{rank:word}``, ``{rank:Word}`` and ``{rank:ordinal}`` spell a
    number, ``{rank?point|points}`` chooses singular or plural, and ``{name:id}`` converts a text to
    an id. Put a text that starts with a brace in quotes.
    """
    return Wording(message, hints=hint)


@problem("CG242", hint="list fewer values, or use `series:` for a large deck")
def each_too_large(amount: str) -> str:
    """An entry with ``each`` makes too many cards.

    ``each`` makes at most 10 000 cards. A deck with ``series:`` has no such limit.
    """
    return f"`each` makes {amount}"


@problem("CG243")
def made_twice(id: str, first: str) -> Wording:
    """An entry with ``each`` makes two cards with the same id.

    Use all names of ``each`` with several values in the id: ``id: "{suit}-{rank}"``.
    """
    return Wording(
        f"card `{id}` is made twice",
        notes=f"first made for {first}",
        hints="use the name of every value that differs in the id",
    )


@problem("CG245")
def bad_setup(message: str, hint: str) -> Wording:
    """A step of the set-up is impossible.

    cardgen carries out the steps for each number of players, with the cards of the decks::

        setup:
          - shuffle: [events, actions]
          - {deal: actions, number: hand_size}
          - {draw: events, number: 4, on: "event-{1..4}", face: down, with: 3+}
    """
    return Wording(message, hints=hint, subject=HERE)


@problem("CG798", hint="delete its `- `, or write a line above it", subject=HERE)
def lone_item() -> str:
    """A text is a list of one item, which cannot be exported.

    An export joins the lines of a text, and a single line that begins with a hyphen is not a list.
    """
    return "a list of one item cannot be exported: a single line is no list"


def refuse_unknown(kind: str, names: Iterable[str], known_names: Collection[str]) -> None:
    """Raise ModelError for unknown names of things of a kind."""
    if unknown := [name for name in names if name not in known_names]:
        raise ModelError(*(unknown_name(None, kind, name, known_names) for name in unknown))
