"""The scope of a game being read: the names known so far, its rule numbers, and the findings.

Each rule number is given once, and everything else cites it.
"""

from __future__ import annotations

import math
import os
from collections.abc import Collection, Iterable, Mapping
from copy import copy
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.assets.library import font_files
from cardgen.core.diagnostics import Diagnostic, Diagnostics, Location, ModelError, SourceError
from cardgen.core.style import Color
from cardgen.model import problems
from cardgen.model.formats import DEFAULT_PRINT, PrintSettings
from cardgen.model.locale.translation import (
    NUMBERS_CONTEXT,
    PRINTED_CONTEXT,
    SOURCE_MARK,
    Asked,
    Form,
    Rendition,
    Translation,
    has_words,
)
from cardgen.model.richtext import Content, Rich, TermValue, knows, printed
from cardgen.source.files import BUNDLED, DATA_FOLDER, Project
from cardgen.source.node import SourceFile, YamlNode
from cardgen.source.yaml import load_yaml

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()


def number_word(value: int) -> str:
    """Spell a whole number: ``two``, ``twenty-one``; digits from 1000 on."""
    if value < 0:
        return f"minus {number_word(-value)}"
    if value < 20:
        return _ONES[value]
    if value < 100:
        tens, ones = divmod(value, 10)
        return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
    if value < 1000:
        hundreds, rest = divmod(value, 100)
        return f"{_ONES[hundreds]} hundred" + (f" and {number_word(rest)}" if rest else "")
    return str(value)


def ordinal(value: int) -> str:
    """Write an ordinal number: ``1st``, ``2nd``, ``11th``."""
    last = abs(value) % 100
    ending = "th" if 11 <= last <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(last % 10, "th")
    return f"{value}{ending}"


class WholeNumber(int):
    """A rule that counts; templates may compute with it.

    ``translated`` has its words in the language that the game is read in, by the English ones.
    """

    translated: Mapping[str, str] = {}

    @property
    def text(self) -> str:
        """The number as printed."""
        return str(int(self))

    @property
    def word(self) -> str:
        """The number spelled out: ``two``."""
        word = number_word(int(self))
        return self.translated.get(word, word)

    @property
    def ordinal(self) -> str:
        """The number as an ordinal: ``2nd``."""
        word = ordinal(int(self))
        return self.translated.get(word, word)


class BrokenNumber(float):
    """A rule with a fraction; it has no ordinal, and its word is its digits."""

    @property
    def text(self) -> str:
        """The number as printed."""
        return format(float(self), "g")

    word = text


class NumberText(str):
    """A rule that is a text, such as the range ``5-6``."""

    __slots__ = ()

    @property
    def text(self) -> str:
        """The text itself."""
        return str.__str__(self)

    word = text


RuleNumber = WholeNumber | BrokenNumber | NumberText


def rule_number(value: Any) -> RuleNumber:
    """Wrap a number or text for templates; a float that is not finite becomes text."""
    if isinstance(value, int):
        return WholeNumber(value)
    if isinstance(value, float) and math.isfinite(value):
        return BrokenNumber(value)
    return NumberText(value)


class Rule(Struct, frozen=True):
    """A named number with what it means."""

    id: str
    value: RuleNumber
    text: str = ""
    at: Location | None = None


class KnownCards(Struct):
    """Entries that nothing was found wrong with, by their identity, each with its one `Card`.

    ``source`` is the text that they stood in.
    """

    source: SourceFile
    made: Mapping[int, tuple[YamlNode, Any]]


_Place = tuple[str, str, int, int]


def _place(at: Location) -> _Place:
    return at.path, at.sheet, at.line, at.column


Named = set[tuple[str, str, Location]]
"""Each use of a name: of what kind of thing, the name, and a place that holds it."""


