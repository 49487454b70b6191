"""Many changes of a real game from the page, one after the other, and all of them taken back."""

import random
import shutil
from pathlib import Path

import pytest
from asgi import Client

from cardgen.model.components.deck import decks_of
from cardgen.model.load import load_project
from cardgen.preview.live.live_project import LiveProject

ROOT = Path(__file__).parents[2]
GAMES = ("hachi-train", "last-men-standing")

pytestmark = pytest.mark.slow


@pytest.fixture
def copy(tmp_path):
    for folder in ("card_data", "templates", "fonts"):
        (tmp_path / folder).mkdir()
    for game in GAMES:
        for folder in ("card_data", "templates"):
            shutil.copytree(ROOT / folder / game, tmp_path / folder / game)
    return tmp_path


def files(root, game):
    return {path: path.read_bytes() for path in sorted((root / "card_data" / game).rglob("*.yaml"))}


def another(rng, control, given, options):
    """A value for a field, mostly a right one."""
    match control["kind"]:
        case "number":
            return str(rng.randint(int(control.get("min", 0)), int(control.get("max", 9))))
        case "choice":
            return rng.choice(control["options"])
        case "flag":
            return rng.choice(["true", "false"])
        case "list":
            given = list(given or [])
            rng.shuffle(given)
            return given[: rng.randint(0, len(given))]
        case "rich" | "text":
            words = ["one", "two: three", "**bold**", f"{{rule:{rng.choice(options['rule'])}}}"]
            return " ".join([str(given or ""), rng.choice(words)]).strip()
        case kind if kind in options:
            return rng.choice(options[kind])
    return given


@pytest.mark.parametrize("game", GAMES)
def test_a_journey_there_and_back(copy, game):
    rng = random.Random(5)
    live = LiveProject(copy, (game,))
    live._read_game(game, frozenset())
    loaded = live.loaded[game]
    client = Client.of(live)
    before = files(copy, game)
    clean = load_project(copy, (game,)).diagnostics

    def post(what, **body):
        return client.send(f"/api/games/{game}/{what}", body)

    decks = [deck.id for deck in decks_of(loaded.game)]
    steps = refused = 0
    while steps < 10 or not refused:
        deck = rng.choice(decks)
        form = client.get(f"/api/games/{game}/deck?deck={deck}").json()
        names = [n for n in form["columns"] if n not in ("id", "type", "assumption")]
        name = rng.choice(names)
        cards = rng.sample(form["cards"], rng.randint(1, min(3, len(form["cards"]))))
        changes = []
        for card in cards:
            control = form["types"][card["type"]].get(name)
            if control is not None and not card["made"]:
                given = card["given"].get(name)
                value = another(rng, control, given, form["options"])
                place = {"deck": deck, "card": card["id"], "field": [name], "was": given}
                changes.append({**place, "value": value})
        if not changes:
            continue
        now = files(copy, game)
        answer = post("change", changes=changes).json()
        if answer["written"]:
            steps += answer["step"] is not None
            loaded.load([form["path"]], steps)
        else:
            refused += 1
            assert files(copy, game) == now
    assert files(copy, game) != before
    read = load_project(copy, (game,))
    assert list(read.diagnostics) == list(loaded.state.diagnostics)
    assert read.games[0].components == loaded.game.components
    while step := client.get(f"/api/games/{game}/steps").json()["undo"]:
        assert post("undo", step=step["id"]).status_code == 200
    assert files(copy, game) == before
    assert list(load_project(copy, (game,)).diagnostics) == list(clean)
    assert refused < steps
