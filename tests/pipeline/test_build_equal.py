"""However a project came to be as it is, a build gives the bytes of a clean build."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from workshops import HOSTED, PRINTED, SMALL, contents, leftovers, plain_names, write_files

ROOT = Path(__file__).parents[2]
HEROES_FILE = "card_data/game/decks/heroes.yaml"
GAME = "card_data/game/game.yaml"
CARD = "templates/game/card.xml.j2"
ALIKE = {**HOSTED, **SMALL}

CARDS = st.lists(
    st.tuples(
        st.sampled_from(["anna", "bert", "carl", "dora"]),
        st.sampled_from(["A", "A longer title", "Ärger", "{rule:hand}"]),
        st.sampled_from(["", "Plain words.", "**Bold** words.", "Lose {rule:lives} lives."]),
        st.integers(0, 4),
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda card: card[0],
)


def write_cards(root, cards):
    lines = [
        f'  - {{id: {id}, title: "{title}", text: "{text}", copies: {copies}}}\n'
        for id, title, text, copies in cards
    ]
    (root / HEROES_FILE).write_text("cards:\n" + "".join(lines), encoding="utf-8")


def write_rule(root, value):
    text = (root / GAME).read_text()
    start = text.index("hand: ") + len("hand: ")
    (root / GAME).write_text(text[:start] + str(value) + text[start + 1 :])


def write_template(root, height):
    text = (root / CARD).read_text()
    start = text.index('height="3') + len('height="3')
    (root / CARD).write_text(text[:start] + str(height) + text[start + 1 :])


def damage(root, name):
    for file in (root / "output/game").glob(name):
        file.write_bytes(file.read_bytes()[:-30])


EDITS = st.one_of(
    st.tuples(st.just(write_cards), CARDS),
    st.tuples(st.just(write_rule), st.integers(1, 9)),
    st.tuples(st.just(write_template), st.integers(0, 9)),
    st.tuples(
        st.just(damage),
        st.sampled_from(
            [
                *("sheets/heroes.a4.pdf", "sheets/places.letter.pdf", "build.json"),
                *("tts/game.json", "tts/heroes.png", "tts/images/heroes*.png"),
            ]
        ),
    ),
)
OPTIONS = st.sampled_from(
    [
        *({}, {"papers": ("a4",)}, {"duplex": "short-edge"}, {"force": True}),
        *({"products": PRINTED}, {"products": ("tts",)}, {"tts_max_side": 512}),
        {"tts_base_url": "https://example.org/elsewhere"},
    ]
)


@pytest.mark.slow
@settings(
    max_examples=14,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # to shrink takes builds by the hundred
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.lists(st.tuples(st.lists(EDITS, max_size=2), OPTIONS), min_size=1, max_size=4))
def test_a_rebuild_equals_a_clean_build(rounds):
    with tempfile.TemporaryDirectory() as folder:
        workshop = write_files(Path(folder, "project"))
        workshop.build(**ALIKE)
        for edits, options in rounds:
            for edit, value in edits:
                edit(workshop.root, value)
            assert not workshop.build(**{**ALIKE, **options}).diagnostics.has_errors
        workshop.build(**ALIKE)
        workshop.build(output=Path(folder, "clean"), **ALIKE)
        assert workshop.files() == contents(Path(folder, "clean/game"))
        assert not leftovers(Path(folder))


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A project with enough cards to be worth a second process, and its builds."""
    root = tmp_path_factory.mktemp("large") / "project"
    script = ROOT / "benchmarks/generate.py"
    subprocess.run([sys.executable, script, "--cards", "130", root], check=True, stdout=-3)

    def build(output, jobs, seed):
        subprocess.run(
            [*start(root), "--output", root.parent / output, "--paper", "a4", "--jobs", jobs],
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        )
        return contents(root.parent / output / "bench")

    return build


def start(root):
    hosted = ["--tts-base-url", ALIKE["tts_base_url"], "--tts-max-side", str(ALIKE["tts_max_side"])]
    return [sys.executable, "-m", "cardgen", "--project", root, "-q", "build", *hosted]


@pytest.mark.slow
def test_neither_processes_nor_hash_seeds_show(large):
    alone = large("alone", "1", "0")
    assert {"sheets/cards.a4.pdf", "tts/bench.json"} < set(alone)
    assert "tts/images/cards-2.png" in plain_names(alone)
    assert large("together", "2", "0") == alone
    assert large("seeded", "1", "4242") == alone


@pytest.mark.slow
def test_two_builds_at_once(workshop, tmp_path):
    workshop.build(**ALIKE)
    for edit in ("Karl", "Carl"):
        (workshop.root / HEROES_FILE).write_text(
            (workshop.root / HEROES_FILE).read_text().replace("Carl", edit)
        )
        builds = [
            subprocess.Popen(
                [*start(workshop.root), "--jobs", "1"],
                stderr=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )
            for _ in range(3)
        ]
        for build in builds:
            _, said = build.communicate(timeout=60)
            assert (build.returncode, said) == (0, b"")
        workshop.build(output=tmp_path / edit, **ALIKE)
        assert workshop.files() == contents(tmp_path / edit / "game")
        assert not leftovers(workshop.output)
