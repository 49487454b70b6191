"""Adds a new game to a project, or makes a project for it, for `cardgen new`.

All files are written and loaded in a temporary folder next to their destination, then renamed into
place. So a game is never incomplete, and existing files are never changed. The game is the starter
game, the smallest game that builds, or a game from a table. ``starter/`` and ``bare/`` have the
folders of a project; ``@NAME@`` and ``@TITLE@`` are placeholders. In YAML the title is a quoted
string, elsewhere plain text.

JSON Schemas for editors are printed, or written to the paths that the data files name.
``card_data/schema/game.schema.json`` describes every game.yaml, ``notes.schema.json`` every
notes.yaml. Decks differ by the card types of their game, so each game has its own
``card_data/schema/<game>.deck.schema.json``.
"""

import contextlib
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from secrets import token_hex

from msgspec import Struct

from cardgen import __version__
from cardgen.core import paths
from cardgen.core.diagnostics import ModelError, OutputError, relative
from cardgen.core.fingerprint import digest, digest_bytes
from cardgen.features import problems
from cardgen.model.fields import NAME, NAME_LIMIT
from cardgen.model.problems import bad_name
from cardgen.model.theme import slug
from cardgen.pipeline.problems import cannot_write
from cardgen.pipeline.schemas import SCHEMAS, write_schemas
from cardgen.pipeline.writing import TEMPORARY, write_whole
from cardgen.source.files import DATA_FOLDER, game_ids

_TEXTS = (".yaml", ".md", ".j2")


Beginning = Callable[[str, str], tuple[Mapping[str, bytes], str]]
"""Makes the files of a game and the README of a new project from its name and its title."""


def copy_files(folder: str, name: str, title: str) -> tuple[Mapping[str, bytes], str]:
    """Return the files of a game in a folder beside this module, and the README of its project."""
    home = Path(__file__).parent / folder
    game = {
        f"{part}/{name}/{path}": data
        for part in ("card_data", "templates")
        for path, data in _files(home / part, name, title)
    }
    readme = next(p for p in (home / "project/README.md", home.parent / "README.md") if p.exists())
    return game, readme.read_text("utf-8")


starter: Beginning = partial(copy_files, "starter")
"""The starter game: small, complete and commented."""
bare: Beginning = partial(copy_files, "bare")
"""The smallest game that builds: one deck, a face and a back."""


def _project_files(readme: str, name: str, title: str) -> dict[str, bytes]:
    return {
        ".gitignore": b"/output/\n",
        "AGENTS.md": Path(__file__).with_name("AGENTS.md").read_bytes(),
        "README.md": _fill(readme, name, title).encode(),
    }


def _files(folder: Path, name: str, title: str) -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.rglob("*")):
        if file.is_file() and not file.name.startswith("."):
            path, data = file.relative_to(folder).as_posix(), file.read_bytes()
            if file.suffix in _TEXTS:
                # A JSON string is a valid YAML string for any title.
                quoted = json.dumps(title, ensure_ascii=False)
                title_text = quoted if file.suffix == ".yaml" else title
                data = _fill(data.decode(), name, title_text).encode()
            yield path, data


def _fill(text: str, name: str, title: str) -> str:
    # The title last, because it may contain the placeholder for the name.
    return text.replace("@NAME@", name).replace("@TITLE@", title)


def write_settings(root: Path) -> tuple[str, ...]:
    """Write settings of VS Code that name the schema of each data file; return the written paths.

    Does not write if the file has exactly these settings. Raises OutputError for a file with other
    settings.
    """
    decks = {f"{id}.deck": f"{DATA_FOLDER}/{id}/decks/*.yaml" for id in game_ids(root)}
    alike = {name: f"{DATA_FOLDER}/*/{name}.yaml" for name in ("game", "notes")}
    paths = {
        f"./{(SCHEMAS / f'{n}.schema.json').as_posix()}": p for n, p in (alike | decks).items()
    }
    text = json.dumps({"yaml.schemas": paths}, indent=2) + "\n"
    path = root / ".vscode" / "settings.json"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        write_whole(path, text.encode(), relative(path, root), can_change_output=False)
        return (relative(path, root),)
    if path.read_bytes() != text.encode():
        raise OutputError(problems.settings_there(None, relative(path, root), text))
    return ()


