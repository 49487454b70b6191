"""The texts of a release: templates filled with the facts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from cardgen.core.units import label_of
from cardgen.products.facts import Facts
from cardgen.template.pages import filled

_TEMPLATES = Path(__file__).with_name("templates")
_ACTIVE = re.compile(r"([\\`*_{}\[\]<>|~&]|^[-+#=]|(?<=^\d)[.)](?=\s))")
"""What Markdown may take for markup (CommonMark 0.31.2, 2.4)."""


def written(template: str, facts: Facts, **values: Any) -> bytes:
    """Fill a template of ours with the facts."""
    filters = {
        # so that no Markdown is read in it, on one line
        "plain": lambda text: _ACTIVE.sub(r"\\\1", " ".join(str(text).split())),
        "paper": label_of,
        "number": "{:g}".format,
    }
    return filled(_TEMPLATES / template, filters, facts=facts, game=facts.game, **values)