class ReadDecks(Struct):
    """The deck files of one game as they were read last, for those who edit or export them."""

    trees: dict[str, YamlNode] = {}
    shared: dict[str, Mapping[str, YamlNode]] = {}
    """What all cards of a deck file share, wherever that is written."""
    columns: dict[str, Mapping[str, str]] = {}
    """The fields that columns of a table fill, by what these are called there."""
    cards: dict[str, KnownCards] = {}
    """What the entries of each deck have made."""
    unreadable: set[str] = set()
    """Deck files that are no YAML at present; their trees are the last that could be parsed."""

    def tree(self, file: SourceFile, key: str) -> YamlNode:
        """Parse a deck file if its text is another one; raises SourceError."""
        tree = self.trees.get(key)
        if tree is None or tree.source.text != file.text:
            self.unreadable.add(key)
            tree = self.trees[key] = load_yaml(file)
        self.unreadable.discard(key)
        return tree

    def beside(self) -> ReadDecks:
        """Return what was read, for a reading of which this one learns nothing."""
        return ReadDecks(*(copy(getattr(self, name)) for name in self.__struct_fields__))

    def look_again(self, changed: Collection[str]) -> None:
        """Get ready to read the game once more, after some files were saved.

        Cards stay as they were made only while nothing but deck files has changed: their texts
        take rules, terms and more from elsewhere.
        """
        if not self.trees.keys() >= set(changed):
            self.cards.clear()

    def node(self, path: str, at: Location) -> YamlNode | None:
        """Return the node of the entry that starts at a place of a deck file.

        In JSON, a line may have many entries.
        """
        place = (at.line, at.column)
        return next((one for one in self.nodes(path) if (one.line, one.column) == place), None)

    def text(self, path: str) -> str | None:
        """Return the text of a deck file as it was parsed last."""
        tree = self.trees.get(path)
        return tree.source.text if tree is not None else None

    def nodes(self, path: str) -> list[YamlNode]:
        """Return the nodes of all entries of a deck file; none if it could never be parsed."""
        tree = self.trees.get(path)
        cards = tree.value.get("cards") if tree is not None and tree.kind == "map" else None
        return cards.value if cards is not None and cards.kind == "list" else []

    def defaults(self, path: str) -> Mapping[str, YamlNode]:
        """Return what the cards of a deck share."""
        return self.shared.get(path, {})


class Languages(Struct, frozen=True):
    """The language of the texts that are read (``read``), and of the game's files (``source``).

    A ``translation`` takes the texts into another language; ``contexts`` are its contexts of texts
    by location. Texts are ``marked`` if `cardgen.model.richtext` knows the marks of print.
    """

    translation: Translation | None = None
    contexts: dict[_Place, str] = {}
    read: str = ""
    marked: bool = False
    source: str = "en"
    source_terms: Mapping[str, TermValue] = {}


