"""However a project came to be as it is, a build gives the bytes of a clean build."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import polib
import pytest
from breadth import examples
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st
from test_build_kept import FILES, TEXT, write_project
from test_continued import FACE, SENTENCES, go_on
from workshops import (
    HOSTED,
    PRINTED,
    SMALL,
    assert_alike_in_processes,
    contents,
    leftovers,
    write_deck,
    write_files,
)

from cardgen.features.translation import extract, update
from cardgen.products.planning import product_names
from cardgen.products.stock import stocks

ROOT = Path(__file__).parents[2]
HEROES_FILE = "card_data/game/decks/heroes.yaml"
GAME = "card_data/game/game.yaml"
CARD = "templates/game/card.xml.j2"
PO = "card_data/game/locale/de.po"
ALIKE = {**HOSTED, **SMALL}
COMPONENTS = """\
components:
  die: {kind: dice, template: back.xml.j2}
  chips: {kind: tokens, shape: round, size: 20mm, template: back.xml.j2, tokens: [{id: one}]}
  box: {kind: box, template: back.xml.j2}
"""
LINES = [(TEXT, "# Two"), (HEROES_FILE, "cards:"), (CARD, "<side"), (GAME, "title:")]

CARDS = st.lists(
    st.tuples(
        st.sampled_from(["anna", "bert", "carl", "dora"]),
        st.sampled_from(["A", "A longer title", "Ärger", "{rule:hand}"]),
        st.sampled_from(
            [
                *("", "Plain words.", "**Bold** words.", "Lose {rule:lives} lives."),
                *("some words " * 8, "many words " * 10, SENTENCES, SENTENCES * 2),
            ]
        ),
        st.integers(1, 4),
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda card: card[0],
)


def write_game(root, rest):
    """Write a game whose long texts shrink alike and go on, on a back or on a further card.

    Its board and its booklet picture cards. It has an icon, a font and a translation of its own.
    """
    workshop = go_on(write_project(root), rest, f'{FACE} fit-group="game/rules"')
    workshop.edit(
        GAME, "  styles:\n", "  styles:\n    own: {font: own/own, size: 8pt, color: ink}\n"
    )
    workshop.edit(GAME, "components:\n", COMPONENTS)
    mark = (
        '<icon name="mark" x="46" y="4" width="4"/>\n  <text style="own" x="46" y="9">Own</text>\n'
    )
    workshop.edit(CARD, "</side>", f"  {mark}</side>")
    for write in (write_icon, write_font):
        write(root, 0)
    extract(root, "game", "de")
    return workshop


def write_cards(root, cards):
    # What is pictured elsewhere cannot go.
    missing = {"anna", "bert"} - {card[0] for card in cards}
    cards = [*cards, *((id, "A", "", 1) for id in sorted(missing))]
    lines = [
        f'  - {{id: {id}, title: "{title}", text: "{text}", copies: {copies}}}\n'
        for id, title, text, copies in cards
    ]
    (root / HEROES_FILE).write_text("cards:\n" + "".join(lines), encoding="utf-8")


def write_rule(root, value):
    text = (root / GAME).read_text()
    start = text.index("hand: ") + len("hand: ")
    (root / GAME).write_text(text[:start] + str(value) + text[start + 1 :])


def write_end(root, words):
    text = "Hold {rule:hand} cards.\n\n" * 40 + words
    (root / TEXT).write_text(FILES[TEXT].replace("The end.", text), encoding="utf-8")


def write_icon(root, width):
    path = f'<path d="M1 1h{5 + width}v9z"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 12">{path}</svg>'
    write_files(root, {"card_data/game/icons/mark.svg": svg})


def write_font(root, number):
    weight = ("Regular", "Bold")[number % 2]
    (root / "fonts/own").mkdir(parents=True, exist_ok=True)
    shutil.copy(
        ROOT / f"fonts/atkinson/AtkinsonHyperlegibleNext-{weight}.ttf", root / "fonts/own/own.ttf"
    )


def write_note(root, x):
    text = f"notes:\n  - {{id: n1, 'on': heroes/anna, x: {x}, y: 5, text: Small.}}\n"
    write_files(root, {"card_data/game/notes.yaml": text})


def write_translation(root, number):
    update(root, "game", "de")
    po = polib.pofile(str(root / PO))
    for entry in list(po)[::2]:
        entry.msgstr = f"{entry.msgid}." if number % 2 else entry.msgid
    po.save()


def write_lines(root, where):
    """Add a line above what others name by its line."""
    path, before = where
    text = (root / path).read_text(encoding="utf-8")
    comment = {".md": "", ".yaml": "# A line."}.get(Path(path).suffix, "{# A line. #}")
    (root / path).write_text(text.replace(before, f"{comment}\n\n{before}", 1), encoding="utf-8")


def write_template(root, height):
    text = (root / CARD).read_text()
    (root / CARD).write_text(re.sub(r'height="\d+" id', f'height="{height}" id', text))


def damage(root, name):
    for file in (root / "output/game").glob(name):
        file.write_bytes(file.read_bytes()[:-30])


EDITS = st.one_of(
    st.tuples(st.just(write_cards), CARDS),
    st.tuples(st.just(write_rule), st.integers(1, 9)),
    st.tuples(st.just(write_template), st.sampled_from([9, 12, 16])),
    st.tuples(
        st.just(write_end), st.sampled_from(["An end.", "See {page:one}, {card:places/elm}."])
    ),
    st.tuples(st.just(write_lines), st.sampled_from(LINES)),
    st.tuples(
        st.sampled_from([write_icon, write_font, write_note, write_translation]), st.integers(0, 3)
    ),
    st.tuples(
        st.just(damage),
        st.sampled_from(
            [
                *("sheets/heroes.a4.pdf", "sheets/places.letter.pdf", "build.json"),
                *("tts/game.json", "tts/heroes.png", "tts/images/heroes*.png", "booklets/*.pdf"),
            ]
        ),
    ),
)
EVERYTHING = {
    "products": tuple(sorted(product_names() - {"press", "series"})),
    "stock": stocks()["perforated-9"].stock(),
    "cut": "silhouette",
}
FINAL = (ALIKE, {**ALIKE, **EVERYTHING}, {**ALIKE, "locale": "de"})
"""The ways in which a project is built at the end."""
OPTIONS = st.sampled_from(
    [
        *({"locale": "de"}, {"products": ("svg",)}, {"products": ("text", "pcio")}),
        *({}, {"papers": ("a4",)}, {"duplex": "short-edge"}, {"force": True}),
        *({"products": PRINTED}, {"products": ("tts",)}, {"tts_max_side": 512}),
        {"tts_base_url": "https://example.org/elsewhere"},
    ]
)


@pytest.mark.slow
@examples(
    8,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # to shrink takes builds by the hundred
    suppress_health_check=[HealthCheck.too_slow],
)
@given(
    st.sampled_from(["back", "more"]),
    st.lists(st.tuples(st.lists(EDITS, max_size=3), OPTIONS), min_size=1, max_size=4),
)
def test_a_rebuild_equals_a_clean_build(rest, rounds):
    with tempfile.TemporaryDirectory() as folder:
        workshop = write_game(Path(folder, "project"), rest)
        for options in FINAL:
            workshop.build(**options)
        for edits, options in rounds:
            for edit, value in edits:
                edit(workshop.root, value)
            assert not workshop.build(**{**ALIKE, **options}).diagnostics.has_errors
        assert workshop.equals_a_clean_build(*FINAL)
        assert not leftovers(Path(folder))


@pytest.mark.parametrize(
    ("rest", "how"),
    [
        ("back", "fork"),
        ("more", "spawn"),
        pytest.param("more", "fork", marks=pytest.mark.broad),
        pytest.param("back", "spawn", marks=pytest.mark.broad),
    ],
)
def test_texts_that_shrink_alike_and_go_on_are_those_of_one_process(
    tmp_path, monkeypatch, rest, how
):
    workshop = write_game(tmp_path / "project", rest)
    texts = {f"card{n}": "Some words and more. " * (1 + n % 12) for n in range(60)}
    write_deck(workshop.root, "heroes", {"anna": "", "bert": "", **texts})
    workshop.edit("templates/game/tally.xml.j2", 'join(", ")', "list | length")
    assert_alike_in_processes(workshop, monkeypatch, how)


def start(root, *more, seed="0"):
    """Start a build in a process of its own."""
    hosted = ["--tts-base-url", ALIKE["tts_base_url"], "--tts-max-side", str(ALIKE["tts_max_side"])]
    command = [sys.executable, "-m", "cardgen", "--project", root, "-q", "build", *hosted, *more]
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, stderr=subprocess.PIPE, env=env)


@pytest.mark.slow
def test_neither_processes_nor_hash_seeds_show(tmp_path):
    workshop = write_game(tmp_path / "project", "more")
    files = []
    for jobs, seed in (("1", "0"), ("2", "4242")):
        output = tmp_path / seed
        build = start(workshop.root, "--output", output, "--paper", "a4", "--jobs", jobs, seed=seed)
        assert build.communicate()[1] == b""
        files.append(contents(output / "game"))
    assert {"sheets/heroes.a4.pdf", "booklets/rules.pdf", "tts/game.json"} < set(files[0])
    assert files[0] == files[1]


@pytest.mark.slow
def test_builds_at_once(workshop):
    workshop.build(**ALIKE)
    workshop.edit(HEROES_FILE, "Carl", "Karl")
    for build in [start(workshop.root, "--jobs", "1") for _ in range(2)]:
        _, messages = build.communicate()
        assert (build.returncode, messages) == (0, b"")
    assert workshop.equals_a_clean_build(**ALIKE)
    assert not leftovers(workshop.output)
