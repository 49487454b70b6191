"""Reads the games of a project, and collects the faults of all games."""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Diagnostics, Location, ModelError, Severity
from cardgen.model import problems
from cardgen.model.components.deck import cut_smaller, decks_of
from cardgen.model.document import Documents
from cardgen.model.fields import NAME
from cardgen.model.game import Game
from cardgen.model.gamefile import read_game
from cardgen.model.locale.translation import Translated
from cardgen.model.notes import read_notes
from cardgen.model.scope import (
    ErrorCollector,
    NameUses,
    ReadDecks,
    Scope,
    font_names,
    icon_folders,
    icon_names,
)
from cardgen.source.files import DATA_FOLDER, Project, decode, game_ids, is_deck_file
from cardgen.source.tables.reading import TABLE_LIMIT, read_table
from cardgen.source.yaml import load_yaml

Faulty = Mapping[str, tuple[Diagnostic, ...]]
"""Diagnostics of faulty cards, by ``deck/card``."""

GAME_FILE = "game.yaml"


class Loaded(Struct, frozen=True):
    """The games without errors, the names of the ``failed`` games, and all diagnostics.

    In drafts, ``games`` also has games whose errors are all in cards; ``faulty`` has these errors
    by game and ``deck/card``.
    """

    games: tuple[Game, ...]
    diagnostics: Diagnostics
    failed: tuple[str, ...] = ()
    faulty: Mapping[str, Faulty] = {}

    @property
    def only_game(self) -> Game:
        """The requested game; raises ModelError with all its faults if it has errors."""
        if not self.games:
            raise ModelError(*self.diagnostics)
        return self.games[0]


def load_project(
    root: Path,
    only: Collection[str] = (),
    decks: ReadDecks | None = None,
    documents: Callable[[str], Documents] | None = None,
    unsaved: Mapping[str, bytes] = MappingProxyType({}),
    drafts: bool = False,
    name_uses: NameUses | None = None,
    translated: Translated | None = None,
) -> Loaded:
    """Load all games, or only some; a faulty game does not affect the others.

    ``decks`` keeps the deck files of a single game from one reading to the next, and ``documents``
    returns its parsed texts, so that unchanged files are not parsed again. ``unsaved`` has contents
    that replace files. With ``drafts``, a game with errors in single cards is loaded, too.
    ``name_uses`` collects uses of names. ``translated`` opens the translation of each game, to load
    it in another language; then ``documents`` is not called.
    """
    all_diagnostics = Diagnostics()
    ids = game_ids(root)
    if not ids and not only:
        all_diagnostics.add(problems.no_games(Location(DATA_FOLDER)))
    for name in only:
        if name not in ids:
            all_diagnostics.add(problems.unknown_game(None, name, ids))
    games: list[Game] = []
    failed: list[str] = []
    faulty: dict[str, Faulty] = {}
    project = Project(root, unsaved)
    for name in ids:
        if only and name not in only:
            continue
        texts = documents(name) if documents is not None and translated is None else None
        scope = Scope(
            project,
            name,
            icons=icon_names(icon_folders(project.root, name)),
            fonts=font_names(project.root),
            decks=decks or ReadDecks(),
            documents=texts,
            faulty={} if drafts else None,
            name_uses=name_uses,
        )
        game, game_diagnostics, faulty_cards = _load(scope, translated)
        all_diagnostics.extend(game_diagnostics)
        if game is None:
            failed.append(name)
        else:
            games.append(game)
            faulty[name] = faulty_cards
    if not set(only) <= set(ids):  # a wrong name in the command stops it
        games.clear()
    return Loaded(tuple(games), all_diagnostics, tuple(failed), faulty)


def load_game(root: Path, id: str) -> Game:
    """Load one game; raises ModelError with all its faults if it has errors."""
    return load_project(root, (id,)).only_game


def _load(
    scope: Scope, translated: Translated | None
) -> tuple[Game | None, list[Diagnostic], Faulty]:
    project, name = scope.project, scope.game
    location = Location(scope.folder)
    if not NAME.fullmatch(name):
        hint = "name the folder in lower-case letters and digits, joined by `-`"
        scope.fault(problems.bad_name(location, name, "the name of a game", hint))
    game: Game | None = None
    with ErrorCollector(scope):
        if translated is not None:
            scope.languages = replace(scope.languages, translation=translated(project, name))
        path = f"{scope.folder}/{GAME_FILE}"
        file = project.read(path, description="the game's description", location=Location(path))
        game = read_game(load_yaml(file), scope)
        game = cut_smaller(game, game.print.trim_inset)
    _check_other_decks(scope, described=game is not None)
    # Faults in game.yaml may have caused all other faults, so they come first.
    items = sorted(scope.diagnostics, key=lambda diagnostic: diagnostic.location or location)
    items.sort(
        key=lambda diagnostic: not (diagnostic.location or location).path.endswith(f"/{GAME_FILE}")
    )
    # Errors of cards were collected by location; only now each card's deck is known.
    card_faults = scope.faulty or {}
    faulty = {
        f"{deck.id}/{card.id}": card_faults[card.location]
        for deck in (decks_of(game) if game is not None and card_faults else ())
        for card in deck.cards
        if card.location in card_faults
    }
    in_cards = {diagnostic for diagnostics in faulty.values() for diagnostic in diagnostics}
    broken = any(d.severity is Severity.ERROR and d not in in_cards for d in scope.diagnostics)
    return (None if broken else game), [*items, *read_notes(project, name)[1]], faulty


def _check_other_decks(scope: Scope, described: bool) -> None:
    """Report unused deck files; without a game, only check their syntax."""
    folder = scope.project.root / scope.folder / "decks"
    for path in sorted(folder.glob("*")):
        rel = f"{scope.folder}/decks/{path.name}"
        if rel in scope.read_files or not is_deck_file(path.name):
            continue
        if described:
            scope.fault(problems.unused_deck_file(Location(rel), path.stem))
            continue
        with ErrorCollector(scope):
            data = scope.project.data(rel, description="the deck file", limit=TABLE_LIMIT)
            if path.suffix.lower() == ".yaml":
                load_yaml(decode(rel, data))
            else:
                read_table(rel, data)
