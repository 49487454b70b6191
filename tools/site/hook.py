"""Build a site from the pages of docs/ without changes, so that their links work on a forge, too.

A link that leaves docs/ leads to one of the texts that the site takes in, or else to the file in
the repository. The address of the repository is `Repository` in pyproject.toml, and nowhere else.
"""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
TAKEN_IN = {
    "README.md": "readme.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
"""Texts outside of docs/ that are pages of the site."""
FONTS = "fonts/atkinson/AtkinsonHyperlegibleNext-*.ttf"

_LINK = re.compile(r"(?<=\]\()([^()\s]+)(?=\))")
_IMAGE = re.compile(r'(?<!">)<img [^>]*src="([^"]+)"[^>]*>')


def repository() -> str:
    """Return the address of the repository."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["urls"]["Repository"]).rstrip("/")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Set the address of the repository and the anchors that forges give headings."""
    config.repo_url, config.repo_name = repository(), "Repository"
    config.edit_uri = config.edit_uri and f"{config.repo_url}/{config.edit_uri}"
    config.mdx_configs["toc"]["slugify"] = heading_name
    return config


def heading_name(heading: str, separator: str) -> str:
    """Return the anchor of a heading as forges make it; `<text>` is a word there, not markup."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", separator)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the texts of the repository that are pages, and the typeface."""
    from mkdocs.structure.files import File, InclusionLevel

    for source, page in TAKEN_IN.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    for font in sorted(ROOT.glob(FONTS)):
        name = f"fonts/{font.name.rpartition('-')[2].lower()}"
        taken = File.generated(config, name, abs_src_path=str(font))
        taken.inclusion = InclusionLevel.NOT_IN_NAV
        files.append(taken)
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Lead links that leave docs/ to a page of the site, or into the repository."""
    by_page = {made: source for source, made in TAKEN_IN.items()}
    at = page.file.src_uri
    source = by_page.get(at, f"docs/{at}")
    if at == "gallery/README.md":
        page.meta["hide"] = ["navigation"]  # its pictures need the room
    return _LINK.sub(lambda match: page_link(match[0], source, at), markdown)


def page_link(target: str, source: str, at: str) -> str:
    """Return a link of a file of the repository as the page `at` has to write it."""
    address = urlsplit(target)
    if address.scheme or address.netloc or not address.path:
        return target
    path = os.path.normpath(os.path.join(os.path.dirname(source), address.path))
    anchor = f"#{address.fragment}" if address.fragment else ""
    if path.startswith("docs/") or path in TAKEN_IN:
        page = TAKEN_IN.get(path, path.removeprefix("docs/"))
        return os.path.relpath(page, os.path.dirname(at) or ".") + anchor
    if not (ROOT / path).exists():
        return target  # MkDocs reports it
    kind = "tree" if (ROOT / path).is_dir() else "blob"
    return f"{repository()}/{kind}/HEAD/{path}{anchor}"


def on_page_content(html: str, **_: Any) -> str:
    """Let a click on a picture show it whole."""
    return _IMAGE.sub(lambda image: f'<a class="picture" href="{image[1]}">{image[0]}</a>', html)


def on_page_context(context: Any, page: Page, config: MkDocsConfig, **_: Any) -> Any:
    """Let 'edit this page' lead to the file that the text of a page is in."""
    for source, made in TAKEN_IN.items():
        if page.file.src_uri == made and config.edit_uri:
            page.edit_url = config.edit_uri.removesuffix("docs/") + source
    return context
