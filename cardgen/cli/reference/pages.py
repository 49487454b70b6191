"""Every page of the reference, by its file name."""

from __future__ import annotations

from cardgen.cli.reference.commands import commands_markdown
from cardgen.cli.reference.diagnostics import diagnostics_markdown
from cardgen.cli.reference.templates import templates_markdown
from cardgen.layout.reference import elements_markdown
from cardgen.model.reference import data_markdown

FOLDER = "docs/reference"
COMMAND = "python -m cardgen.cli.reference"
MADE = f"Made by `{COMMAND}`: do not edit."


def pages() -> dict[str, str]:
    """Return the text of every page."""
    return {
        "commands.md": commands_markdown(MADE),
        "data.md": data_markdown(MADE),
        "diagnostics.md": diagnostics_markdown(MADE),
        "elements.md": elements_markdown(MADE),
        "templates.md": templates_markdown(MADE),
    }
