"""Whatever build refuses, check finds: over a project that was damaged at random."""

import random
import re
import shutil

import pytest
from PIL import Image
from workshops import PRINTED, build_request

from cardgen.assets.fonts import Font
from cardgen.assets.problems import unusable_font
from cardgen.core.diagnostics import AssetError
from cardgen.features.scaffold import new_game
from cardgen.pipeline.build import build, check
from cardgen.source.files import BUNDLED

FONT = BUNDLED / "fonts/atkinson/AtkinsonHyperlegibleNext-Regular.ttf"
WORDS = ("0", "-1", "0.001", "100000", "none", "coral", '""', "[]", "{}", "1mm", "crab", "*")


def project(folder):
    """A starter game with a font and a picture of its own."""
    root = new_game(folder, None, "tide").project
    (root / "fonts/odd").mkdir(parents=True)
    shutil.copy(FONT, root / "fonts/odd/regular.ttf")
    Image.effect_noise((300, 300), 90).convert("RGB").save(root / "card_data/tide/sky.png")
    template = root / "templates/tide/aid.xml.j2"
    text = template.read_text(encoding="utf-8")
    at = text.rindex("</side>") if "</side>" in text else text.rindex("{% endblock")
    more = (
        '<image src="sky.png" x="50" y="4" width="8" height="8"/>'
        '<text style="odd" x="40" y="14" width="20" height="5">A copy</text>'
    )
    template.write_text(text[:at] + more + text[at:], encoding="utf-8")
    data = root / "card_data/tide/game.yaml"
    style = "    odd: {font: odd/regular, size: 7pt, color: ink}\n    body:"
    data.write_text(data.read_text(encoding="utf-8").replace("    body:", style, 1), "utf-8")
    return root


def files(root, *folders):
    found = (path for folder in folders for path in (root / folder).rglob("*"))
    return sorted(path for path in found if path.is_file() and "schema" not in path.parts)


def of_lines(change):
    """Change a line of a text file."""

    def mutate(chance, root):
        texts = [p for p in files(root, "card_data", "templates") if p.suffix != ".png"]
        path = chance.choice(texts)
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        said = [n for n, line in enumerate(lines) if line.strip() and line.strip()[0] != "#"]
        change(chance, lines, chance.choice(said))
        path.write_text("".join(lines), encoding="utf-8")

    return mutate


def other_value(chance, lines, at):
    """Put another number, length or word where there is one."""
    values = list(re.finditer(r"-?\d+(\.\d+)?|(?<=[:\"] )?\b[a-z]{3,}\b", lines[at]))
    if values:
        one = chance.choice(values)
        lines[at] = lines[at][: one.start()] + chance.choice(WORDS) + lines[at][one.end() :]


def no_line(chance, lines, at):
    del lines[at]


def line_again(chance, lines, at):
    lines.insert(at, lines[at])


def no_character(chance, lines, at):
    spot = chance.randrange(len(lines[at]))
    lines[at] = lines[at][:spot] + lines[at][spot + 1 :]


def no_file(chance, root):
    chance.choice(files(root, "card_data", "templates", "fonts")).unlink()


def damage(chance, root):
    """Put other bytes into a font, a picture or an icon, or cut it off."""
    path = chance.choice(
        [root / "fonts/odd/regular.ttf"] * 3
        + [root / "card_data/tide/sky.png"] * 2
        + files(root, "card_data/tide/icons")
    )
    data = bytearray(path.read_bytes())
    for _ in range(chance.choice((1, 4, 30))):
        at = chance.randrange(len(data))
        data[at : at + 2] = chance.randbytes(2)
    path.write_bytes(data[: chance.choice((len(data), len(data), len(data) // 2))])


def same_font(chance, root):
    """Use the file of the text font under another name, on the same sheets."""
    data = root / "card_data/tide/game.yaml"
    text = data.read_text(encoding="utf-8")
    fonts = [m.start() for m in re.finditer(r"(?<=font: )atkinson/regular", text)]
    at = chance.choice(fonts)
    data.write_text(text[:at] + "odd/regular" + text[at + len("atkinson/regular") :], "utf-8")


MUTATIONS = (
    *(of_lines(change) for change in (other_value,) * 5),
    *(of_lines(change) for change in (no_line, line_again, no_character)),
    *(no_file, damage, damage, same_font),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.broad) for seed in range(3, 12))]
)
def test_what_build_refuses_check_finds(tmp_path, seed):
    chance = random.Random(seed)
    root = project(tmp_path)
    for _ in range(chance.choice((1, 1, 2))):
        chance.choice(MUTATIONS)(chance, root)
    found = check(root)
    report = build(build_request(root, jobs=1, tts_max_side=256))
    refused = [str(one) for one in report.diagnostics if report.diagnostics.has_errors]
    assert found.has_errors or not refused


def test_a_broken_font_of_slugs(workshop):
    """No side is set in it, but every sheet has its title in it."""
    fonts = workshop.root / "fonts/barlow-condensed"
    fonts.mkdir(parents=True)
    (fonts / "medium.ttf").write_bytes(FONT.read_bytes()[:5000])
    refused = [str(one) for one in workshop.build(products=PRINTED).diagnostics]
    assert refused
    assert [str(one) for one in check(workshop.root)] == refused


@pytest.mark.parametrize("broken", [False, True])
def test_a_font_that_cannot_be_embedded(workshop, monkeypatch, broken):
    def subset(font, glyphs):
        raise AssetError(unusable_font(None, font.file, "its outlines are damaged"))

    if broken:
        monkeypatch.setattr(Font, "subset", subset)
    found = [str(one) for one in check(workshop.root)]
    assert bool(found) == broken
    refused = [str(one) for one in workshop.build(products=PRINTED).diagnostics]
    assert set(refused) == set(found)
