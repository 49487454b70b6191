"""A component that cannot be made is left out and named, whatever the command; the rest is made."""

import json
import shutil

import pytest
from click.testing import CliRunner
from workshops import FILES, Workshop, contents, write_files

from cardgen.cli.main import cli

HEROES = "card_data/game/decks/heroes.yaml"
PLACES = "card_data/game/decks/places.yaml"
RULES = "card_data/game/rules.md"
GAME = "card_data/game/game.yaml"
TEMPLATES = ("place", "map", "chip", "case", "die", "cover")
PARTS = {
    GAME: FILES[GAME]
    .replace("components:", "  place: {fields: {}}\ncomponents:")
    .replace("square-small", "bridge")
    + """\
  map: {kind: board, title: Map, size: {width: 120mm, height: 90mm}}
  rules: {kind: booklet, title: Rules, size: a6, fold: both, cover: cover.xml.j2}
  chips: {kind: tokens, size: 20mm, template: chip.xml.j2, tokens: [{id: chip}]}
  die: {kind: dice, title: Die}
  case: {kind: box, title: Case, decks: [heroes], template: case.xml.j2}
print: {papers: [a4]}
""",
    HEROES: "defaults: {type: card}\n" + FILES[HEROES],
    PLACES: "cards: [{id: den, type: place}]\n",
    RULES: "# Part\n\nHold {rule:hand} cards.\n",
    **{f"templates/game/{n}.xml.j2": '<side background="sea"></side>\n' for n in TEMPLATES},
}
LONG = "\n```pagebreak\n```\n\nMore.\n" * 9
BROKEN, MISSING = "<side {% if %}", '<image src="no.png"/></side>'


def template(name):
    return f"templates/game/{name}.xml.j2"


FAULTS = {
    "template of a deck": (template("card"), "<side", BROKEN, "heroes"),
    "picture of a deck": (template("card"), "</side>", MISSING, "heroes"),
    "template of a board": (template("map"), "<side", BROKEN, "map"),
    "picture of a token": (template("chip"), "</side>", MISSING, "chips"),
    "template of a die": (template("die"), "<side", BROKEN, "die"),
    "template of a cover": (template("cover"), "<side", BROKEN, "rules"),
    "picture of a box": (template("case"), "</side>", MISSING, "case"),
    "box beyond the paper": (GAME, "decks: [heroes]", "cards: 2000, size: poker", "case"),
    "too many pages": (RULES, "cards.\n", "cards.\n" + LONG, "rules"),
}

ANNA, MAP = ((f'<card ref="{name}" width="9"/></side>') for name in ("heroes/anna", "map"))
PICTURES = {  # by command: a file that pictures a side of a part it does not make, how, its part
    "build --product boards": (template("map"), "</side>", ANNA, "map"),
    "build --product tokens --jobs 2": (template("chip"), "</side>", ANNA, "chips"),
    "build --product boxes": (template("case"), "</side>", ANNA, "case"),
    "build --product booklets": (RULES, "# Part", "```card heroes/anna\n```\n", "rules"),
    "build --product sheets --locale qps": (template("place"), "</side>", MAP, "places"),
    "build --product singles": (template("place"), "</side>", MAP, "places"),
    "build --deck places --deck heroes": (template("place"), "</side>", MAP, "places"),
    "order game --service mpc": (template("place"), "</side>", MAP, "places"),
}

LAID_OUT = ("template", "picture")
"""Faults of layout; others are only faults of files for paper."""


@pytest.fixture(scope="module")
def printed_once(tmp_path_factory):
    """A project whose game is built and recorded as printed."""
    project = write_files(tmp_path_factory.mktemp("bad") / "project", FILES | PARTS)
    assert run(project, "build").exit_code == 0
    assert run(project, "printed", "game").exit_code == 0
    return project


def files_but_pictures(paths):
    """The names of pictures for tables contain digests."""
    return {path for path in paths if not path.startswith("tts/images/")}


def run(project, *args):
    """Run a command in the project."""
    jobs = ("--jobs", "1") if args[0] in ("build", "release", "site", "order") else ()
    return CliRunner().invoke(cli, [*args, *jobs, "--project", str(project.root)])


