"""Programs for Node that some tests use, from a folder that the environment names."""

import os
import shutil
from pathlib import Path

import pytest


def node_modules(*needed: str) -> Path:
    """Return the folder of node modules, if it has these files; else skip the test."""
    named = os.environ.get("CARDGEN_NODE_MODULES", "")
    if not shutil.which("node"):
        pytest.skip("node is not installed")
    if not named:
        pytest.skip("CARDGEN_NODE_MODULES does not name a folder of node modules")
    for one in needed:
        if not (Path(named) / one).is_file():
            pytest.skip(f"there is no {one} in CARDGEN_NODE_MODULES")
    return Path(named)
