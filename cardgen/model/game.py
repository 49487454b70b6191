"""A game and its components as the rest of the program sees them: complete, checked, immutable."""

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
    """Anything physical; ``sides``, ``flow`` and ``cards`` are empty unless its kind has them.

    ``use`` says what it is for, where it does.
    """

    kind: ClassVar[str] = ""

    id: str
    title: str
    at: Location
    use: Rich = EMPTY
    cards: tuple[Card, ...] = ()
    """The designs of a component that has cards."""

    def sides(self, game: Game) -> list[CardSides]:
        """Return what must be laid out, one entry for each design."""
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
        at: Location | None = None,
        side: Literal["face", "back"] = "face",
        asked: Location | None = None,
    ) -> SideSpec:
        """Return the side of a piece that is no card, by its name in the component; lengths in mm.

        ``edges`` are its bleed and its safe zone.
        ``facts`` are the records, by name, that its template sees besides the game, its cards and
        the component. ``asked`` is the place that names the template, if the component has several.
        """
        bleed, safe = edges
        shown = {"component": {"id": self.id, "title": self.title}, **facts}
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
                **{name: Record(values) for name, values in shown.items()},
                "decks": game.cards,
                "side": side,
            },
            form=digest(freeze((size, bleed, limits, side, template))),
            at=at or self.at,
            asked=asked,
        )

    def flow(self, game: Game) -> FlowSpec | None:
        """Return the text to lay out over pages, for what has one."""
        return None

    def pieces(self, game: Game) -> list[Pieces]:
        """Return what there is of it in the box of the game, by kind."""
        return []

    def check(self, others: Mapping[str, Component], scope: Scope) -> None:
        """Report what is wrong with it in view of the game's other components."""


class Assumption(Struct, frozen=True):
    """Something we filled in; ``card`` is ``deck/card`` where it is about one.

    Rule texts refer to it by its ``id``, or by the card.
    """

    text: Rich
    why: Rich
    at: Location
    card: str = ""
    id: str = ""

    @property
    def name(self) -> str:
        """What rule texts call it; empty if they cannot."""
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
    """Everything ``card_data/<game>`` says.

    ``locales`` are the other languages that it is built in.
    ``words`` are those of cardgen in the language that the game is read in, by the English ones,
    and ``phrases`` those of templates, by the context of the template and its own words.
    ``setup`` has an entry for each number of players, or none.
    ``odds`` is the step that chances in texts are rounded to, in per cent.
    ``places`` tells where each key of ``game.yaml`` stands, by its dotted path, for
    example ``theme.styles.title.font``.
    """

    uncompared = frozenset({"places"})

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
    places: Mapping[str, Location] = {}
    words: Mapping[str, str] = {}
    phrases: Mapping[tuple[str, str], str] = {}

    def phrase(self, context: str, source: str) -> str:
        """Return what a template prints in place of its own words."""
        return self.phrases.get((context, source), source)

    def say(self, words: str, **given: object) -> str:
        """Return words of cardgen (`cardgen.model.locale.printed`), with what they name."""
        said = self.words.get(words, words)
        for name, value in given.items():
            said = said.replace(f"{{{name}}}", str(value))
        return said

    def flows(self) -> dict[str, FlowSpec]:
        """Return the texts to lay out over pages, by component."""
        found = {id: component.flow(self) for id, component in self.components.items()}
        return {id: flow for id, flow in found.items() if flow is not None}

    @cached_property
    def context(self) -> Mapping[str, Any]:
        """What every template sees of the game."""
        names = ("id", "title", "subtitle", "version", "date", "players", "license", "language")
        return {
            "game": Record({name: getattr(self, name) for name in names}),
            "rules": Record({name: rule.value for name, rule in self.rules.items()}),
            "terms": Record(self.terms),
        }

    @cached_property
    def cards(self) -> Decks:
        """The cards of all decks; templates of texts and pieces see them besides."""
        decks = {
            id: tuple(card.record for card in component.cards)
            for id, component in self.components.items()
            if component.cards
        }
        return Decks(decks)

    @cached_property
    def tables(self) -> Record:
        """The table after its set-up, by number of players; templates of texts see it besides."""
        return tables_of(self.setup)
