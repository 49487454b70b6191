"""Renders the pages of the manual as plain HTML, which a wheel contains and `cardgen docs` opens.

``python -m tools.manual FOLDER`` writes the pages of docs/ into a folder: one style sheet, no
script, and only small pictures. A wheel is at most a few hundred kilobytes larger for it; the site
that MkDocs makes of the same pages (docs/manual-site.md) is several times as large.
"""

from __future__ import annotations

import html
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tools.site.hook import TAKEN_IN, heading_name, page_link, repository

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
LARGEST_PICTURE = 80_000
"""Pictures with more bytes are left out; their alternative text stays."""
_PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · cardgen</title>
<link rel="stylesheet" href="{top}manual.css">
<body>
<nav aria-label="The manual"><a class="brand" href="{top}index.html">cardgen: the manual</a>
{nav}</nav>
<main>
{content}</main>
</body>
</html>
"""


def pages() -> dict[str, Path]:
    """Return the source of each page of the manual by its path in docs/; the gallery is no page."""
    sources = {
        file.relative_to(DOCS).as_posix(): file
        for file in sorted(DOCS.rglob("*.md"))
        if "gallery" not in file.relative_to(DOCS).parts
    }
    return {page: ROOT / source for source, page in TAKEN_IN.items()} | sources


def render_manual(folder: Path) -> None:
    """Write all pages, their style sheet and their pictures into a folder, which is replaced."""
    shutil.rmtree(folder, ignore_errors=True)
    sources = pages()
    navigation = list(_sections())
    pictures: set[str] = set()
    for page, source in sources.items():
        title, content = _content(page, source, sources, pictures)
        top = "../" * page.count("/")
        text = _PAGE.format(
            title=html.escape(title), top=top, nav=_nav(navigation, page, top), content=content
        )
        file = folder / _html_path(page)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    for picture in pictures:
        (folder / picture).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(DOCS / picture, folder / picture)
    shutil.copyfile(Path(__file__).with_name("site") / "manual.css", folder / "manual.css")


def _html_path(page: str) -> str:
    return page.removesuffix(".md") + ".html"


def _sections() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the headings of the navigation in mkdocs.yml, each with titles and pages."""
    nav = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    for section in nav:
        for heading, entries in section.items():
            yield heading, list(_entries(entries))


def _entries(entries: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for entry in entries:
        for title, target in entry.items():
            if isinstance(target, list):
                yield from _entries(target)
            elif not target.startswith("gallery/"):
                yield title, target


def _nav(sections: list[tuple[str, list[tuple[str, str]]]], page: str, top: str) -> str:
    """Return links to the sections, and to all pages of the section that has the page."""
    lines = []
    for heading, entries in sections:
        first = f"{top}{_html_path(entries[0][1])}"
        lines.append(f'<h2><a href="{first}">{html.escape(heading)}</a></h2>')
        if all(target != page for _, target in entries):
            continue
        for title, target in entries:
            current = ' aria-current="page"' if target == page else ""
            lines.append(f'<a href="{top}{_html_path(target)}"{current}>{html.escape(title)}</a>')
    return "\n".join(lines)


def _content(
    page: str, source: Path, sources: dict[str, Path], pictures: set[str]
) -> tuple[str, str]:
    """Return the title and the HTML of a page; add its small pictures to ``pictures``."""
    parser = MarkdownIt("commonmark").enable("table")
    tokens = parser.parse(source.read_text(encoding="utf-8"))
    title = page
    for token, inline in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and inline is not None:
            token.attrSet("id", heading_name(_plain(inline), "-"))
            if token.tag == "h1":
                title = _plain(inline)
        for child in token.children or ():
            if child.type == "link_open":
                target = page_link(str(child.attrGet("href")), _source_name(source), page)
                child.attrSet("href", _page_target(target, page, sources))
            elif child.type == "image":
                _picture(child, page, source, pictures)
    return title, parser.renderer.render(tokens, parser.options, {})


def _plain(inline: Token) -> str:
    """Return the text of a heading without its markup."""
    return "".join(child.content for child in inline.children or () if not child.children)


def _source_name(source: Path) -> str:
    return source.relative_to(ROOT).as_posix()


def _page_target(target: str, page: str, sources: dict[str, Path]) -> str:
    """Return a link with the HTML file in place of the Markdown file."""
    address = urlsplit(target)
    if address.scheme or not address.path.endswith(".md"):
        return target
    path = os.path.normpath(os.path.join(os.path.dirname(page), address.path))
    if path not in sources:  # the gallery, whose pictures are in the repository
        return f"{repository()}/blob/HEAD/docs/{path}"
    return target.replace(".md", ".html", 1)


def _picture(image: Token, page: str, source: Path, pictures: set[str]) -> None:
    """Keep a small picture of docs/; make the alternative text of every other picture visible."""
    file = (source.parent / str(image.attrGet("src"))).resolve()
    if file.is_relative_to(DOCS / "gallery") or file.stat().st_size > LARGEST_PICTURE:
        image.type, image.tag, image.content = "text", "", f"[Picture: {image.content}]"
        image.children = None
        return
    path = file.relative_to(DOCS).as_posix()
    pictures.add(path)
    image.attrSet("src", os.path.relpath(path, os.path.dirname(page) or ".").replace(os.sep, "/"))


if __name__ == "__main__":
    render_manual(Path(sys.argv[1]).absolute())
