"""The manual as a site: what its links, anchors and pictures become."""

import subprocess
import tomllib
from pathlib import Path

import pytest

from tools.site.hook import (
    _link,
    heading_name,
    on_config,
    on_files,
    on_page_content,
    on_page_context,
    repository,
)

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("target", "source", "at", "made"),
    [
        ("boards.md#tiles", "docs/data.md", "data.md", "boards.md#tiles"),
        ("../README.md#quick-start", "docs/data.md", "data.md", "readme.md#quick-start"),
        ("../../CHANGELOG.md", "docs/tutorial/4.md", "tutorial/4.md", "../changelog.md"),
        ("docs/gallery/one.png", "README.md", "readme.md", "gallery/one.png"),
        ("#here", "README.md", "readme.md", "#here"),
        ("https://example.org/x", "README.md", "readme.md", "https://example.org/x"),
        ("../no/such/file.md", "docs/data.md", "data.md", "../no/such/file.md"),
        ("../fonts/README.md#a", "docs/a.md", "a.md", "@/blob/HEAD/fonts/README.md#a"),
        ("../../card_data", "docs/x/y.md", "x/y.md", "@/tree/HEAD/card_data"),
    ],
)
def test_a_link_leads_to_a_page_or_into_the_repository(target, source, at, made):
    assert _link(target, source, at) == made.replace("@", repository())


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("Numbers in icons", "numbers-in-icons"),
        ("`<text>`".strip("`"), "text"),
        ("`--watch`".strip("`"), "--watch"),
        ("Where will you print?", "where-will-you-print"),
        ("CG104: duplicate key", "cg104-duplicate-key"),
    ],
)
def test_anchors_are_those_of_forges(heading, anchor):
    assert heading_name(heading, "-") == anchor


def test_a_picture_opens_whole_unless_it_leads_somewhere():
    alone, link = '<p><img alt="a" src="a.png" /></p>', '<a href="b"><img src="a.png" /></a>'
    assert on_page_content(alone).startswith('<p><a class="picture" href="a.png"><img ')
    assert on_page_content(link) == link


@pytest.mark.docs
def test_a_page_outside_of_docs_is_edited_where_it_is():
    pytest.importorskip("mkdocs", reason="needs the extra `docs`")
    from mkdocs.config import load_config
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

    config = on_config(load_config(str(ROOT / "mkdocs.yml")))
    files = on_files(Files([]), config)
    page = Page(None, files.get_file_from_path("changelog.md"), config)
    on_page_context({}, page, config)
    assert page.edit_url == f"{repository()}/edit/HEAD/CHANGELOG.md"
    assert "fonts/regular.ttf" in files.src_uris


def test_the_address_of_the_repository_is_written_once():
    address = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    found = subprocess.run(
        ["git", "grep", "--fixed-strings", "--files-with-matches", address["Repository"]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode > 1:
        pytest.skip("this is no checkout of git")
    assert found.stdout.split() == ["pyproject.toml"]
