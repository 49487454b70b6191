"""The state of reading one game: names that texts may use, and the diagnostics so far."""

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
    Form,
    Rendition,
    SourceText,
    Translation,
    has_words,
)
from cardgen.model.richtext import Content, Rich, TermValue, add_marks, knows
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
        hundreds, remainder = divmod(value, 100)
        return f"{_ONES[hundreds]} hundred" + (
            f" and {number_word(remainder)}" if remainder else ""
        )
    return str(value)


def ordinal(value: int) -> str:
    """Write an ordinal number: ``1st``, ``2nd``, ``11th``."""
    last = abs(value) % 100
    ending = "th" if 11 <= last <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(last % 10, "th")
    return f"{value}{ending}"


_COMMA = frozenset(
    "af az be bg bs ca cs da de el es et eu fi fr gl hr hu hy id is it ka kk ky lb lt lv mk nb nl "
    "nn no pl pt ro ru sk sl sq sr sv tr uk uz vi".split()
)
_POINT = frozenset(
    "de-ch de-li it-ch es-419 es-do es-gt es-hn es-mx es-ni es-pa es-pe es-pr es-sv es-us".split()
)


def with_decimal_mark(number: str, language: str) -> str:
    """Return a number with the decimal mark of a language (CLDR): ``2,5`` in German."""
    language = language.lower()
    has_comma = language.partition("-")[0] in _COMMA and language not in _POINT
    return number.replace(".", ",") if has_comma else number


class WholeNumber(int):
    """A rule that is a whole number; templates may compute with it.

    ``translated`` has the translations of English number words.
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
    """A rule with a fraction; it has no ordinal, and ``word`` is its digits."""

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
    """A named number with its meaning."""

    id: str
    value: RuleNumber
    text: str = ""
    location: Location | None = None


class ReadCards(Struct):
    """Entries of a deck file without faults, with their `Card`, by the identity of their node.

    ``source`` is the text of the deck file.
    """

    source: SourceFile
    by_node: Mapping[int, tuple[YamlNode, Any]]


_Place = tuple[str, str, int, int]


def _place(location: Location) -> _Place:
    return location.path, location.sheet, location.line, location.column


NameUses = set[tuple[str, str, Location]]
"""Uses of names in texts and values: the kind of thing (``term``), its name, and the location."""


class ReadDecks(Struct):
    """The deck files of one game as they were last read, for editors and for the next reading."""

    trees: dict[str, YamlNode] = {}
    shared: dict[str, Mapping[str, YamlNode]] = {}
    """The default values of the cards of each deck, from the deck file and ``game.yaml``."""
    columns: dict[str, Mapping[str, str]] = {}
    """For each table, the field of each column, by the column's heading."""
    cards: dict[str, ReadCards] = {}
    """The cards of each deck by their entries."""
    unreadable: set[str] = set()
    """Deck files with invalid YAML; their trees are the last valid ones."""

    def tree(self, file: SourceFile, key: str) -> YamlNode:
        """Return the tree of a deck file, parsed again if its text changed; raises SourceError."""
        tree = self.trees.get(key)
        if tree is None or tree.source.text != file.text:
            self.unreadable.add(key)
            tree = self.trees[key] = load_yaml(file)
        self.unreadable.discard(key)
        return tree

    def separate_copy(self) -> "ReadDecks":
        """Return a copy for a separate reading that must not change this one."""
        return ReadDecks(*(copy(getattr(self, name)) for name in self.__struct_fields__))

    def prepare_rereading(self, changed: Collection[str]) -> None:
        """Prepare to read the game again after ``changed`` files were saved.

        Cards stay valid only if all changed files are deck files: their texts also depend on
        rules, terms and other parts of ``game.yaml``.
        """
        if not self.trees.keys() >= set(changed):
            self.cards.clear()

    def node(self, path: str, location: Location) -> YamlNode | None:
        """Return the node of the entry that starts at a location of a deck file, if any."""
        place = (location.line, location.column)
        return next((node for node in self.nodes(path) if (node.line, node.column) == place), None)

    def text(self, path: str) -> str | None:
        """Return the text of a deck file as it was last parsed."""
        tree = self.trees.get(path)
        return tree.source.text if tree is not None else None

    def nodes(self, path: str) -> list[YamlNode]:
        """Return the nodes of all entries of a deck file; none if it was never valid."""
        tree = self.trees.get(path)
        return [] if tree is None else tree.items_of("cards")

    def defaults(self, path: str) -> Mapping[str, YamlNode]:
        """Return the default values of the cards of a deck."""
        return self.shared.get(path, {})


