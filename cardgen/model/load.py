"""Reads the games of a project, with all faults of all games in one go."""

from __future__ import annotations

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
    Collecting,
    Named,
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
"""What is wrong in the data of cards, by ``deck/card``."""

GAME_FILE = "game.yaml"


class Loaded(Struct, frozen=True):
    """The games without errors, the names of those with, and everything found.

    For drafts, a game counts as one without if all its errors lie in cards; ``faulty`` has these
    by game and ``deck/card``.
    """

    games: tuple[Game, ...]
    diagnostics: Diagnostics
    failed: tuple[str, ...] = ()
    faulty: Mapping[str, Faulty] = {}

    @property
    def only_game(self) -> Game:
        """The one game that was asked for; raises ModelError with everything that is wrong."""
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
    named: Named | None = None,
    translated: Translated | None = None,
) -> Loaded:
    """Load every game, or those named; a broken game does not stop the others.

    ``decks`` takes the deck files of the one game that is read; those that it has are not parsed
    again. ``documents`` has the texts of a game that were read before. ``unsaved`` is read in
    place of files.
    With ``drafts``, errors in single cards do not make a game a broken one. What the files name is
    noted in ``named``. ``translated`` opens the translation of each game, to read it in another
    language; then ``documents`` are not asked.
    """
    found = Diagnostics()
    known = game_ids(root)
    if not known and not only:
        found.add(problems.no_games(Location(DATA_FOLDER)))
    for name in only:
        if name not in known:
            found.add(problems.unknown_game(None, name, known))
    games: list[Game] = []
    failed: list[str] = []
    faulty: dict[str, Faulty] = {}
    project = Project(root, unsaved)
    for name in known:
        if only and name not in only:
            continue
        texts = documents(name) if documents is not None and translated is None else None
        opened = Scope(
            project,
            name,
            icons=icon_names(icon_folders(project.root, name)),
            fonts=font_names(project.root),
            decks=decks or ReadDecks(),
            documents=texts,
            faulty={} if drafts else None,
            named=named,
        )
        game, diagnostics, wrong = _load(opened, translated)
        found.extend(diagnostics)
        if game is None:
            failed.append(name)
        else:
            games.append(game)
            faulty[name] = wrong
    if not set(only) <= set(known):  # a mistake in the command: nothing is laid out for it
        games.clear()
    return Loaded(tuple(games), found, tuple(failed), faulty)


def load_game(root: Path, id: str) -> Game:
    """Load one game; raises ModelError with everything that is wrong with it."""
    return load_project(root, (id,)).only_game


def _load(
    scope: Scope, translated: Translated | None
) -> tuple[Game | None, list[Diagnostic], Faulty]:
    project, name = scope.project, scope.game
    at = Location(scope.folder)
    if not NAME.fullmatch(name):
        hint = "name the folder in lower-case letters and digits, joined by `-`"
        scope.fault(problems.bad_name(at, name, "the name of a game", hint))
    game: Game | None = None
    with Collecting(scope):
        if translated is not None:
            scope.languages = replace(scope.languages, translation=translated(project, name))
        path = f"{scope.folder}/{GAME_FILE}"
        file = project.read(path, description="the game's description", at=Location(path))
        game = read_game(load_yaml(file), scope)
        game = cut_smaller(game, game.print.trim_inset)
    _check_other_decks(scope, described=game is not None)
    # Faults of the description may have caused all the others, so they come first.
    items = sorted(scope.found, key=lambda one: one.at or at)
    items.sort(key=lambda one: not (one.at or at).path.endswith(f"/{GAME_FILE}"))
    # Cards that have errors are named once it is known of which decks they are.
    in_drafts = scope.faulty or {}
    faulty = {
        f"{deck.id}/{card.id}": in_drafts[card.at]
        for deck in (decks_of(game) if game is not None and in_drafts else ())
        for card in deck.cards
        if card.at in in_drafts
    }
    known = {found for some in faulty.values() for found in some}
    broken = any(one.severity is Severity.ERROR and one not in known for one in scope.found)
    return (None if broken else game), [*items, *read_notes(project, name)[1]], faulty


def _check_other_decks(scope: Scope, described: bool) -> None:
    """Report deck files that no component read, or their syntax where none could."""
    folder = scope.project.root / scope.folder / "decks"
    for path in sorted(folder.glob("*")):
        rel = f"{scope.folder}/decks/{path.name}"
        if rel in scope.read_files or not is_deck_file(path.name):
            continue
        if described:
            scope.fault(problems.unused_deck_file(Location(rel), path.stem))
            continue
        with Collecting(scope):
            data = scope.project.data(rel, description="the deck file", limit=TABLE_LIMIT)
            if path.suffix.lower() == ".yaml":
                load_yaml(decode(rel, data))
            else:
                read_table(rel, data)
