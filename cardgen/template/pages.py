"""Fill the templates of pages and lists that cardgen writes about a game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardgen.core.registry import plural


def filled(template: Path, filters: Mapping[str, Any] | None = None, **values: Any) -> bytes:
    """Return a template of ours with its values, which are escaped where it makes HTML.

    It may extend and include others of its folder, and count things with the filter ``plural``.
    """
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(template.parent),
        autoescape=jinja2.select_autoescape(("html.j2",)),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
        extensions=("jinja2.ext.do",),
    )
    environment.filters.update({"plural": plural, **(filters or {})})
    return environment.get_template(template.name).render(values).encode()
