"""Every page of the reference, by its file name."""

from __future__ import annotations

from tools.contents import with_contents
from tools.reference.commands import commands_markdown
from tools.reference.data import data_markdown
from tools.reference.diagnostics import diagnostics_markdown
from tools.reference.elements import elements_markdown
from tools.reference.json_output import json_markdown
from tools.reference.templates import templates_markdown

FOLDER = "docs/reference"
COMMAND = "python -m tools.reference"
MADE = f"Made by `{COMMAND}`: do not edit."


def pages() -> dict[str, str]:
    """Return the text of every page."""
    made = {
        "commands.md": commands_markdown(MADE),
        "data.md": data_markdown(MADE),
        "diagnostics.md": diagnostics_markdown(MADE),
        "elements.md": elements_markdown(MADE),
        "json.md": json_markdown(MADE),
        "templates.md": templates_markdown(MADE),
    }
    return {name: with_contents(page) for name, page in made.items()}
