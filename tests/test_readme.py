"""The first pages that people read say what is true."""

import re
from pathlib import Path

import click
import pytest
import test_layers
from click.testing import CliRunner

from cardgen.cli.main import cli
from tools.contents import LONG, anchor, with_contents

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]

ELSEWHERE = {".git", ".venv", "output", "dist", "__pycache__", ".hypothesis"}
OTHERS_WORDS = {"OFL.txt"}
MACHINE_PATH = re.compile(r"(?<![\w.>}/-])/(?:work|root|tmp|opt|mnt|Users|home/(?!me/))\b/?\w")
REGISTRY = re.compile(r"\b(?:py" r"pi\.\w|python" r"hosted|registry\.np" r"m)")


def quick_start():
    section = README.partition("\n## Quick start\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"```\w*\n(.*?)```", section, re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def test_the_quick_start_is_two_lines_that_each_stand_alone():
    build, tests = quick_start()
    for line in (build, tests):
        assert line.startswith("python3 -m venv .venv && .venv/bin/pip install ")
    assert build.endswith("&& .venv/bin/cardgen build")
    assert ".venv/bin/pytest" in tests


def test_the_line_to_start_makes_a_game(tmp_path, monkeypatch):
    """That uvx finds cardgen in a checkout, ``tools/release.py`` tries."""
    before = README.partition("\n## Quick start\n")[0]
    [line] = re.findall(r"```\n(.*)\n```", before)
    words = line.split()
    assert words[:4] == ["uvx", "--from", "./cardgen", "cardgen"]
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli, words[4:])
    assert result.exit_code == 0, result.output
    assert (tmp_path / words[-1] / "card_data").is_dir()


def test_ci_takes_its_lines_from_the_readme():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert '$0 == "## Quick start"' in script
    lines = ["readme_line 1 build", "readme_line 2 tests", "pip install"]
    assert sorted(lines, key=script.index) == lines, "extras come after both lines"


@pytest.fixture
def duel(tmp_path):
    """The game that the README shows, written as the first lines of its files say."""
    blocks = re.findall(r"```(?:yaml|xml)\n((?:# |\{# )(\S+).*?)```", README, re.DOTALL)
    assert len(blocks) == 3
    for text, path in blocks:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path


def run(project, *args):
    return CliRunner().invoke(cli, [*args, "--project", str(project)])


def test_the_game_of_the_readme_builds(duel):
    result = run(duel, "build", "--jobs", "1", "--strict")
    assert result.exit_code == 0, result.stderr
    assert (duel / "output/duel/sheets/actions.a4.pdf").is_file()
    assert (duel / "output/duel/sheets/actions.letter.pdf").is_file()


def test_the_error_of_the_readme_is_what_one_gets(duel):
    [shown] = re.findall(r"```\n(card_data/.*?)```", README, re.DOTALL)
    cards = duel / "card_data/duel/decks/actions.yaml"
    cards.write_text(cards.read_text("utf-8").replace("{rule:hand_limit}", "{rule:hand_limits}"))
    result = run(duel, "check")
    assert result.exit_code == 1
    assert shown in result.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page):
    for target in links(page):
        file, _, anchor = target.partition("#")
        linked = page.parent / file if file else page
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), target


def test_there_are_links_to_follow():
    assert "docs/index.md" in links(ROOT / "README.md")
    assert "printing.md" in links(DOCS / "index.md")


def links(page):
    """Find where a page leads to inside the project."""
    text = page.read_text(encoding="utf-8")
    prose = re.sub(r"```.*?```|`[^`\n]*`", "`code`", text, flags=re.DOTALL)
    return [one for one in re.findall(r"\]\(([^)\s]+)\)", prose) if "://" not in one]


