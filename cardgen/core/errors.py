"""The exception tree; every exception carries the diagnostics to show.

::

    CardgenError
    ├── SourceError       CG1xx  unreadable file, YAML syntax, path outside the project
    ├── ModelError        CG2xx  schema, unknown field, missing reference, duplicate id
    ├── TemplateError     CG3xx  Jinja syntax, undefined name, malformed markup, attributes
    ├── LayoutError       CG4xx  impossible size, overflow where the policy is "error"
    ├── AssetError        CG5xx  missing or unusable font, icon, image
    ├── ImpositionError   CG6xx  card larger than the sheet, impossible arrangement
    └── OutputError       CG7xx  cannot write

Proof findings are CG8xx: they are reported, never raised. Anything else that escapes is
a bug of cardgen.
"""

from __future__ import annotations

from cardgen.core.diagnostics import Diagnostic


class CardgenError(Exception):
    """Something the user can mend, with one or more diagnostics that say how."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__(*diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return "; ".join(item.message for item in self.diagnostics)


class SourceError(CardgenError):
    """A project file cannot be read or parsed."""


class ModelError(CardgenError):
    """The data is well-formed but does not describe a game."""


class TemplateError(CardgenError):
    """A template cannot be rendered or its markup cannot be read."""


class LayoutError(CardgenError):
    """An element cannot be laid out."""


class AssetError(CardgenError):
    """A font, icon or image is missing or unusable."""


class ImpositionError(CardgenError):
    """Pieces cannot be placed on the paper."""


class OutputError(CardgenError):
    """A result cannot be written."""
