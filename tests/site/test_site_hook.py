"""The manual as a site: what its links, anchors and pictures become."""

import re
from pathlib import Path

import pytest

from tools.contents import anchor
from tools.site.hook import _link, heading_name, on_page_content, repository

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_of_the_site_reads_as_on_a_forge(page):
    """A fence with words that superfences does not know would be a paragraph there."""
    text = re.sub(r"(?ms)^(`{4,}).*?^\1$", "", page.read_text("utf-8"))
    fences = re.findall(r"(?m)^```(.*)$", text)
    assert len(fences) % 2 == 0
    assert [one for one in fences if not re.fullmatch(r'(\w+( title="[^"]+")?)?', one)] == []
    for heading in re.findall(r"(?m)^#+ (.+)$", text):
        assert heading_name(heading, "-") == anchor(heading)


def test_a_picture_opens_whole_unless_it_leads_somewhere():
    alone, link = '<p><img alt="a" src="a.png" /></p>', '<a href="b"><img src="a.png" /></a>'
    assert on_page_content(alone).startswith('<p><a class="picture" href="a.png"><img ')
    assert on_page_content(link) == link


@pytest.mark.docs
@pytest.mark.filterwarnings("ignore")  # those of MkDocs and its plugins
def test_a_site_edits_each_page_where_its_text_is_and_asks_no_other_host(tmp_path):
    pytest.importorskip("material", reason="needs the extra `docs`")
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("# Here\n\n[Changes](../CHANGELOG.md)", "utf-8")
    places = {"docs_dir": str(tmp_path / "docs"), "site_dir": str(tmp_path / "site")}
    build(load_config(str(ROOT / "mkdocs.yml"), nav=["index.md", "changelog.md"], **places))
    pages = {path: tmp_path / "site" / path / "index.html" for path in ("", "changelog")}
    texts = {path: file.read_text("utf-8") for path, file in pages.items()}
    for path, source in (("", "docs/index.md"), ("changelog", "CHANGELOG.md")):
        assert f'href="{repository()}/edit/HEAD/{source}"' in texts[path]
        loads = re.findall(r'(?:src|rel="(?:stylesheet|preload)" href)="(\w+:)?//', texts[path])
        assert loads == []
    assert 'href="changelog/"' in texts[""]
    assert (tmp_path / "site/fonts/regular.ttf").is_file()