def workflow_files(project: Path) -> tuple[Path, dict[str, bytes]]:
    """Return the folder of the repository, and the workflow files for checks and builds on GitHub.

    The repository may be above the project. Raises OutputError if one of the files exists.
    """
    above = (folder for folder in (project, *project.parents) if (folder / ".git").exists())
    repository = next(above, project)
    marks = {"@VERSION@": __version__, "@PROJECT@": project.relative_to(repository).as_posix()}
    home = Path(__file__).with_name("github")
    workflow = (home / "cardgen.yml").read_text("utf-8")
    for mark, text in marks.items():
        workflow = workflow.replace(mark, text)
    files = {
        ".github/workflows/cardgen.yml": workflow.encode(),
        ".github/actions/cardgen/action.yml": (home / "action.yml").read_bytes(),
    }
    _refuse_existing(repository, tuple(files))
    return repository, files


def add_workflow(project: Path) -> tuple[str, ...]:
    """Write the files of `workflow_files`; return their paths relative to the project."""
    repository, files = workflow_files(project)
    for path, data in files.items():
        write_whole(repository / path, data, path, can_change_output=False)
    return tuple(os.path.relpath(repository / path, project).replace(os.sep, "/") for path in files)


TITLE_LIMIT = 32
"""The longest title that fits on the backs and the box of the starter game."""

_TAKEN: Mapping[str, str] = {
    "shared": "`templates/shared` is for all games",
    "schema": "`card_data/schema` is for the schemas of all games",
    **dict.fromkeys(
        ("card_data", "templates", "fonts", "output"), "a project has a folder of this name"
    ),
}


class NewGame(Struct, frozen=True):
    """A new game; ``files`` are relative to its ``project``."""

    id: str
    title: str
    project: Path
    with_project: bool
    files: tuple[str, ...]
    was_replaced: bool = False


def new_game(
    base: Path,
    project: Path | None,
    name: str,
    title: str | None = None,
    begin: Beginning = starter,
) -> NewGame:
    """Add a game to a project; without a project, make one in a folder ``name`` in ``base``.

    ``begin`` makes its files. A game from a table in which nothing was edited is replaced. Raises
    ModelError for a name that cannot be used, OutputError if other files would be replaced.
    """
    check_name(name)
    title = checked_title(title) if title is not None else title_of(name)
    game_files, readme = begin(name, title)
    files = {path: _SEAL.sub(_digest(game_files), data) for path, data in game_files.items()}
    is_replaced = SEAL in game_files[f"card_data/{name}/game.yaml"] and is_unedited(
        project or base / name, name
    )
    if is_replaced and project is None:
        project = base / name
    # The data last, because cardgen finds games by their data.
    fonts = sorted({path.rpartition("/")[0] for path in files if path.startswith("fonts/")})
    folders: tuple[str, ...] = (*fonts, f"templates/{name}", f"card_data/{name}")
    home, inner = project or base, ""
    if project is None:
        folders, inner = (name,), name
        files |= _project_files(readme, name, title)
    if not is_replaced:
        _refuse_existing(home, folders)
    with _temporary(home) as scratch:
        for path, data in files.items():
            file = scratch / inner / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        schemas, _ = write_schemas(scratch / inner, (name,))
        _move(scratch, home, folders)
    if project is not None:
        schemas, _ = write_schemas(project, (name,))
    paths = (*sorted(files), *schemas)
    return NewGame(name, title, home / inner, project is None, paths, is_replaced)


SEAL = b"replaces this game: "
"""The words before the digest of a game's files, in the game.yaml of a game from a table."""
_SEAL = re.compile(rb"(?<=replaces this game: )\w+")


