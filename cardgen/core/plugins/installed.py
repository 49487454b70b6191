"""The installed plug-ins.

A plug-in is a package that an installed distribution names in the entry-point group ``cardgen``::

    [project.entry-points.cardgen]
    dice = "cardgen_dice"

The plug-in has the name of its distribution. `importlib.metadata` would take 50 ms, a fifth of a
build without changes. This module therefore reads the folders of metadata as the specification
"Recording installed projects" of the Python Packaging User Guide describes them.
"""

import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

GROUP = "cardgen"


class Plugin(Struct, frozen=True):
    """A plug-in: the distribution and its version as pip lists them, and its Python package."""

    name: str
    version: str
    package: str

    @property
    def folder(self) -> Path | None:
        """The folder of the package; None if it cannot be imported."""
        try:
            spec = find_spec(self.package)
        except Exception:  # for a dotted name, `find_spec` imports the outer packages
            return None
        places = spec.submodule_search_locations if spec is not None else None
        return Path(next(iter(places))) if places else None

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


def metadata_folders() -> Iterator[tuple[str, str]]:
    """Yield the metadata folders of installed distributions, each after its parent folder."""
    for parent in sys.path:
        if os.path.isdir(parent):
            for name in sorted(os.listdir(parent)):
                if name.endswith((".dist-info", ".egg-info")):
                    yield parent, name


@cache
def plugins() -> tuple[Plugin, ...]:
    """Return the installed plug-ins by name; of several versions, the first on ``sys.path``."""
    by_name: dict[str, list[Plugin]] = {}
    for parent, folder in metadata_folders():
        try:
            with open(os.path.join(parent, folder, "entry_points.txt"), encoding="utf-8") as file:
                text = file.read()
        except OSError:
            continue
        name, _, version = folder.rpartition(".")[0].partition("-")
        packages = sorted(set(_packages(text)))
        named = [Plugin(name.replace("_", "-"), version, package) for package in packages]
        by_name.setdefault(name, named)
    return tuple(plugin for name in sorted(by_name) for plugin in by_name[name])


def _packages(text: str) -> Iterator[str]:
    """Yield the packages that a list of entry points names in the group `GROUP`."""
    section = ""
    for line in text.splitlines():
        if line.startswith("["):
            section = line.strip("[] \t")
        elif section == GROUP and "=" in line:
            yield re.split(r"[\[:]", line.partition("=")[2])[0].strip()
