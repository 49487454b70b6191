"""Read the files of printing services.

A service is a TOML file with one row for each product. Services come from cardgen, from plug-ins,
and from the project's folder ``services/`` beside ``card_data/``. Every row names its source, and
every source has a date.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from cardgen.core.files import length, read_each, read_toml
from cardgen.core.plugins.parts import failures, folders_of_parts, refuse_part
from cardgen.core.registry import choices
from cardgen.model.problems import refuse_unknown
from cardgen.products.orders import problems
from cardgen.products.orders.listing import known_lists
from cardgen.products.orders.service import DPI, Service

BUNDLED = Path(__file__).parent / "services"
OWN = "services"
"""The folder of a project's own services."""


class _Head(Struct):
    like: str | None = None
    sources: dict[str, Any] = {}


def services(root: Path | None = None) -> dict[str, Service]:
    """Read all services by their ids, including the services of a project at ``root``.

    Raises OutputError with all errors in their files.
    """
    files = _files_by_id(root)
    by_id: dict[str, Service] = {}

    def read(file: Path) -> None:
        service = msgspec.convert(_values(file.stem, files), Service, dec_hook=length)
        unknown = [name for name in service.lists if name not in known_lists()]
        if unknown and not failures:  # a plug-in that failed to load may have the list
            raise ValueError(f"`lists` may name {choices(known_lists())}, and not `{unknown[0]}`")
        by_id[file.stem] = service

    read_each([files[id] for id in sorted(files)], root, read, problems.bad_service_file)
    return by_id


def service_named(name: str, root: Path | None) -> Service:
    """Return a service; raises ModelError for an unknown one."""
    all_services = services(root)
    refuse_unknown("printing service", (name,), all_services)
    return all_services[name]


def _files_by_id(root: Path | None) -> dict[str, Path]:
    """Return all files; only a project's file may replace another file of the same name."""
    files = {path.stem: path for path in BUNDLED.glob("*.toml")}
    for folder in folders_of_parts("services"):
        for path in sorted(folder.glob("*.toml")):
            if files.setdefault(path.stem, path) != path:
                refuse_part(str(path), f"there is a service `{path.stem}` already")
    if root is not None:
        files |= {path.stem: path for path in (root / OWN).glob("*.toml")}
    return files


def _values(id: str, files: Mapping[str, Path]) -> dict[str, Any]:
    """Return the content of a file with its id, and with the service's defaults in each row."""
    values = _merged_content(id, files)
    _refuse(values, "id")
    defaults = {key: values[key] for key in ("bleed", "safe") if key in values}
    rows = values.get("products")
    if isinstance(rows, list):
        for row in rows:
            _refuse(row, "dpi")
        common = {"dpi": values.get("dpi", DPI)}
        values["products"] = [
            {**defaults, **row, **common} if isinstance(row, dict) else row for row in rows
        ]
    return {**values, "id": id}


def _merged_content(id: str, files: Mapping[str, Path], may_extend: bool = True) -> dict[str, Any]:
    """Return the content of a file, merged over the service that its key ``like`` names."""
    values = read_toml(files[id])
    head = msgspec.convert(values, _Head)
    if head.like is None:
        return values
    if not may_extend or head.like not in files:
        raise ValueError(f"there is no service `{head.like}` with a table of its own to be `like`")
    base = _merged_content(head.like, files, may_extend=False)
    del values["like"]
    return {**base, **values, "sources": {**base.get("sources", {}), **head.sources}}


def _refuse(table: Any, key: str) -> None:
    """Raise ValueError for a key that authors must not set."""
    if isinstance(table, dict) and key in table:
        raise ValueError(f"Object contains unknown field `{key}`")