def _digest(files: Mapping[str, bytes]) -> bytes:
    """Return the digest of the files of a game, except for the digest in its game.yaml."""
    paths = (path for path in sorted(files) if not path.startswith("fonts/"))
    plain = ((path, _SEAL.sub(b"", files[path])) for path in paths)
    return digest([(path, digest_bytes(data)) for path, data in plain])[:16].encode()


def is_unedited(project: Path, name: str) -> bool:
    """Return True if all files of a game are as `new_game` made them from a table."""
    files = {
        relative(file, project): file.read_bytes()
        for folder in (project / "card_data" / name, project / "templates" / name)
        for file in folder.rglob("*")
        if file.is_file() and not file.name.startswith(".")
    }
    seal = _SEAL.search(files.get(f"card_data/{name}/game.yaml", b""))
    return seal is not None and seal[0] == _digest(files)


def check_name(name: str) -> None:
    """Raise ModelError for a name that no game can have."""
    if name in _TAKEN:
        hint = f"choose another name: {_TAKEN[name]}"
    elif not NAME.fullmatch(name):
        better = slug(name)
        usable = NAME.fullmatch(better) and better not in _TAKEN
        begin = f"write `{better}`" if usable else "use lower-case letters and digits"
        hint = f"{begin}; `--title` takes any text"
    elif len(name) > NAME_LIMIT:
        hint = f"use at most {NAME_LIMIT} characters"
    elif reason := paths.refusal(name):
        hint = f"choose another name: {reason}"
    else:
        return
    raise ModelError(bad_name(None, paths.printable(name), "the name of a game", hint))


def title_of(name: str) -> str:
    """Make a title from a name: ``my-game`` becomes My Game."""
    title = re.sub("[-_]", " ", name).title()
    return title if len(title) <= TITLE_LIMIT else title[:TITLE_LIMIT].strip()


def checked_title(title: str) -> str:
    """Return a title in one line; raises ModelError for a title that cannot be printed."""
    title = " ".join(title.split())
    if not title:
        raise ModelError(problems.bad_title(None, "it is empty"))
    if paths.CONTROL.search(title):
        raise ModelError(problems.bad_title(None, "it holds a control character"))
    if len(title) > TITLE_LIMIT:
        reason = f"it has {len(title)} characters, and {TITLE_LIMIT} have room"
        raise ModelError(problems.bad_title(None, reason))
    return title


def _refuse_existing(home: Path, folders: tuple[str, ...]) -> None:
    existing = [folder for folder in folders if os.path.lexists(home / folder)]
    if existing:
        raise OutputError(*(problems.already_there(None, folder) for folder in reversed(existing)))


@contextlib.contextmanager
def _temporary(home: Path) -> Iterator[Path]:
    """Provide a folder beside the destination; errors of the system become OutputError."""
    begin, end = TEMPORARY
    scratch = home / f"{begin}{token_hex(8)}{end}"
    try:
        scratch.mkdir()
        yield scratch
    except OSError as error:
        name = relative(Path(error.filename or scratch), scratch)
        name = relative(Path(name), home)
        reason = (error.strerror or str(error)).lower()
        raise OutputError(cannot_write(None, name, reason, False)) from None
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _move(scratch: Path, home: Path, folders: tuple[str, ...]) -> None:
    """Move folders into place, in place of those that exist: all of them, or none."""
    moves: list[tuple[Path, Path]] = []
    for folder in folders:
        if (home / folder).exists():
            moves.append((home / folder, scratch / "replaced" / folder))
        moves.append((scratch / folder, home / folder))
    finished_moves: list[tuple[Path, Path]] = []
    try:
        for source, target in moves:
            target.parent.mkdir(parents=True, exist_ok=True)
            os.rename(source, target)
            finished_moves.append((source, target))
    except OSError:
        for source, target in reversed(finished_moves):
            os.rename(target, source)
        raise
