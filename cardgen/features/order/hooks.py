"""Which files `cardgen order` has written, so that `cardgen clean` knows them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from cardgen.pipeline.hooks import HOOKS, Hooks
from cardgen.pipeline.safe_paths import inside, plain

FOLDER = "orders"
RECORD = "report.json"


def own_files(folder: Path, root: Path) -> Iterator[str]:
    """Name the files of all orders of a game, the record of each last."""
    orders = folder / FOLDER
    if orders.is_symlink() or not orders.is_dir():
        return
    for order in sorted(orders.iterdir()):
        if order.is_dir() and not order.is_symlink():
            for path in ordered(order):
                yield f"{FOLDER}/{order.name}/{path}"


def ordered(order: Path) -> dict[str, str]:
    """Return the files of the last order in a folder with their digests, the record last.

    A record that cannot be understood counts as none.
    """
    file = inside(order, RECORD)
    try:
        content = json.loads(file.read_bytes()) if file is not None else {}
        found = {one["path"]: one["sha256"] for one in content["files"]}
        if not all(isinstance(text, str) for pair in found.items() for text in pair):
            return {}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}
    return {path: found[path] for path in found if plain(path) and path != RECORD} | {RECORD: ""}


HOOKS.add("order", Hooks(own_files=own_files))