class Languages(Struct, frozen=True):
    """The language of the texts in the result (``read``) and in the game's files (``source``).

    ``contexts`` has the contexts of texts in PO files, by location. ``marked`` is True if
    `cardgen.model.richtext` knows quotation marks and dashes of the language.
    """

    translation: Translation | None = None
    contexts: dict[_Place, str] = {}
    read: str = ""
    marked: bool = False
    source: str = "en"
    source_terms: Mapping[str, TermValue] = {}


class Scope(Struct):
    """The names of one game and its diagnostics; each section of ``game.yaml`` adds its names.

    ``card_types`` (values are `CardType`) and ``documents`` (a `Documents`) have no closer type to
    avoid circular imports. ``pieces`` caches the content of each pair of braces. ``fonts`` is None
    to skip the check of fonts. ``titles`` has the titles of cards by deck and id; it is empty until
    all components are read. ``assumptions`` are ids. In drafts, cards with errors become blank
    cards, and ``faulty`` has their diagnostics by location; in other builds it is None.
    """

    project: Project
    game: str
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
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
    name_uses: NameUses | None = None
    """Collects uses of names for editors; None if nobody needs them."""
    languages: Languages = field(default_factory=Languages)

    @property
    def folder(self) -> str:
        """The game's folder, relative to the project."""
        return f"{DATA_FOLDER}/{self.game}"

    def fault(self, *diagnostics: Diagnostic) -> None:
        """Collect diagnostics."""
        self.diagnostics.add(*diagnostics)

    def refuse(self, location: Location, message: str, hint: str) -> None:
        """Report a value that its key does not allow."""
        self.fault(problems.bad_value(location, message, hint))

    def add_marks(self, text: str, before: str = "") -> str:
        """Return a text with quotation marks and dashes of the language, if they are known."""
        return add_marks(text, before, self.languages.read) if self.languages.marked else text

    @property
    def translation(self) -> Translation | None:
        """The translation, if the game is read in another language."""
        return self.languages.translation

    def speak(self, language: str) -> None:
        """Use the quotation marks and dashes of a language in all texts read from now on."""
        self.languages = replace(self.languages, read=language, marked=knows(language))

    def name_texts(self, node: YamlNode, context: str = "") -> None:
        """Note the key path of each text below a node as its context in PO files."""
        if self.translation is None:
            return
        if node.kind == "scalar":
            self.languages.contexts.setdefault(_place(node.location), context)
            return
        for name, child in node.value.items() if node.kind == "map" else enumerate(node.value):
            self.name_texts(child, f"{context}.{name}" if context else str(name))

    def context(self, location: Location) -> str:
        """Return the context of the text at a location: its key path, or a rule text's file."""
        return self.languages.contexts.get(_place(location)) or location.path.removeprefix(
            f"{self.folder}/"
        )

    def translate(
        self,
        source: str,
        location: Location | None = None,
        form: Form = "printed",
        context: str = "",
    ) -> Rendition:
        """Return the translation of a text; the text itself and `SOURCE_MARK` if it has none.

        Without a ``translation``, and for a text without words, return the text unchanged.
        """
        context = context or (self.context(location) if location is not None else PRINTED_CONTEXT)
        rendition = None
        if self.translation is not None and has_words(source):
            rendition = self.translation.translate(SourceText(context, source, location, form))
        if rendition is None:
            return Rendition(source)
        self.fault(*rendition.diagnostics)
        if not rendition.is_source:
            return rendition
        several = (
            source.split("|") if form in ("plain", "printed") else [source]
        )  # singular and plural
        return replace(
            rendition, text="|".join(f"{form_text}{SOURCE_MARK}" for form_text in several)
        )

    def number(self, value: int, word: str, gender: str = "") -> str:
        """Return the translated word of a number, or its digits if it has no translation.

        ``gender`` is a name for the form of the word that translators choose: ``feminine``.
        """
        context = f"{NUMBERS_CONTEXT}:{gender}" if gender else NUMBERS_CONTEXT
        rendition = self.translate(word, None, "plain", context)
        return str(int(value)) if rendition.is_source else rendition.text

    def knows(self, location: Location, kind: str, name: str, known_names: Collection[str]) -> bool:
        """Return whether a name is known; report an unknown one as a ``kind``."""
        if name in known_names:
            self.note(kind, name, location)
            return True
        self.fault(problems.unknown_name(location, kind, name, known_names))
        return False

    def note(self, kind: str, name: str, location: Location) -> None:
        """Note that a text or value uses a name, for editors."""
        if self.name_uses is not None:
            self.name_uses.add((kind, name, location))


class ErrorCollector(Struct):
    """A context manager that collects the diagnostics of an error, which ends the block."""

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
    """Return the names of all fonts that a project may use, without opening the files."""
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
