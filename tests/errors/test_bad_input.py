"""Every bad input gets its located errors, and harms nothing else."""

import io
import json
import os
import re
import shutil
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from bad_projects import Case, File, read_cases
from click.testing import CliRunner
from PIL import Image

from cardgen.assets.fonts import Font
from cardgen.cli.main import cli
from cardgen.core.diagnostics import Diagnostic, Location, Severity
from cardgen.pipeline import build as pipeline
from cardgen.source.files import BUNDLED

CASES = [
    case for file in sorted(Path(__file__).parent.glob("cases/*.txt")) for case in read_cases(file)
]
FIRST_OF_CODES = {case.expected[0].code[:3]: case.title for case in reversed(CASES)}.values()
"""The first case of each group of codes, such as CG3: each group has a stage of its own."""
OF_TABLES = "CG752"
"""A warning about pictures for virtual tables, which the builds of these cases do not make."""
WRONG_ENGLISH = re.compile(
    r"\ban? an? |\ba (?!one)[aeio]\w|\ban (?!hour)[b-df-hj-np-tv-z]|[^s]ss: |(?: of| to) \w+s: "
)
FONT = BUNDLED / "fonts/atkinson/AtkinsonHyperlegibleNext-Regular.ttf"


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes((width + 1) * height if width < 1000 else 100))
    chunks = chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def truncated(form: str) -> bytes:
    file = io.BytesIO()
    Image.effect_noise((64, 64), 90).save(file, form)
    return file.getvalue()[: len(file.getvalue()) // 2]


def scrambled_font() -> bytes:
    data = bytearray(FONT.read_bytes())
    head = data.index(b"head")
    (offset,) = struct.unpack_from(">L", data, head + 8)
    data[offset : offset + 40] = b"\xaa" * 40
    return bytes(data)


def font_with_a_gap() -> bytes:
    """Damage the outlines of capital letters and leave the rest."""
    data = bytearray(FONT.read_bytes())
    tables = {}
    for index in range(struct.unpack_from(">H", data, 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4sLLL", data, 12 + 16 * index)
        tables[tag] = offset
    letter = Font("", bytes(data)).shape("H").glyphs[0].index
    start, end = struct.unpack_from(">HH", data, tables[b"loca"] + 2 * letter)
    begin = tables[b"glyf"] + 2 * start
    data[begin + 12 : begin + 2 * (end - start)] = b"\x77" * (2 * (end - start) - 12)
    return bytes(data)


MADE: dict[str, Callable[[], bytes]] = {
    "CFF font": lambda: b"OTTO" + FONT.read_bytes()[4:],
    "truncated font": lambda: FONT.read_bytes()[:5000],
    "scrambled font": scrambled_font,
    "font with a gap": font_with_a_gap,
    "truncated PNG": lambda: truncated("PNG"),
    "truncated JPEG": lambda: truncated("JPEG"),
}


def write(root: Path, file: File) -> None:
    path = root / file.path
    path.parent.mkdir(parents=True, exist_ok=True)
    if file.lines or file.maker:
        path.unlink(missing_ok=True)
    match file.maker.split():
        case [] | ["base"]:
            if file.lines:  # without any, it is named for what is said about it
                path.write_bytes(file.data)
        case ["folder"]:
            path.mkdir()
        case ["pipe"]:
            os.mkfifo(path)
        case ["link", "out"]:
            outside = root.parent / f"outside{path.suffix}"
            outside.write_text("cards: [{id: stolen}]\n")
            path.symlink_to(outside)
        case ["link", target]:
            path.symlink_to(target)
        case ["png", width, "x", height]:
            path.write_bytes(png(int(width), int(height)))
        case [size, "MB"]:
            with path.open("wb") as out:
                out.truncate(int(size) * 1_000_000)
        case _:
            path.write_bytes(MADE[file.maker]())


def findings(stderr: str) -> list[Diagnostic]:
    found = []
    for line in stderr.splitlines():
        data = json.loads(line)
        at = None
        if data["path"]:
            at = Location(data["path"], data["line"] or 0, data["column"] or 0, data["length"] or 1)
        found.append(
            Diagnostic(
                Severity(data["severity"]),
                data["code"],
                data["message"],
                at,
                tuple(data["notes"]),
                tuple(data["hints"]),
            )
        )
    return found


def parameters(is_broad: Callable[[Case], bool]) -> pytest.MarkDecorator:
    """Run a test with each case; those for which `is_broad` holds run with ``--all`` alone."""
    return pytest.mark.parametrize(
        "case",
        [pytest.param(case, marks=pytest.mark.broad if is_broad(case) else ()) for case in CASES],
        ids=lambda case: case.title,
    )


def assert_as_expected(diagnostics: list[Diagnostic], case: Case) -> None:
    missing = [finding for finding in case.expected if not any(map(finding.agrees, diagnostics))]
    listing = "\n".join(f"{diagnostic.location}: {diagnostic}" for diagnostic in diagnostics)
    assert not missing, "\n".join(["expected:", *map(str, missing), "found:", listing])
    assert len(diagnostics) == len(case.expected), listing
    assert all(diagnostic.hints for diagnostic in diagnostics), listing
    for diagnostic in diagnostics:  # no article or plural of a noun from the data is wrong
        for words in (diagnostic.message, *diagnostic.notes, *diagnostic.hints):
            assert not WRONG_ENGLISH.search(re.sub("`[^`]*`", "``", words)), words


@parameters(lambda case: False)
def test_a_check_finds_bad_input(case, project, run, monkeypatch):
    """Findings are compared as programs read them, and can be printed for people, too."""
    shutil.rmtree(project / "card_data/good")  # else each check would lay it out
    for file in case.files:
        write(project, file)
    reports = []
    check_games = pipeline.check_games

    def checked_once(*args, **options):
        reports[:] = reports or [check_games(*args, **options)]
        return reports[0]

    monkeypatch.setattr(pipeline, "check_games", checked_once)
    result = run("check", "--format", "json")
    assert result.exit_code == 1
    found = findings(result.stderr)
    assert_as_expected([item for item in found if item.code != OF_TABLES], case)

    printed = run("check", "--color", "never")
    assert printed.exit_code == 1
    assert len(printed.output) < 20_000
    assert not [char for char in printed.output if not char.isprintable() and char != "\n"]


@parameters(lambda case: case.title not in FIRST_OF_CODES)
def test_a_build_with_bad_input_harms_nothing_else(case, project, run, files):
    for file in case.files:
        write(project, file)
    deck = project / "card_data/good/decks/cards.yaml"
    deck.write_text(deck.read_text().replace("One", "Changed"))
    before = files(project / "output/bad")

    result = run("build", "--format", "json")

    assert result.exit_code == 1
    assert_as_expected(findings(result.stderr), case)
    games = {game["id"]: game for game in json.loads(result.stdout)["games"]}
    assert games["good"]["status"] == "built"
    assert games["good"]["made"] == ["sheets/cards.a4.pdf", "sheets/cards.letter.pdf"]
    after, made = files(project / "output/bad"), [*games["bad"]["made"], "build.json"]
    changed = {path for path in before if after.get(path) != before[path]}
    assert changed <= {str(project / "output/bad" / path) for path in made if len(made) > 1}
    assert not list(project.rglob(".cardgen-*"))


def test_a_forged_stamp_misleads_but_does_not_break(project, run):
    template = project / "templates/bad/card.xml.j2"
    template.write_text('<side><{{ "rectt" }} at="nowhere"/></side>')
    result = run("build")
    assert result.exit_code == 1
    assert "error[CG311]: there is no element <rectt>" in result.stderr


def test_all_errors_of_all_games_come_in_one_run(project, run):
    (project / "card_data/bad/decks/cards.yaml").write_text("cards: [{id: one, colr: ink}]")
    (project / "templates/good/card.xml.j2").write_text("<side><rekt/></side>")
    before = (project / "output").stat()
    for command in ("build", "check"):
        result = run(command, "--format", "short")
        assert result.exit_code == 1
        data, template, count = result.stderr.splitlines()
        assert data.startswith("card_data/bad/decks/cards.yaml:1:19: error[CG201]")
        assert template.startswith("templates/good/card.xml.j2:1:7: error[CG311]")
        assert count.startswith("2 errors")
    assert (project / "output").stat().st_mtime_ns == before.st_mtime_ns


def test_one_broken_game_does_not_need_the_other(project, run):
    (project / "card_data/bad/game.yaml").unlink()
    assert run("build", "good").exit_code == 0
    result = run("build", "bad", "goood")
    assert result.exit_code == 1
    assert "error[CG120]: the game's description is missing" in result.stderr
    assert "error[CG210]: there is no game `goood`\n   hint: did you mean `good`?" in result.stderr


def test_an_unknown_product_stops_nothing_else(project, run, files):
    before = files(project / "output")
    result = run("build", "--product", "sheet")
    assert result.exit_code == 1
    assert (
        "error[CG701]: there is no product `sheet`\n   hint: did you mean `sheets`?"
        in result.stderr
    )
    assert files(project / "output") == before


def test_a_project_without_games(tmp_path):
    (tmp_path / "card_data").mkdir()
    for command in ("build", "check"):
        result = CliRunner().invoke(cli, ["--project", str(tmp_path), command])
        assert result.exit_code == 1
        assert "card_data: error[CG211]: this project has no game" in result.stderr


def test_a_mended_game_builds_again(project, run):
    deck = project / "card_data/bad/decks/cards.yaml"
    fine = deck.read_text()
    deck.write_text("cards: [")
    assert run("build").exit_code == 1
    deck.write_text(fine)
    result = run("build")
    assert result.exit_code == 0
    assert "Bad (bad): unchanged, 0 files made, 2 kept" in result.stdout


def test_a_fault_in_the_printer_profile_is_told_once(project, run, files):
    before = files(project / "output")
    (project / "printer.yaml").write_text("margin: wide\n")
    result = run("build", "--format", "json")
    [found] = findings(result.stderr)
    assert (found.code, str(found.location)) == ("CG204", "printer.yaml:1:9")
    assert found.hints == ("write for example `3mm`",)
    assert files(project / "output") == before
