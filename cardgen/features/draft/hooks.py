"""Which files a draft consists of, so that `cardgen clean` removes them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardgen.pipeline.hooks import HOOKS, Hooks


def own_files(folder: Path, root: Path) -> Iterator[str]:
    """Name the files of a draft, its record last."""
    from cardgen.pipeline.drafts import draft_files

    yield from draft_files(folder)


HOOKS.add("draft", Hooks(own_files=own_files))
