"""Weigh a build in three languages beside one in its own: ``python benchmarks/languages.py``.

The translations come from `translate extract`, in the pseudo-language.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

import polib
from generate import write_project
from measure import time_process, weigh_process

from cardgen.features.translation import extract
from cardgen.model.locale.translation import Pseudo, SourceText
from cardgen.source.files import game_ids

LANGUAGES = ("de", "fr")


def translate(root: Path, game: str, language: str) -> None:
    """Fill a new PO file, by the pseudo-language."""
    extract(root, game, language)
    path = root / f"card_data/{game}/locale/{language}.po"
    entries = polib.pofile(str(path))
    pseudo = Pseudo()
    for entry in entries:
        asked = SourceText(entry.msgctxt, entry.msgid, None, "plain")
        entry.msgstr = pseudo.translate(asked).text.strip("[]")
    entries.save(str(path))


def main() -> None:
    """Build one language, then three, each cold; print peaks, seconds and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=10_000)
    cards = parser.parse_args().cards
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_project(root, cards, 1)
        (game,) = game_ids(root)
        found = []
        for languages in ((), LANGUAGES):
            for language in languages:
                translate(root, game, language)
            if languages:
                path = root / f"card_data/{game}/game.yaml"
                text = path.read_text(encoding="utf-8")
                path.write_text(f"{text}locales: [{', '.join(languages)}]\n", encoding="utf-8")
            command = [sys.executable, "-m", "cardgen", "build", "--product", "sheets", "--draft"]
            shutil.rmtree(root / "output", ignore_errors=True)
            timing = time_process(command, root)
            shutil.rmtree(root / "output", ignore_errors=True)
            memory = weigh_process(command, root)
            found.append((timing.cpu, memory.together or memory.largest))
            names = ", ".join(("en", *languages))
            print(f"{names}: {timing.cpu:.1f} s of CPU, {found[-1][1]:.0f} MiB")
        (cpu, memory_of_one), (more, memory_of_all) = found
        ratios = more / cpu, memory_of_all / memory_of_one
        print("{:.2f} times the CPU, {:.2f} times the memory".format(*ratios))


if __name__ == "__main__":
    main()
