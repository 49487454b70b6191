"""A game and its components, as the model hands them on: complete, checked and immutable."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from msgspec import Struct, field

from cardgen.core.diagnostics import Location
from cardgen.core.fingerprint import PartlyCompared, digest
from cardgen.core.geometry import Insets, Size
from cardgen.core.side_id import SideId
from cardgen.core.style import Theme
from cardgen.model.cards import Card, CardType
from cardgen.model.formats import DEFAULT_PRINT, PrintSettings
from cardgen.model.record import Decks, Record
from cardgen.model.richtext import EMPTY, Rich, TermValue
from cardgen.model.scope import Rule
from cardgen.model.setup.values import SetUp, tables_of
from cardgen.model.sides import CardSides, SideSpec, freeze

if TYPE_CHECKING:
    from cardgen.model.flowing import FlowSpec
    from cardgen.model.pieces import Pieces
    from cardgen.model.scope import Scope


class Component(Struct, frozen=True, kw_only=True):
    """A physical component of a game; ``use`` explains its purpose to players.

    ``sides``, ``flow`` and ``cards`` are empty unless the kind of component has them.
    """

    kind: ClassVar[str] = ""

    id: str
    title: str
    location: Location
    use: Rich = EMPTY
    cards: tuple[Card, ...] = ()
    """The designs of a component that has cards."""

    def sides(self, game: Game) -> list[CardSides]:
        """Return the sides to lay out, one entry for each design."""
        return []

    def side(
        self,
        game: Game,
        name: str,
        size: Size,
        edges: tuple[float, float],
        template: str,
        facts: Mapping[str, Mapping[str, Any]],
        *,
        location: Location | None = None,
        side: Literal["face", "back"] = "face",
    ) -> SideSpec:
        """Return the spec of one side of a piece other than a card; lengths in mm.

        ``name`` is its name in the component, ``edges`` are its bleed and safe zone. Its template
        gets the records in ``facts``, the game, its cards and the component.
        """
        bleed, safe = edges
        records = {"component": {"id": self.id, "title": self.title}, **facts}
        limits = game.print.limits(safe)
        return SideSpec(
            id=SideId.of(self.id, name, side),
            component=self.id,
            side=side,
            size=size,
            bleed=Insets.of((bleed,)),
            limits=limits,
            template=template,
            context={
                **game.context,
                **{name: Record(values) for name, values in records.items()},
                "decks": game.cards,
                "side": side,
            },
            form=digest(freeze((size, bleed, limits, side, template))),
            location=location or self.location,
        )

    def flow(self, game: Game) -> FlowSpec | None:
        """Return the text to lay out on pages, if the component has one."""
        return None

    def pieces(self, game: Game) -> list[Pieces]:
        """Return the physical pieces in the box of the game, by kind."""
        return []

    def check(self, components: Mapping[str, Component], scope: Scope) -> None:
        """Check the component against all components of the game and report errors."""


class Assumption(Struct, frozen=True):
    """An assumption about something that the source of a game leaves open.

    ``card`` is ``deck/card`` if it concerns a card. Rule texts refer to it by its ``id`` or card.
    """

    text: Rich
    why: Rich
    location: Location
    card: str = ""
    id: str = ""

    @property
    def name(self) -> str:
        """The name in references of rule texts; empty if it has none."""
        return self.id or self.card


class GameFacts(PartlyCompared, frozen=True, dict=True):
    """The facts about a game for its box and cover: title, authors, version, number of players.

    ``date`` is the day of the version in ISO 8601, or empty.
    """

    id: str
    title: str
    subtitle: str = ""
    players: str = ""
    duration: str = ""
    age: str = ""
    version: str = ""
    date: str = ""
    license: str = ""
    credits: tuple[Rich, ...] = ()

    @property
    def author(self) -> str:
        """The credits in one line, for documents that ask for an author."""
        return "; ".join(str(credit).rstrip(".") for credit in self.credits)


class Game(GameFacts, frozen=True, dict=True):
    """The content of ``card_data/<game>``.

    ``locales`` are the languages of its translations. ``words`` has translations of cardgen's own
    English words, ``phrases`` translations of words in templates, by context and words.
    ``setup`` has an entry for each number of players, or none.
    ``odds`` is the step in per cent to which chances in texts are rounded.
    ``key_locations`` has the location of each key of ``game.yaml`` by its dotted path, for
    example ``theme.styles.title.font``.
    """

    ignored_fields = frozenset({"key_locations"})

    language: str = "en"
    locales: tuple[str, ...] = ()
    theme: Theme = field(default_factory=Theme)
    rules: Mapping[str, Rule] = {}
    terms: Mapping[str, TermValue] = {}
    card_types: Mapping[str, CardType] = {}
    components: Mapping[str, Component] = {}
    showcase: tuple[str, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    setup: tuple[SetUp, ...] = ()
    print: PrintSettings = DEFAULT_PRINT
    limits: Mapping[str, Any] = {}
    odds: float = 1.0
    key_locations: Mapping[str, Location] = {}
    words: Mapping[str, str] = {}
    phrases: Mapping[tuple[str, str], str] = {}

    def phrase(self, context: str, source: str) -> str:
        """Return the translation of words in a template, or the words themselves."""
        return self.phrases.get((context, source), source)

    def say(self, words: str, **values: object) -> str:
        """Return the translation of cardgen's own words, with values for names in braces.

        `cardgen.model.locale.printed` lists the words.
        """
        text = self.words.get(words, words)
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text

    def flows(self) -> dict[str, FlowSpec]:
        """Return the texts to lay out on pages, by component."""
        flows = {id: component.flow(self) for id, component in self.components.items()}
        return {id: flow for id, flow in flows.items() if flow is not None}

    @cached_property
    def context(self) -> Mapping[str, Any]:
        """The records ``game``, ``rules`` and ``terms`` of every template."""
        names = ("id", "title", "subtitle", "version", "date", "players", "license", "language")
        return {
            "game": Record({name: getattr(self, name) for name in names}),
            "rules": Record({name: rule.value for name, rule in self.rules.items()}),
            "terms": Record(self.terms),
        }

    @cached_property
    def cards(self) -> Decks:
        """The record ``decks`` of templates of texts and pieces: the cards of all decks."""
        decks = {
            id: tuple(card.record for card in component.cards)
            for id, component in self.components.items()
            if component.cards
        }
        return Decks(decks)

    @cached_property
    def tables(self) -> Record:
        """The record ``setup`` of templates of texts: the table for each number of players."""
        return tables_of(self.setup)
