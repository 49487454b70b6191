"""The first pages that people read say what is true."""

import re
from pathlib import Path

import click
import pytest
import test_layers
from click.testing import CliRunner

from cardgen.cli.main import cli
from tools.contents import anchor

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]

TEXTS = {".j2", ".lua", ".md", ".py", ".toml", ".ts", ".yaml", ".yml"}
"""The kinds of files that people write by hand."""
MACHINE_PATH = re.compile(r"(?<![\w.>}/-])/(?:work|root|tmp|opt|mnt|Users|home/(?!me/))\b/?\w")
REGISTRY = re.compile(r"\b(?:py" r"pi\.\w|python" r"hosted|registry\.np" r"m)")


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


def links(page):
    """Find where a page leads to inside the project."""
    text = page.read_text(encoding="utf-8")
    prose = re.sub(r"```.*?```|`[^`\n]*`", "`code`", text, flags=re.DOTALL)
    return [one for one in re.findall(r"\]\(([^)\s]+)\)", prose) if "://" not in one]


def anchors(page):
    headings = re.findall(r"^#+ (.*)", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {anchor(heading) for heading in headings}


def test_every_page_of_the_manual_is_in_its_index():
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    names = {page.name for page in DOCS.glob("*.md")} - {"index.md"}
    assert names
    assert [name for name in sorted(names) if f"]({name})" not in index] == []


def test_every_option_of_the_pages_exists():
    """Look at the lines of the pages that begin with a command of cardgen."""
    pages = [page for page in PAGES if page.parent != DOCS / "reference"]  # those are generated
    command_lines = [line for page in pages for line in shell_lines(page)]
    command_lines = [line for line in command_lines if re.match(r"cardgen [a-z]", line)]
    assert len(command_lines) > 15
    for line in command_lines:
        command, words = cli, line.partition(" #")[0].split()[1:]
        while isinstance(command, click.Group):
            command, *words = command.get_command(click.Context(command), words[0]), *words[1:]
        assert command is not None, line
        options = {
            name for param in command.params for name in (*param.opts, *param.secondary_opts)
        }
        named = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert named <= {*options, "--help"}, line


def shell_lines(page):
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w*).*?\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    shell_blocks = [block for language, block in blocks if language in ("", "sh")]
    return [line for block in shell_blocks for line in block.splitlines()]


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "docs/architecture.md"])
def test_the_paths_and_names_of_the_code_exist(name):
    """Look for each path in backticks, and in modules for the names right after their path."""
    text = (ROOT / name).read_text(encoding="utf-8")
    paths = re.findall(r"`((?:benchmarks|cardgen|docs|fonts|tests|tools)/[\w./]*)`", text)
    packages = "cli|impose|layout|model|preview|products|proof"
    modules = re.findall(rf"`((?:{packages})/[\w/]+(?:/|\.py))`", text)
    paths += [f"cardgen/{module}" for module in modules]
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
    folders = ["benchmarks", "card_data", "cardgen", "docs", "templates", "tests", "tools"]
    files = [file for folder in folders for file in (ROOT / folder).rglob("*")]
    files = [file for file in (*ROOT.glob("*"), *files) if file.suffix in TEXTS]
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    matches = {
        str(file.relative_to(ROOT)): pattern.findall(text)
        for pattern in (MACHINE_PATH, REGISTRY)
        for file, text in texts.items()
        if pattern.search(text)
    }
    assert matches == {}
