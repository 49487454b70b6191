"""A new game: complete, sound at once, and never at the cost of what is there already."""

import os
import re
import shutil
from pathlib import Path

import pypdfium2
import pytest
from click import Context
from click.testing import CliRunner
from workshops import build_request

from cardgen.cli.main import cli
from cardgen.core.diagnostics import CardgenError, ModelError, OutputError
from cardgen.features import scaffold
from cardgen.features.scaffold import TITLE_LIMIT, bare, new_game, title_of
from cardgen.features.scaffold.looks import all_looks
from cardgen.model.components.deck import decks_of
from cardgen.model.load import load_game, load_project
from cardgen.pipeline.build import BuildRequest, build, check
from cardgen.pipeline.resources import library_of
from cardgen.pipeline.schemas import schema_files
from cardgen.preview.live.live_project import LiveProject


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def message(error: pytest.ExceptionInfo[CardgenError]) -> str:
    return "; ".join(item.message for item in error.value.diagnostics)


def findings(root: Path) -> list[str]:
    return [f"{item.location}: {item.message}" for item in check(root, jobs=1)]


def made_of(root: Path) -> set[str]:
    """Build a game without a doubt; return its files."""
    done = build(BuildRequest(root, jobs=1, strict=True))
    assert [f"{item.location}: {item.message}" for item in done.diagnostics] == []
    return set(done.games[0].made)


def test_outside_of_a_project_a_project_is_made(tmp_path):
    made = new_game(tmp_path, None, "night-sea")
    assert (made.id, made.title, made.project) == ("night-sea", "Night Sea", tmp_path / "night-sea")
    assert title_of("my-game_2") == "My Game 2"
    assert len(title_of("a" * 64)) == TITLE_LIMIT
    assert set(os.listdir(tmp_path)) == {"night-sea"}
    assert set(tree(made.project)) == set(made.files)
    assert (made.project / ".gitignore").read_text(encoding="utf-8") == "/output/\n"
    readme = (made.project / "README.md").read_text(encoding="utf-8")
    assert readme.startswith("# Night Sea\n")
    assert "cardgen build" in readme
    for data in tree(made.project).values():
        assert b"@NAME@" not in data
        assert b"@TITLE@" not in data


@pytest.mark.slow
def test_the_new_game_builds_without_a_doubt(tmp_path):
    root = new_game(tmp_path, None, "beach").project  # its deck is called `beach`, too
    assert {
        "sheets/beach.a4.pdf",
        "sheets/aid.letter.pdf",
        "boards/board.pdf",
        "tokens/tokens.a4.pdf",
        "boxes/box.a4.pdf",
        "booklets/rules.fold.a4.pdf",
        "tts/beach.json",
    } <= made_of(root)
    for paper in ("a4", "letter"):  # the mat fits on one sheet
        with pypdfium2.PdfDocument(root / f"output/beach/boards/board.{paper}.pdf") as document:
            assert len(document) == 1


def test_the_bare_game_builds_all_that_it_has(tmp_path):
    root = new_game(tmp_path, None, "cards", begin=bare).project
    assert {"sheets/cards.a4.pdf", "sheets/cards.letter.pdf", "tts/cards.deck.json"} < made_of(root)
    assert decks_of(load_game(root, "cards"))[0].count == 4


@pytest.fixture
def root(tmp_path):
    """A project with the starter game."""
    return new_game(tmp_path, None, "my-game").project


def test_the_game_and_its_schemas_are_what_its_pages_say(root):
    game = load_game(root, "my-game")
    _, aid = decks_of(game)
    assert aid.count == int(game.players.split("-")[1])
    assert tree(root / "card_data/schema") == schema_files(root, load_project(root).games)
    deck = (root / "card_data/my-game/decks/beach.yaml").read_text(encoding="utf-8")
    named = deck.splitlines()[0].partition("$schema=")[2]
    assert (root / "card_data/my-game/decks" / named).resolve().is_file()


def add_field(root: Path, name: str) -> None:
    file = root / "card_data/my-game/game.yaml"
    text = file.read_text(encoding="utf-8")
    field = f"      {name}: {{kind: number, optional: true}}\n"
    file.write_text(text.replace("    fields:\n", f"    fields:\n{field}", 1), encoding="utf-8")


def schema_of_decks(root: Path) -> str:
    return (root / "card_data/schema/my-game.deck.schema.json").read_text(encoding="utf-8")


def test_the_schemas_follow_the_game_and_are_not_missed(root):
    ways = (
        lambda: build(build_request(root, products=("sheets",), jobs=1)),
        lambda: check(root),
        lambda: LiveProject(root).settle(),
    )
    for number, way in enumerate(ways):
        add_field(root, f"spot_{number}")
        assert f"spot_{number}" not in schema_of_decks(root)
        way()
        assert f"spot_{number}" in schema_of_decks(root)
    before = schema_of_decks(root)
    add_field(root, "[")  # a broken game leaves the last one
    check(root)
    assert schema_of_decks(root) == before
    shutil.rmtree(root / "card_data/schema")
    check(root)
    assert not (root / "card_data/schema").exists()
    (root / "card_data/schema").mkdir()
    check(root)
    assert tree(root / "card_data/schema") == {}


def test_a_second_game_leaves_the_first_alone(root, tmp_path):
    before = tree(root)
    made = new_game(tmp_path, root, "second", "The  Second\tOne")
    assert made.title == "The Second One"
    assert not made.with_project
    after = tree(root)
    assert {name: after[name] for name in before} == before
    assert set(after) - set(before) <= set(made.files)
    loaded = load_project(root)
    assert [game.title for game in loaded.games] == ["My Game", "The Second One"]
    assert list(loaded.diagnostics) == []