def anchors(page):
    headings = re.findall(r"^#+ (.*)", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {anchor(heading) for heading in headings}


LONG_PAGES = [
    page for page in DOCS.rglob("*.md") if len(page.read_text("utf-8").splitlines()) > LONG
]


@pytest.mark.parametrize("page", LONG_PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_a_long_page_says_at_its_top_what_is_on_it(page):
    text = page.read_text(encoding="utf-8")
    assert with_contents(text) == text, "run `python -m tools.contents`"
    top = text.partition("\n## ")[0]
    linked = re.findall(r"\]\(#([\w-]+)\)", top)
    sections = re.findall(r"^## (.*)", re.sub(r"(?ms)^```.*?^```", "", text), re.MULTILINE)
    assert {anchor(section) for section in sections} <= {*linked}


def test_every_page_of_the_manual_is_in_its_index():
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    names = {page.name for page in DOCS.glob("*.md")} - {"index.md"}
    assert names
    assert [name for name in sorted(names) if f"]({name})" not in index] == []


WHERE = (DOCS / "where-to-print.md").read_text(encoding="utf-8")
ANSWERS = re.findall(r"^## ([^\n]*)\n\n```\n(.*?)```", WHERE, re.MULTILINE | re.DOTALL)


def test_every_answer_to_where_one_prints_is_three_commands():
    assert [title for title, _ in ANSWERS] == re.findall(r"^## (.*)", WHERE, re.MULTILINE)
    assert len(ANSWERS) == 5
    for title, block in ANSWERS:
        assert len(block.splitlines()) == 3, title
        for line in block.splitlines():
            program, name, *args = line.split()
            command = cli.get_command(click.Context(cli), name)
            assert program == "cardgen"
            known = {option for one in command.params for option in one.opts}
            assert {arg for arg in args if arg.startswith("--")} <= known, line


def test_nothing_says_to_install_cardgen_from_an_index_that_has_none():
    """As long as the README says so, a way to install names a place: `./cardgen`, a wheel."""
    assert "cardgen is not on a package index yet" in README
    told = [*PAGES, *(ROOT / "cardgen").rglob("*.py"), *(ROOT / "tools/vscode").glob("*.*")]
    by_name = re.compile(r"(?:pip|pipx|uv tool) install[^`\n]* ['\"]?cardgen\b|--from cardgen\b")
    found = [file.name for file in told if by_name.search(file.read_text(encoding="utf-8"))]
    assert found == []


def test_a_tool_is_run_by_the_python_that_has_cardgen():
    lines = [line for page in PAGES for line in shell_lines(page) if "-m tools." in line]
    assert lines
    assert [line for line in lines if not re.search(r"\.venv/bin/python -m tools\.", line)] == []


def shell_lines(page):
    blocks = re.findall(
        r"^```(?:sh)?\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    return [line for block in blocks for line in block.splitlines()]


def test_the_paths_that_are_named_exist():
    paths = re.findall(r"`((?:cardgen|tests|docs|fonts|benchmarks)/[\w./]*)`", README)
    modules = re.findall(
        r"`((?:layout|model|products|impose|proof|preview|cli)/[\w/]+(?:/|\.py))`", CONTRIBUTING
    )
    assert paths
    assert modules
    assert [name for name in paths if not (ROOT / name).exists()] == []
    assert [name for name in modules if not (ROOT / "cardgen" / name).exists()] == []


@pytest.mark.parametrize(
    "page", [ROOT / "CONTRIBUTING.md", DOCS / "architecture.md"], ids=lambda page: page.name
)
def test_what_is_said_of_the_code_is_in_the_code(page):
    """Hold every `cardgen/…` path, and the names that stand right after one."""
    text = page.read_text(encoding="utf-8")
    paths = re.findall(r"`((?:cardgen|tools)/[\w./]*)`", text)
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []
    named = re.findall(r"`(cardgen/[\w/]+\.py)`((?:,? `[\w.]+`)+)", text)
    missing = [
        f"{path}: {name}"
        for path, names in named
        for name in re.findall(r"`(?:\w+\.)*(\w+)`", names)
        if not re.search(rf"\b{name}\b", (ROOT / path).read_text(encoding="utf-8"))
    ]
    assert missing == []


def test_the_layers_are_those_that_are_held():
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \|", CONTRIBUTING, re.MULTILINE)
    shown = {}
    for level, package in rows:
        shown.setdefault(int(level), set()).add(package)
    there = {path.stem for path in (ROOT / "cardgen").iterdir()}
    held = [names & there for names in test_layers.LAYERS]
    assert [shown[level] for level in sorted(shown)] == [names for names in held if names]


def test_no_file_names_a_machine_or_a_registry():
    named = []
    for file in sorted(ROOT.rglob("*")):
        inside = file.relative_to(ROOT)
        hidden = any(part in ELSEWHERE or part.endswith("_cache") for part in inside.parts)
        if hidden or not file.is_file() or file.name in OTHERS_WORDS:
            continue
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        named += [f"{inside}: {m[0]}" for m in MACHINE_PATH.finditer(text)]
        named += [f"{inside}: {m[0]}" for m in REGISTRY.finditer(text)]
    assert named == []
