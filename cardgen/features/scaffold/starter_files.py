"""What a new game begins with: the starter game, or the smallest one that builds.

``starter/`` and ``bare/`` are laid out like a project; ``@NAME@`` and ``@TITLE@`` are placeholders.
In YAML the title is a quoted string, elsewhere it is plain text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from msgspec import Struct

STARTER = Path(__file__).with_name("starter")
BARE = Path(__file__).with_name("bare")

_TEXTS = (".yaml", ".md", ".j2")


class StartingFiles(Struct, frozen=True):
    """The files of a new game, and those at the top of a new project, by path in the project."""

    game: Mapping[str, bytes]
    project: Mapping[str, bytes]


Beginning = Callable[[str, str], StartingFiles]
"""Makes the files of a game out of its name and its title."""


def starter(name: str, title: str) -> StartingFiles:
    """Return the files of the starter game: small, complete and commented."""
    return _filled(STARTER, name, title)


def bare(name: str, title: str) -> StartingFiles:
    """Return the files of the smallest game that builds: one deck, one template."""
    return _filled(BARE, name, title)


def _filled(folder: Path, name: str, title: str) -> StartingFiles:
    homes = {"card_data": f"card_data/{name}", "templates": f"templates/{name}"}
    game = {
        f"{home}/{path}": data
        for part, home in homes.items()
        for path, data in _files(folder / part, name, title)
    }
    return StartingFiles(
        game, around((folder / "project/README.md").read_text("utf-8"), name, title)
    )


def around(readme: str, name: str, title: str) -> dict[str, bytes]:
    """Return what stands at the top of a new project, of the text of its README."""
    return {".gitignore": b"/output/\n", "README.md": _fill(readme, name, title).encode()}


def _files(folder: Path, name: str, title: str) -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.rglob("*")):
        if file.is_file() and not file.name.startswith("."):
            path, data = PurePosixPath(file.relative_to(folder)).as_posix(), file.read_bytes()
            if file.suffix in _TEXTS:
                # A JSON string is a YAML one as well, whatever the title holds.
                quoted = json.dumps(title, ensure_ascii=False)
                shown = quoted if file.suffix == ".yaml" else title
                data = _fill(data.decode(), name, shown).encode()
            yield path, data


def _fill(text: str, name: str, title: str) -> str:
    # The title last: it may hold what looks like the mark for the name.
    return text.replace("@NAME@", name).replace("@TITLE@", title)
