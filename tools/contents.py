"""Write the table of contents of long manual pages: ``python -m tools.contents``.

A page is long if it has more than about two screens of lines. Other programs write the reference
and the gallery; they call `with_contents` for the same line.
"""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
LONG = 100  # lines
_MARK = "On this page: "
_CODE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


def anchor(heading: str) -> str:
    """Return the anchor of a heading for links."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def with_contents(page: str) -> str:
    """Return a page with links to its sections below its first paragraph, if it is long."""
    title, *parts = [part for part in page.split("\n\n") if not part.startswith(_MARK)]
    headings = _HEADING.findall(_CODE.sub("", page))
    links = [f"[{heading}](#{anchor(heading)})" for heading in headings]
    top = "\n\n".join(parts).partition("\n## ")[0]
    told = all(f"](#{anchor(heading)})" in top for heading in headings)
    if page.count("\n") > LONG and len(headings) > 1 and not told:
        is_text = not parts[0].startswith(("#", "```", "|", "!")) and not parts[0].endswith(":")
        parts.insert(int(is_text), _MARK + " · ".join(links))
    return "\n\n".join((title, *parts))


if __name__ == "__main__":
    for file in (*DOCS.glob("*.md"), *DOCS.glob("tutorial/*.md"), DOCS / "gallery/README.md"):
        text = file.read_text(encoding="utf-8")
        file.write_text(with_contents(text), encoding="utf-8", newline="\n")
