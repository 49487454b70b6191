"""``cardgen build --watch`` and what it says of each save."""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from cardgen.core.diagnostics import Diagnostic, Location, Severity

FAULT = Diagnostic(
    Severity.ERROR, "CG101", "the list does not end", Location("card_data/x.yaml", 2)
)
SAVED = frozenset({"card_data/bridge/decks/a.yaml"})


@pytest.fixture
def watching(monkeypatch):
    """Stand in for `cardgen.pipeline.watching`: yields the saves it is given, then Ctrl-C."""
    module = ModuleType("cardgen.pipeline.watching")
    module.FOLDERS = ("card_data", "templates", "fonts")
    module.given = [frozenset()]
    module.before = {}

    def saves(root, stop):
        for number, names in enumerate(module.given):
            module.before.get(number, lambda: None)()
            yield names
        raise KeyboardInterrupt

    module.saves = saves
    monkeypatch.setitem(sys.modules, "cardgen.pipeline.watching", module)
    # Nothing is built here, and what other tests have left takes seconds to look through.
    keeper = SimpleNamespace(unfreeze=lambda: None, collect=lambda: None)
    monkeypatch.setattr("cardgen.cli.build.gc", keeper)
    return module


@pytest.fixture
def builds(api, monkeypatch):
    """Keep what was asked for; no progress is shown while watching."""
    requests = []

    def build(request, progress=None):
        assert progress is None
        requests.append(request)
        return type(api).build(api, request, lambda *_: None)

    monkeypatch.setattr(api, "build", build)
    return requests


def test_it_builds_at_once_and_after_each_save(project, run, builds, watching):
    watching.given = [frozenset(), SAVED, SAVED]
    result = run("build", "--watch", "--force")
    assert result.exit_code == 130
    assert [request.force for request in builds] == [True, False, False]
    assert result.stderr.count("card_data/bridge/decks/a.yaml saved") == 2
    assert "watching card_data/, templates/, fonts/; press Ctrl-C to stop" in result.stderr


def test_one_line_a_product(project, run, api, builds, watching, game_report):
    made = ("sheets/a.a4.pdf", "sheets/a.letter.pdf", "booklets/rules.pdf")
    api.games = (
        game_report("bridge", "Bridge", "built", made, (), ("sheets/old.pdf",)),
        game_report("quiet", "Quiet", "unchanged", (), ("sheets/b.a4.pdf",)),
    )
    result = run("build", "--watch")
    assert result.stdout.splitlines() == [
        "Bridge · sheets: a.a4.pdf, a.letter.pdf",
        "Bridge · booklets: rules.pdf",
        "Bridge: 1 old file removed",
    ]


def test_many_files_do_not_fill_the_screen(project, run, api, builds, watching, game_report):
    made = tuple(f"tts/images/{n}.png" for n in range(40))
    api.games = (game_report("bridge", "Bridge", "built", made),)
    [line] = run("build", "--watch").stdout.splitlines()
    assert line == "Bridge · tts: 0.png, 1.png, 2.png, 3.png, 4.png, 5.png and 34 more"


def test_a_broken_state_is_told_and_the_next_save_is_built(
    project, run, api, builds, watching, game_report
):
    api.finds(FAULT)
    api.games = (game_report("bridge", "Bridge", "failed"),)
    watching.given = [frozenset(), SAVED]
    watching.before[1] = lambda: (
        api.found.items.clear(),
        setattr(api, "games", (game_report("bridge", "Bridge", "built", ("sheets/a.a4.pdf",)),)),
    )
    result = run("build", "--watch")
    assert result.exit_code == 130
    assert result.stdout.splitlines() == [
        "Bridge: failed, its files are unchanged",
        "Bridge · sheets: a.a4.pdf",
    ]
    assert "the list does not end" in result.stderr
    assert len(builds) == 2
