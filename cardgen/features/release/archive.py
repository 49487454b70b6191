"""The contents of a download: texts filled with facts, checksums, and the ZIP of its folder.

The ZIP depends on the files alone. Entries are sorted and have one date, that of the game, and the
same rights; zlib packs them as Python has it, whatever has packed the files themselves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardgen.core.files import zipped
from cardgen.core.units import label_of
from cardgen.model.game import Game
from cardgen.pipeline.manifest import sha256
from cardgen.products.facts import Facts
from cardgen.template.pages import filled

SUMS = "SHA256SUMS"
_TEMPLATES = Path(__file__).with_name("templates")
_ACTIVE = re.compile(r"([\\`*_{}\[\]<>|~&]|^[-+#=]|(?<=^\d)[.)](?=\s))")
"""What Markdown may take for markup (CommonMark 0.31.2, 2.4)."""


def sums(files: Mapping[str, bytes]) -> bytes:
    """Return the SHA-256 digests of files by path, as `sha256sum -c` reads them."""
    return "".join(f"{sha256(files[path])}  {path}\n" for path in sorted(files)).encode()


def packed(files: Mapping[str, bytes], game: Game, audience: str) -> bytes:
    """Return a ZIP of a folder that is named by game, version and audience."""
    version = re.sub(r"[^A-Za-z0-9.]+", "-", game.version).strip("-.")
    name = "-".join(filter(None, (game.id, version, audience)))
    return zipped({f"{name}/{path}": files[path] for path in sorted(files)}, game.date)


def written(template: str, facts: Facts, **values: Any) -> bytes:
    """Fill a template of ours with the facts."""
    filters = {
        # so that no Markdown is read in it, on one line
        "plain": lambda text: _ACTIVE.sub(r"\\\1", " ".join(str(text).split())),
        "paper": label_of,
        "number": "{:g}".format,
    }
    return filled(_TEMPLATES / template, filters, facts=facts, game=facts.game, **values)
