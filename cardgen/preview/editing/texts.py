"""The files that the page shows and changes as texts: rule texts, and templates."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardgen.core.diagnostics import relative
from cardgen.core.paths import stays_inside
from cardgen.preview import Json
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.files import DATA_FOLDER, Project, decode

_BOM = "\ufeff"
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_BREAK = re.compile(r"\r\n?|\n")


def offered(loaded: LoadedGame) -> tuple[str, ...]:
    """Name the rule texts and templates that a game can use, as far as they lie in the project.

    No request reaches a file that is not among them.
    """
    root, id = loaded.root, loaded.id
    where = {f"{DATA_FOLDER}/{id}": "*.md", f"templates/{id}": "*.j2", "templates/shared": "*.j2"}
    found = (file for folder, name in where.items() for file in sorted((root / folder).rglob(name)))
    return tuple(relative(one, root) for one in found if one.is_file() and stays_inside(one, root))


def is_template(path: str) -> bool:
    """Whether a text is a template."""
    return path.endswith(".j2")


def text(loaded: LoadedGame, path: str) -> Json | None:
    """Return a text as it is written; None if it is not offered."""
    return {"text": Project(loaded.root).read(path).text} if path in offered(loaded) else None


def rewritten(path: str, data: bytes, text: str) -> bytes:
    """Return the content of a file with another text; what stays keeps its very bytes.

    New lines end as the line before them does. Raises SourceError for what no text may hold.
    """
    before = data.decode()
    bom = _BOM if before.startswith(_BOM) else ""
    old, new = _LINE.findall(before.removeprefix(_BOM)), _LINE.findall(text)
    plain = [_BREAK.sub("\n", line) for line in old]
    head = _count_equal_lines(plain, new)
    tail = _count_equal_lines(plain[head:][::-1], new[head:][::-1])
    ends = _BREAK.findall("".join(old[: head or 1]))
    made = [_BREAK.sub(ends[-1] if ends else "\n", line) for line in new[head : len(new) - tail]]
    after = (bom + "".join([*old[:head], *made, *old[len(old) - tail :]])).encode()
    decode(path, after)
    return after


def _count_equal_lines(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))
