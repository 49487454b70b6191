import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tools.manual import render_manual

ROOT = Path(__file__).parents[2]
TOPIC = re.compile(r"cardgen docs ([a-z][\w/-]*)")


@pytest.fixture(scope="module")
def manual(tmp_path_factory):
    folder = tmp_path_factory.mktemp("manual")
    render_manual(folder)
    return folder


def test_all_links_of_the_manual_lead_to_files_and_anchors(manual):
    missing = []
    for page in manual.rglob("*.html"):
        for target in re.findall(r'(?:href|src)="([^"]+)"', page.read_text("utf-8")):
            address = urlsplit(target)
            file = page.parent / unquote(address.path) if address.path else page
            anchor = f'id="{address.fragment}"' if address.fragment else ""
            if not address.scheme and not (file.is_file() and anchor.encode() in file.read_bytes()):
                missing.append((page.name, target))
    assert missing == []


def test_the_manual_is_small(manual):
    assert sum(file.stat().st_size for file in manual.rglob("*.*")) < 1_500_000


def test_every_hint_names_a_page_of_the_manual(run):
    topics = run("docs", "--list").stdout.split()
    names = {*topics, *(topic.rpartition("/")[2] for topic in topics)}
    files = [*ROOT.glob("cardgen/**/*.py"), *ROOT.glob("cardgen/**/*.j2")]
    named = {name for file in files for name in TOPIC.findall(file.read_text("utf-8"))}
    assert len(named) > 5
    assert named <= names


@pytest.mark.parametrize(
    ("topic", "page"),
    [("elements", "reference/elements"), ("docs/printing.md", "printing"), ("data", "data")],
)
def test_a_topic_is_a_page_or_its_last_word(run, topic, page):
    assert run("docs", topic).stdout.strip().endswith(f"/{page}.html")


def test_an_unknown_topic_is_refused(run):
    result = run("docs", "printin")
    assert result.exit_code == 2
    assert "no page `printin`; did you mean `printing`?" in result.stderr
