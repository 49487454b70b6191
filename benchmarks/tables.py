"""Time the reading of one deck as YAML, JSON, CSV, Excel and OpenDocument.

Each kind is read in separate processes: CPU seconds of a first reading, of reading again after
one card was edited (as the preview does), and the peak of memory. Run as
``python benchmarks/tables.py --cards 10000``.
"""

from __future__ import annotations

import argparse
import csv
import json
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from generate import DECK_FILE, write_project

KINDS = ("yaml", "json", "csv", "xlsx", "ods")
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns"


def write_kind(folder: Path, kind: str) -> None:
    """Put the deck of a project into a file of another kind."""
    from cardgen.source.node import SourceFile
    from cardgen.source.yaml import load_yaml

    path = folder / DECK_FILE
    cards = load_yaml(SourceFile(DECK_FILE, path.read_text("utf-8"))).plain()["cards"]
    path.unlink()
    target = path.with_suffix(f".{kind}")
    if kind == "json":
        target.write_text(json.dumps(cards, indent=1), encoding="utf-8")
        return
    names = list(cards[0])
    rows = [names, *([_cell(card[name]) for name in names] for card in cards)]
    if kind == "csv":
        with target.open("w", encoding="utf-8", newline="") as out:
            csv.writer(out).writerows(rows)
    elif kind == "xlsx":
        _write_xlsx(target, rows)
    else:
        _write_ods(target, rows)


def _cell(value: Any) -> Any:
    return "; ".join(value) if isinstance(value, list) else value


def _write_xlsx(target: Path, rows: list[list[Any]]) -> None:
    import xlsxwriter

    with xlsxwriter.Workbook(target) as book:
        sheet = book.add_worksheet("Cards")
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)


def _write_ods(target: Path, rows: list[list[Any]]) -> None:
    lines = []
    for row in rows:
        cells = [
            f'<table:table-cell office:value-type="float" office:value="{value}"/>'
            if isinstance(value, int)
            else '<table:table-cell office:value-type="string"><text:p>'
            f"{escape(str(value))}</text:p></table:table-cell>"
            for value in row
        ]
        lines.append(f"<table:table-row>{''.join(cells)}</table:table-row>")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", f'<m:manifest xmlns:m="{_OFFICE}:manifest:1.0"/>')
        archive.writestr(
            "content.xml",
            f'<office:document-content xmlns:office="{_OFFICE}:office:1.0" '
            f'xmlns:table="{_OFFICE}:table:1.0" xmlns:text="{_OFFICE}:text:1.0"><office:body>'
            f'<office:spreadsheet><table:table table:name="Cards">{"".join(lines)}'
            "</table:table></office:spreadsheet></office:body></office:document-content>",
        )


def read(folder: Path) -> dict[str, float]:
    """Read the project twice in this process; return CPU seconds and MiB."""
    from cardgen.model.load import load_project
    from cardgen.model.scope import ReadDecks

    decks = ReadDecks()
    [path] = (folder / DECK_FILE).parent.iterdir()
    begun = time.process_time()
    loaded = load_project(folder, decks=decks)
    first = time.process_time() - begun
    assert loaded.games, [str(item) for item in loaded.diagnostics][:3]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    again = 0.0
    if path.suffix in (".yaml", ".csv", ".json"):
        text = path.read_text("utf-8")
        place = text.index("card-00050")
        path.write_text(text[:place] + "card-other" + text[place + 10 :], "utf-8")
        begun = time.process_time()
        load_project(folder, decks=decks)
        again = time.process_time() - begun
    return {"cpu": first, "again": again, "peak": peak}


def _measured(cards: int, kind: str, rounds: int) -> dict[str, float]:
    found = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            write_project(Path(folder), cards)
            if kind != "yaml":
                write_kind(Path(folder), kind)
            asked = [sys.executable, __file__, "--read", folder]
            done = subprocess.run(asked, capture_output=True, text=True, check=True)
            found.append(json.loads(done.stdout))
    return {name: min(one[name] for one in found) for name in found[0]}


def _main() -> None:
    parser = argparse.ArgumentParser(description="Time the reading of one deck as a table.")
    parser.add_argument("--cards", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--read", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.read:
        print(json.dumps(read(options.read)))
        return
    print(f"{options.cards} cards, best of {options.rounds}")
    print("kind   CPU s  of YAML  again s  peak MiB")
    whole = 0.0
    for kind in KINDS:
        one = _measured(options.cards, kind, options.rounds)
        whole = whole or one["cpu"]
        again = f"{one['again']:7.2f}" if one["again"] else "      –"
        print(f"{kind:<5}{one['cpu']:7.2f}{one['cpu'] / whole:9.2f}  {again}{one['peak']:10.0f}")


if __name__ == "__main__":
    _main()
