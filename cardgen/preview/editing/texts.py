"""The files that the page edits as texts: rule texts and templates."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardgen.core.diagnostics import relative
from cardgen.core.paths import stays_inside
from cardgen.preview import Json
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.files import DATA_FOLDER, Project, decode
from cardgen.source.lines import BREAK

_BOM = "\ufeff"
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def text_paths(loaded: LoadedGame) -> tuple[str, ...]:
    """Return the paths of the rule texts and templates of a game that are inside the project.

    The page can read and change only these files as texts.
    """
    root, id = loaded.root, loaded.id
    where = {f"{DATA_FOLDER}/{id}": "*.md", f"templates/{id}": "*.j2", "templates/shared": "*.j2"}
    files = (file for folder, name in where.items() for file in sorted((root / folder).rglob(name)))
    return tuple(
        relative(file, root) for file in files if file.is_file() and stays_inside(file, root)
    )


def is_template(path: str) -> bool:
    """Return whether a text is a template."""
    return path.endswith(".j2")


def read_text(loaded: LoadedGame, path: str) -> Json | None:
    """Return the text of a file for JSON, or None for other files."""
    return {"text": Project(loaded.root).read(path).text} if path in text_paths(loaded) else None


def replace_text(path: str, data: bytes, text: str) -> bytes:
    """Return the content of a file with a new text; unchanged lines keep their bytes.

    New lines have the line ending of the line before them. Raises SourceError for characters that
    no text may contain.
    """
    before = data.decode()
    bom = _BOM if before.startswith(_BOM) else ""
    old, new = _LINE.findall(before.removeprefix(_BOM)), _LINE.findall(text)
    plain = [BREAK.sub("\n", line) for line in old]
    head = _count_equal_lines(plain, new)
    tail = _count_equal_lines(plain[head:][::-1], new[head:][::-1])
    ends = BREAK.findall("".join(old[: head or 1]))
    added = [BREAK.sub(ends[-1] if ends else "\n", line) for line in new[head : len(new) - tail]]
    after = (bom + "".join([*old[:head], *added, *old[len(old) - tail :]])).encode()
    decode(path, after)
    return after


def _count_equal_lines(first: Sequence[str], second: Sequence[str]) -> int:
    pairs = enumerate(zip(first, second, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(first), len(second)))