class Scope(Struct):
    """The names of one game; filled section by section as ``game.yaml`` is read.

    ``card_types`` (each a `CardType`) and ``documents`` (its `Documents`) are typed where they are
    used. ``pieces`` remembers what each pair of braces stands for; ``fonts`` is None if they are
    not checked. ``titles`` are those of cards, by deck and id, once all components are read.
    ``assumptions`` are the ids of those in ``game.yaml``. In drafts, cards with errors get a
    stand-in, and ``faulty`` has their diagnostics by location; in other builds it is None.
    """

    project: Project
    game: str
    found: Diagnostics = field(default_factory=Diagnostics)
    icons: frozenset[str] = frozenset()
    fonts: Collection[str] | None = None
    colors: Mapping[str, Color] = {}
    styles: Collection[str] = ()
    rules: Mapping[str, Rule] = {}
    terms: Mapping[str, TermValue] = {}
    card_types: Mapping[str, Any] = {}
    print: PrintSettings = DEFAULT_PRINT
    titles: Mapping[str, Mapping[str, Rich]] = {}
    assumptions: frozenset[str] = frozenset()
    pieces: dict[str, Content] = {}
    read_files: set[str] = set()
    decks: ReadDecks = field(default_factory=ReadDecks)
    documents: Any = None
    faulty: dict[Location, tuple[Diagnostic, ...]] | None = None
    named: Named | None = None
    """What is named where, for those who ask."""
    languages: Languages = field(default_factory=Languages)

    @property
    def folder(self) -> str:
        """The game's folder, relative to the project."""
        return f"{DATA_FOLDER}/{self.game}"

    def fault(self, *found: Diagnostic) -> None:
        """Collect findings."""
        self.found.add(*found)

    def marked(self, text: str, before: str = "") -> str:
        """Return a text with the marks of print, if the game's language has them."""
        return printed(text, before, self.languages.read) if self.languages.marked else text

    @property
    def translation(self) -> Translation | None:
        """The translation, if the game is read in another language."""
        return self.languages.translation

    def speak(self, language: str) -> None:
        """Make texts that are read from now on follow a language."""
        self.languages = replace(self.languages, read=language, marked=knows(language))

    def name_texts(self, node: YamlNode, context: str = "") -> None:
        """Name the texts below a node by the keys that lead there, for translators."""
        if self.translation is None:
            return
        if node.kind == "scalar":
            self.languages.contexts.setdefault(_place(node.at), context)
            return
        for name, child in node.value.items() if node.kind == "map" else enumerate(node.value):
            self.name_texts(child, f"{context}.{name}" if context else str(name))

    def context(self, at: Location) -> str:
        """Return what the text at a place is; of a rule text, the file."""
        return self.languages.contexts.get(_place(at)) or at.path.removeprefix(f"{self.folder}/")

    def translate(
        self, source: str, at: Location | None = None, form: Form = "printed", context: str = ""
    ) -> Rendition:
        """Return a text in the language that is read, with a mark if it has no translation.

        It stays the same text if no translation is asked for, or if it has no words.
        """
        context = context or (self.context(at) if at is not None else PRINTED_CONTEXT)
        rendition = None
        if self.translation is not None and has_words(source):
            rendition = self.translation.say(Asked(context, source, at, form))
        if rendition is None:
            return Rendition(source)
        self.fault(*rendition.found)
        if not rendition.is_source:
            return rendition
        several = source.split("|") if form in ("plain", "printed") else [source]  # one, and many
        return replace(rendition, text="|".join(f"{one}{SOURCE_MARK}" for one in several))

    def number(self, value: int, word: str) -> str:
        """Return a number in words; in digits where nobody has translated them."""
        rendition = self.translate(word, None, "plain", NUMBERS_CONTEXT)
        return str(int(value)) if rendition.is_source else rendition.text

    def knows(
        self, at: Location, what: str, name: str, known: Collection[str], plural: str = ""
    ) -> bool:
        """Whether a name is among those known; report one that is not."""
        if name in known:
            self.note(what, name, at)
            return True
        self.fault(problems.unknown_name(at, what, name, known, plural or f"{what}s"))
        return False

    def note(self, what: str, name: str, at: Location) -> None:
        """Note that a text or value names something, for those who ask."""
        if self.named is not None:
            self.named.add((what, name, at))


class Collecting(Struct):
    """Collects the findings of an error in a block, which it ends."""

    scope: Scope

    def __enter__(self) -> None:
        """Begin the block."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if is_finding := isinstance(error, SourceError | ModelError):
            self.scope.fault(*error.diagnostics)
        return is_finding


def icon_folders(root: Path, game: str) -> tuple[Path, ...]:
    """Return the folders with the icons of a game, in search order."""
    return (
        root / DATA_FOLDER / game / "icons",
        root / "templates" / "shared" / "icons",
        BUNDLED / "templates" / "shared" / "icons",
    )


def font_names(root: Path) -> Collection[str]:
    """Return the names of all fonts that a project may use, without opening any."""
    return font_files((root / "fonts", BUNDLED / "fonts"))


def icon_names(folders: Iterable[Path]) -> frozenset[str]:
    """Return the names of all SVG files in some folders."""
    names: set[str] = set()
    for folder in folders:
        try:
            names.update(n[:-4] for n in os.listdir(folder) if n.endswith(".svg"))
        except OSError:
            continue
    return frozenset(names)
