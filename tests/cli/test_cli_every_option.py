"""Every command runs with every option that its help names, and prints what the manual says."""

import json
import shutil

import click
import msgspec
import pytest
from click.testing import CliRunner
from workshops import FILES, write_files

from cardgen.cli.main import cli
from tools.reference.json_output import DIAGNOSTIC, OUTPUTS

GAME = "card_data/game/game.yaml"
FORMS = ("human", "short", "json", "github")
BLOCKING = ("lsp", "preview", "tts serve")
"""Commands that run until they are stopped."""
ARGUMENTS = {
    "add": ["game", "--from", "table.csv"],
    "completion": ["bash"],
    "docs": ["templates"],
    "explain": ["CG301"],
    "new": ["other"],
    "order": ["game", "--service", "mpc"],
    "translate extract": ["game", "fr"],
    "translate status": ["game", "de"],
    "translate update": ["game", "de"],
    "calibrate": [],
    "export": ["game", "--format", "csv", "--to", "exported"],
    "fetch": ["game/decks/wolves.csv", "--from", "table.csv"],
    "tts install": ["game", "--tts-dir", "."],
}
TABLE = ("--copies", "--deck-by", "--encoding", "--image", "--skip-rows", "--text", "--titles")
NEEDS = {
    **{key: ["--from", "table.csv"] for key in TABLE},
    "--landscape": ["--offset", "1mm", "1mm"],
    "--layout": ["--from", "table.csv"],
    "--press": ["--product", "press"],
    "--profile": ["--product", "press", "--press", "pdfx4"],
}
VALUES = {
    "--against": "build",
    "--audience": "print-a4",
    "--card": "heroes/anna",
    "--copies": "many",
    "--deck": "heroes",
    "--deck-by": "type",
    "--encoding": "utf-8",
    "--executor": "?",
    "--field": "text",
    "--from": "table.csv",
    "--image": "many",
    "--inset": "0.5mm",
    "--layout": "layout.yml",
    "--look": "euro",
    "--locale": "de",
    "--margin": "4mm",
    "--odds": "2+ of heroes in 3",
    "--offset": "1mm 2mm",
    "--output": "elsewhere",
    "--page": "page.html",
    "--paper": "letter",
    "--press": "pdfx4",
    "--product": "sheets",
    "--profile": "fogra39",
    "--project": ".",
    "--ruler": "99mm",
    "--service": "tgc",
    "--skip-rows": "0",
    "--stock": "perforated-9",
    "--text": "type",
    "--title": "Other",
    "--titles": "name",
    "--to": "exported",
    "--tts-base-url": "https://example.org/",
    "--tts-dir": ".",
    "--tts-max-side": "256",
    "--jobs": "1",
}


def commands(command, context, path=()):
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from commands(command.get_command(context, name), context, (*path, name))
    elif " ".join(path) not in BLOCKING:
        yield " ".join(path), command


def lines(name, command):
    """Yield the words of a command line for each option, and without one."""
    usual = ARGUMENTS.get(name, ["game"])
    yield usual
    for option in command.params:
        if not isinstance(option, click.Option) or option.hidden or "--watch" in option.opts:
            continue
        word = option.opts[-1]
        if isinstance(option.type, click.Choice):
            values = [[word, choice] for choice in option.type.choices if choice not in FORMS]
        elif option.is_flag:
            values = [[word]]
        else:
            values = [[word, *VALUES[word].split(" " if option.nargs > 1 else "\0")]]
        more = [] if name == "add" and word in TABLE else NEEDS.get(word, [])
        yield from ([*usual, *value, *more] for value in values)


COMMANDS = dict(commands(cli, click.Context(cli)))


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A game with a build, a translation and a record of what is printed, changed since."""
    root = tmp_path_factory.mktemp("every") / "project"
    table = "name,type,many\nWolf,beast,2\nHawk,bird,1\n"
    game = FILES[GAME].replace("title: Game", "title: Game\nlocales: [de]")
    files = {"table.csv": table, "layout.yml": "name: {x: 0, y: 0}\n", "Saves/keep": "", GAME: game}
    workshop = write_files(root, {**FILES, **files})
    for words in ("translate extract game de", "build game", "printed game"):
        assert CliRunner().invoke(cli, ["--project", str(root), *words.split()]).exit_code == 0
    workshop.edit("card_data/game/decks/heroes.yaml", "Anna", "Hanna")
    return root


@pytest.mark.slow(seconds=30)
@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_option_works_and_prints_json_of_its_schema(
    project, tmp_path, monkeypatch, run, name
):
    for number, words in enumerate(lines(name, COMMANDS[name])):
        for form in FORMS[2:3] if number else FORMS:
            root = tmp_path / f"{number}-{form}"
            shutil.copytree(project, root)
            monkeypatch.chdir(root)
            result = run("--format", form, *name.split(), *words)
            assert result.exit_code in (0, 1, 2), (words, result.output)
            if form == "json" and result.exit_code < 2:
                for line in result.stderr.splitlines():
                    msgspec.convert(json.loads(line), DIAGNOSTIC)
                shape = OUTPUTS.get(f"{name} --list" if "--list" in words else name)
                if result.stdout and shape is not None and "markdown" not in words:
                    msgspec.convert(json.loads(result.stdout), shape)
