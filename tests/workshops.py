"""A small project to build, edit and look at."""

import hashlib
import io
import json
import os
import re
import signal
import tempfile
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pikepdf
import pytest

from cardgen.frame import Text
from cardgen.pipeline.build import BuildRequest, build
from cardgen.pipeline.executors import workers
from cardgen.pipeline.writing import is_temporary
from cardgen.products.options import PrintOptions

FILES = {
    "card_data/game/game.yaml": """\
title: Game
version: "1"
theme:
  colors: {ink: "#111111", paper: "#ffffff", sea: "#225577"}
  styles:
    body: {font: atkinson/regular, bold: atkinson/bold, size: 8pt, color: ink}
rules: {hand: 5, lives: 3}
card_types:
  card: {fields: {text: {kind: rich, optional: true}}}
components:
  heroes: {kind: deck, title: Heroes, size: poker, back: back.xml.j2}
  places: {kind: deck, title: Places, size: square-small, back: none}
""",
    "card_data/game/decks/heroes.yaml": """\
cards:
  - {id: anna, title: Anna, text: "Hold {rule:hand} cards."}
  - {id: bert, title: Bert, text: "You have {rule:lives} lives.", copies: 2}
  - {id: carl, title: Carl, text: "A **bold** man."}
""",
    "card_data/game/decks/places.yaml": """\
cards:
  - {id: den, title: Den, text: "Draw up to {rule:hand}."}
  - {id: elm, title: Elm}
""",
    "templates/game/card.xml.j2": """\
<side background="paper">
  <text style="body" x="4" y="4" width="40" height="8">{{ card.title }}</text>
  <text style="body" x="4" y="14" width="40" height="30">{{ card.text }}</text>
</side>
""",
    "templates/game/back.xml.j2": '<side background="sea"/>\n',
}
HEROES = ("sheets/heroes.a4.pdf", "sheets/heroes.letter.pdf")
PLACES = ("sheets/places.a4.pdf", "sheets/places.letter.pdf")
PRINTED = ("sheets",)
"""The products to ask for where a test is about paper alone."""
TABLES = (  # without the digests in the names of pictures, see `plain_names`
    "tts/game.json",
    "tts/game.png",
    "tts/heroes.json",
    "tts/heroes.png",
    "tts/images/felt.png",
    "tts/images/heroes-back.png",
    "tts/images/heroes.png",
    "tts/images/places-back.png",
    "tts/images/places.png",
    "tts/places.json",
    "tts/places.png",
)
EVERYTHING = (*HEROES, *PLACES, *TABLES)
HOSTED = {"tts_base_url": "https://example.org/"}
"""Makes builds in different folders alike: otherwise a table names the folder it lies in."""
SMALL = {"tts_max_side": 256}
"""Makes pictures for virtual tables fast, with a warning that they are small."""


def build_request(root, games=(), products=(), papers=(), **given):
    """Ask for a build; options that say what is printed are named like all others."""
    printed = {name: given.pop(name) for name in PrintOptions.__struct_fields__ if name in given}
    return BuildRequest(root, games, PrintOptions(products, papers, **printed), **given)


@dataclass(frozen=True)
class Workshop:
    """A project with one game of two decks, and what tests do with it."""

    root: Path
    elsewhere: Path | None = None
    """Another folder than the project's own to look into."""

    @property
    def output(self):
        return self.elsewhere or self.root / "output"

    def build(self, **options):
        """Build; one process, since a test has threads, which forking does not like."""
        return build(build_request(self.root, **{"jobs": 1, **options}))

    def edit(self, name, old, new):
        file = self.root / name
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")

    def stamps(self):
        """Inode and time of every file that was built: what was not touched keeps both."""
        found = {}
        for name in self.files():
            info = (self.output / "game" / name).stat()
            found[name] = (info.st_ino, info.st_mtime_ns)
        return found

    def files(self):
        """A digest of every file that was built."""
        return contents(self.output / "game")

    def manifest(self):
        return json.loads((self.output / "game/build.json").read_bytes())

    def fingerprints(self):
        return {side["id"]: side["fingerprint"] for side in self.manifest()["sides"]}

    def equals_a_clean_build(self, *ways, **options):
        """Build elsewhere, and compare all; tables only where they name no folder.

        Of several ``ways``, build each here, too.
        """
        with tempfile.TemporaryDirectory() as folder:
            other = Workshop(self.root, Path(folder))
            shown, sides = [], []
            for shop in (self, other):
                for way in ways or ([options] if shop is other else []):
                    shop.build(**way, output=shop.output)
                hosted = "tts_base_url" in (ways or [options])[0]
                files = shop.files().items()
                shown.append({n: data for n, data in files if hosted or not n.endswith(".json")})
                sides.append(shop.manifest()["sides"])
            return shown[0] == shown[1] and sides[0] == sides[1]


def contents(folder):
    return {
        Path(where, name).relative_to(folder).as_posix(): hashlib.sha256(
            Path(where, name).read_bytes()
        ).hexdigest()
        for where, _, names in os.walk(folder)
        for name in names
    }


def write_deck(root, deck, texts):
    cards = [f"  - {{id: {id}, title: {id}, text: {json.dumps(t)}}}\n" for id, t in texts.items()]
    (root / f"card_data/game/decks/{deck}.yaml").write_text("cards:\n" + "".join(cards))


def assert_alike_in_processes(workshop, patch, how):
    """Build in this process and in two others of a kind, and compare the bytes."""
    one, two = (workshop.root.parent / name for name in ("one", "two"))
    assert not workshop.build(output=one, **HOSTED, **SMALL).diagnostics.has_errors
    patch.setenv(workers.VARIABLE, how)
    patch.setattr(workers, "START_COST", 0.0)
    workshop.build(output=two, jobs=2, **HOSTED, **SMALL)
    assert contents(one / "game") == contents(two / "game")


def plain_names(paths):
    """Sort paths and leave out of the names of pictures what they show."""
    return tuple(sorted(re.sub(r"\.[0-9a-f]{8}(?=\.(png|jpg)$)", "", path) for path in paths))


def leftovers(folder):
    """Temporary files anywhere below a folder."""
    return [name for _, _, names in os.walk(folder) for name in names if is_temporary(name)]


def texts(frame):
    return [item for item, _ in frame.walk() if isinstance(item, Text)]


def strings(frame):
    return [text.string for text in texts(frame)]


def picture(text):
    """Return a picture in letters as tests write it, between its first and its last sign."""
    return dedent(text).strip()


def opened(data):
    """Read a PDF, which must be without a fault."""
    pdf = pikepdf.open(io.BytesIO(data))
    assert pdf.check_pdf_syntax() == []
    return pdf


def skip_if_ignored(name):
    """Skip a test that sends a signal where processes inherit that it is ignored."""
    if signal.getsignal(signal.Signals[name]) is signal.SIG_IGN:
        pytest.skip(f"{name} is ignored here, as by nohup")


def write_files(root, files=FILES):
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return Workshop(root)
