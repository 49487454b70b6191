"""Adds the manual as HTML to each wheel. A checkout renders the pages when somebody opens them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ManualHook(BuildHookInterface):
    """Renders the manual before a wheel is built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Render the pages into a folder that is left out of the repository."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from tools.manual import render_manual

        folder = Path(self.root) / "output" / "manual-pages"
        render_manual(folder)
        build_data["force_include"][str(folder)] = "cardgen/bundled/docs"