BROAD_TITLES = ("@NAME@ - @TITLE@", "日本のカード", "\\ 'it' %", "An Ordinary Title of Full Length")


@pytest.mark.slow
@pytest.mark.parametrize(
    "title",
    [
        *('Fish & "Chips": <#1> {x}', "W" * 12),
        *(pytest.param(title, marks=pytest.mark.broad) for title in BROAD_TITLES),
    ],
)
def test_any_title_stays_what_it_is_and_fits_everywhere(tmp_path, title):
    assert len(title) <= TITLE_LIMIT
    root = new_game(tmp_path, None, "my-game", title).project
    assert load_game(root, "my-game").title == title
    assert [one for one in findings(root) if "in much smaller type" not in one] == []


TITLES = {"": "empty", " \t": "empty", "a\x1bb": "control", "x" * 33: "33 characters, and 32"}
NAMES = {
    "My Game": "write `my-game`",
    "../up": "write `up`",
    "": "lower-case letters",
    "x" * 65: "at most 64",
    "card_data": "a project has a folder",
    "con": "Windows reserves",
}


@pytest.mark.parametrize(
    ("name", "title", "words"),
    [*(("my-game", *row) for row in TITLES.items()), *((n, None, w) for n, w in NAMES.items())],
)
def test_names_and_titles_that_no_game_can_have_are_refused(tmp_path, name, title, words):
    with pytest.raises(ModelError) as error:
        new_game(tmp_path, None, name, title)
    assert error.value.diagnostics[0].code == ("CG206" if title is None else "CG781")
    assert words in f"{message(error)}; {error.value.diagnostics[0].hints[0]}"
    assert tree(tmp_path) == {}


@pytest.mark.parametrize("there", ["folder", "file", "dangling link", "card_data", "templates"])
def test_what_is_there_is_never_touched(tmp_path, there):
    is_half = there in ("card_data", "templates")
    taken = tmp_path / (f"{there}/my-game" if is_half else "my-game")
    (tmp_path / "card_data").mkdir()
    taken.parent.mkdir(exist_ok=True)
    make = {"file": taken.touch, "dangling link": lambda: taken.symlink_to(tmp_path / "nowhere")}
    make.get(there, taken.mkdir)()
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(OutputError) as error:
        new_game(tmp_path, tmp_path if is_half else None, "my-game")
    assert message(error) == f"`{taken.relative_to(tmp_path)}` is there already"
    assert sorted(tmp_path.rglob("*")) == before
    assert taken.is_symlink() == (there == "dangling link")


def test_a_failure_in_the_middle_leaves_nothing(tmp_path, monkeypatch):
    """The second of the two folders cannot be moved: the first goes back."""
    (tmp_path / "card_data").mkdir()
    rename = os.rename

    def refuse(old: Path, new: Path) -> None:
        if Path(new) == tmp_path / "card_data/my-game":
            raise PermissionError(13, "Permission denied", str(new))
        rename(old, new)

    monkeypatch.setattr(scaffold.os, "rename", refuse)
    with pytest.raises(OutputError) as error:
        new_game(tmp_path, tmp_path, "my-game")
    assert message(error) == "cannot write `card_data/my-game`: permission denied"
    assert tree(tmp_path) == {}
    assert sorted(os.listdir(tmp_path)) == ["card_data", "templates"]
    with pytest.raises(OutputError, match="cannot write"):
        new_game(tmp_path / "gone", None, "my-game")


LATER = re.compile(r"(?:\bwrite|\bcopy it|\byours go|[Ff]or a back,).*$")
"""The words before a file that the author will make."""


OPTIONS = ["", "--bare", "--from cards.csv", *(f"--look {look}" for look in all_looks())]
OPTIONS += [f"--look {look} --from cards.csv" for look in all_looks()]


@pytest.mark.parametrize("options", OPTIONS)
def test_comments_and_pages_of_a_new_game_name_only_what_exists(tmp_path, monkeypatch, options):
    monkeypatch.chdir(tmp_path)
    rows = (f"Card {n},Take {{a}} or {{b}} {n},ab{n % 2},{n},a.png" for n in range(9))
    (tmp_path / "cards.csv").write_text("\n".join(["Name,Text,Kind,Cost,Image", *rows]))
    assert CliRunner().invoke(cli, ["new", "sea", *options.split()]).exit_code == 0
    root = tmp_path / "sea"
    [game] = load_project(root).games
    icons, files, names = library_of(root, game.id).icon_names(), [*tree(root)], 0
    for file, data in tree(root).items():
        whole = r"(?s).+" if file == "README.md" else r"(?s)\{#.*?#\}|(?<!['\"&{\[])#+ .*?\n"
        for comment in re.findall(whole, data.decode("utf-8-sig")) if "schema" not in file else ():
            for name in re.findall(r"icon: ?(\w[\w-]*)", comment):
                assert name in icons, (file, comment)
            for name in re.findall(r"(?<!\{)\{(\w+)(?::plural|:icon)?\}", comment):
                assert name in game.terms, (file, comment)
            for name in re.findall(r"`cardgen ([a-z]+)", comment):
                assert name in cli.commands or cli.get_command(Context(cli), name), (file, comment)
            for match in re.finditer(r"(?:[\w-]+/)*[\w-]+(?:\.\w+)*\.(?:j2|yaml|md)\b", comment):
                names += 1
                made = any(f"/{path}".endswith(f"/{match[0]}") for path in files)
                made = made or (Path(__file__).parents[3] / match[0]).is_file()
                assert made or LATER.search(comment[: match.start()]), (file, comment, match[0])
    assert names > 1
