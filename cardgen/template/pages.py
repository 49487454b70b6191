"""Fill the templates of cardgen's own pages and lists about a game."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardgen.core.registry import plural


def fill_template(template: Path, filters: Mapping[str, Any] | None = None, **values: Any) -> bytes:
    """Render a template of cardgen with values; in HTML templates, the values are escaped.

    It may extend and include templates of its folder, and has the filter ``plural`` for counts.
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