@pytest.mark.parametrize("fault", FAULTS)
def test_each_command_makes_the_rest_and_names_the_part(printed_once, tmp_path, fault):
    shutil.copytree(printed_once.root, tmp_path / "project")
    project = Workshop(tmp_path / "project")
    before = project.files()
    file, old, new, part = FAULTS[fault]
    project.edit(file, old, new)
    project.edit("card_data/game/game.yaml", "hand: 5", "hand: 6")
    is_laid_out = fault.startswith(LAID_OUT)

    def named(*args):
        """Run a command, which must fail and name the part."""
        result = run(project, *args)
        assert (result.exit_code, type(result.exception)) == (1, SystemExit), (args, result.output)
        assert part in result.output, (args, result.output)
        return result

    named("check", "game")
    named("check", "game", "--locale", "qps")
    assert f"left out, because of errors: {part}" in named("build").output
    after = project.files()
    assert after.keys() >= before.keys()  # nothing is removed
    changed = {name for name in before if before[name] != after[name]} - {"build.json"}
    assert not any(name.partition("/")[2].startswith(f"{part}.") for name in changed if is_laid_out)
    if part != "heroes":
        assert "sheets/heroes.a4.pdf" in changed  # it states the rule
    for options in (("--draft",), ("--locale", "qps"), ("--locale", "qps", "--draft")):
        named("build", *options)
        locale = "/qps" if "--locale" in options else ""
        folder = f"game{locale}/draft" if "--draft" in options and is_laid_out else f"game{locale}"
        made = contents(project.output / folder)
        assert "sheets/places.a4.pdf" in made
        assert is_laid_out or "boards/map.a4.pdf" in made
        if "--draft" in options and is_laid_out:  # marked, in all products
            assert files_but_pictures(made) == files_but_pictures(before)
    if is_laid_out:
        named("diff", "game")
    else:  # it looks as it should, it only cannot be printed
        assert run(project, "diff", "game").exit_code == 0
    named("reprint", "game")
    sheets = contents(project.output / "game/reprint")
    assert ("heroes.a4.pdf" in sheets) == (part != "heroes")
    assert f"{part}.a4.pdf" not in sheets


@pytest.mark.parametrize("fault", FAULTS)
def test_commands_that_hand_on_a_game_leave_out_only_the_part(printed_once, tmp_path, fault):
    shutil.copytree(printed_once.root, tmp_path / "project")
    project = Workshop(tmp_path / "project")
    file, old, new, part = FAULTS[fault]
    project.edit(file, old, new)
    is_laid_out = fault.startswith(LAID_OUT)
    game = project.output / "game"
    for args in (
        ["list", "game"],
        ["stats", "game"],
        ["export", "game", "--format", "csv", "--to", str(tmp_path / "csv")],
    ):
        assert run(project, *args).exit_code == 0  # these read no templates
    # An order lacks the part, if the service prints its kind.
    result = run(project, "order", "game", "--service", "mpc")
    is_ordered = part == "heroes"
    assert (result.exit_code, part in result.output) == (is_ordered, True), result.output
    assert any("places" in path for path in contents(game / "orders/mpc"))
    assert any("heroes" in path for path in contents(game / "orders/mpc")) != is_ordered
    # A table needs all parts that lie on it.
    (tmp_path / "tabletop/Saves").mkdir(parents=True)
    result = run(project, "tts", "install", "--tts-dir", str(tmp_path / "tabletop"))
    is_installed = not is_laid_out or part in ("case", "die")  # these are not drawn on it
    installed = bool(contents(tmp_path / "tabletop"))
    assert (result.exit_code, installed) == (is_laid_out, is_installed)
    # A download is complete, or is not made.
    result = run(project, "release", "game")
    assert (result.exit_code, part in result.output) == (1, True), result.output
    zips = {path.name for path in (game / "release").glob("*.zip")}
    assert zips == (set() if is_laid_out else {"table.zip"})
    assert run(project, "site", "game").exit_code == 1
    assert (game / "site/index.html").exists() != is_laid_out
    # The record of a print keeps what it had of the part.
    record = project.root / "card_data/game/printed.json"
    before = json.loads(record.read_bytes())
    result = run(project, "printed", "game")
    assert (result.exit_code, part in result.output) == (is_laid_out, is_laid_out), result.output
    if is_laid_out:
        assert json.loads(record.read_bytes()) == before


@pytest.mark.parametrize("command", PICTURES)
def test_a_part_with_the_picture_of_a_broken_side_is_left_out(printed_once, tmp_path, command):
    shutil.copytree(printed_once.root, tmp_path / "project")
    project = Workshop(tmp_path / "project")
    shutil.rmtree(project.output)
    file, old, new, part = PICTURES[command]
    project.edit(file, old, new)
    broken = template("map" if new == MAP else "card")
    project.edit(broken, "</side>", MISSING)
    result = run(project, *command.split())
    assert (result.exit_code, f"{broken}:" in result.output) == (1, True), result.output
    if "--product" in command:
        assert f"left out, because of errors: {part}\n" in result.output
    files = [path for path in project.files() if "/.cardgen/" not in path]
    assert not any(part in path for path in files), files
    assert any("heroes" in path for path in files) == (new == MAP)
