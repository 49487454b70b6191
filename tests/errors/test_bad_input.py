"""Every bad input gets its located errors, and harms nothing else."""

from __future__ import annotations

import io
import json
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from bad_projects import Case, File, read_cases
from PIL import Image

from cardgen.core.diagnostics import Diagnostic, Location, Severity
from cardgen.source.files import BUNDLED

CASES = [case for file in sorted(Path(__file__).parent.glob("cases/*.txt")) for case in read_cases(file)]
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


MADE: dict[str, Callable[[], bytes]] = {
    "CFF font": lambda: b"OTTO" + FONT.read_bytes()[4:],
    "truncated font": lambda: FONT.read_bytes()[:5000],
    "scrambled font": scrambled_font,
    "truncated PNG": lambda: truncated("PNG"),
    "truncated JPEG": lambda: truncated("JPEG"),
}


def write(root: Path, file: File) -> None:
    path = root / file.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    match file.maker.split():
        case []:
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
            at = Location(
                data["path"], data["line"] or 0, data["column"] or 0, data["length"] or 1
            )
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


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_bad_input(case: Case, project, run, files):
    for file in case.files:
        write(project, file)
    deck = project / "card_data/good/decks/cards.yaml"
    deck.write_text(deck.read_text().replace("One", "Changed"))
    before = files(project / "output/bad")

    result = run("build", "--jobs", "1", "--format", "json")

    found = findings(result.stderr)
    assert result.exit_code == 1
    missing = [want for want in case.expected if not any(map(want.agrees, found))]
    said = "\n".join(f"{d.at}: {d}" for d in found)
    assert not missing, "\n".join(["expected:", *map(str, missing), "found:", said])
    assert len(found) == len(case.expected), said
    assert all(d.hints for d in found), said

    games = {game["id"]: game for game in json.loads(result.stdout)["games"]}
    assert games["good"]["status"] == "built"
    assert games["good"]["made"] == ["sheets/cards.a4.pdf", "sheets/cards.letter.pdf"]
    assert files(project / "output/bad") == before
    assert not list(project.rglob(".cardgen-*"))

    checked = run("check", "--format", "json")
    assert checked.exit_code == 1
    assert findings(checked.stderr) == found

    shown = run("check", "--color", "never")
    assert shown.exit_code == 1
    assert len(shown.output) < 20_000
    assert not [char for char in shown.output if not char.isprintable() and char != "\n"]
