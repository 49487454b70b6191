"""What a preview leaves for the next start."""

import pytest
from bench import HEROES, Bench

from cardgen.model.load import load_project
from cardgen.pipeline.cache import Store
from cardgen.pipeline.game_work import GameWork
from cardgen.pipeline.output_lock import try_lock
from cardgen.preview.about import describe

PARTS = "templates/test/parts.xml.j2"


def keep(bench):
    bench.loaded.keep()


@pytest.fixture
def kept(bench):
    keep(bench)
    return bench


def again(bench):
    made = Bench.at(bench.root, {})
    made.live.settle()
    return made


def pictures(bench):
    game = describe.game(bench.loaded, 0)
    pages = [page["p"] for text in game["texts"].values() for page in text["pages"]]
    return {id: side["p"] for id, side in game["sides"].items()}, pages


def test_the_next_start_lays_out_nothing(kept, monkeypatch):
    monkeypatch.setattr(GameWork, "lay_out_side", lambda *_: 1 / 0)
    second = again(kept)
    assert second.loaded.work.laid_out_count == 0
    assert pictures(second) == pictures(kept)
    assert second.loaded.diagnostics() == []


def test_the_next_start_lays_out_what_was_edited_meanwhile(kept):
    kept.write(HEROES, kept.text(HEROES).replace("power: 7", "power: 8"))
    second = again(kept)
    assert second.loaded.work.laid_out_count == 1
    assert set(second.loaded.edits.numbers().values()) == {0}


def test_a_build_takes_what_a_preview_has_finished(kept):
    folder = kept.root / "output/.cardgen/test"
    [game] = load_project(kept.root, ["test"]).games
    work = GameWork(kept.root, game, Store(folder))
    assert all(work.stored_side(spec) for spec in work.specs.values())
    assert work.text(game.components["rules"].flow(game)).results
    assert work.reasons == {}


def test_nothing_is_kept_while_a_build_is_at_work(bench):
    with try_lock(bench.root / "output") as free:
        assert free
        keep(bench)
    assert not (bench.root / "output/.cardgen/test").exists()
    keep(bench)
    assert (bench.root / "output/.cardgen/test/store.sqlite").exists()


def test_what_is_kept_once_is_not_written_again(kept):
    file = kept.root / "output/.cardgen/test/store.sqlite"
    file.unlink()
    keep(kept)
    assert not file.exists()
    kept.save(HEROES, "power: 7", "power: 8")
    keep(kept)
    assert file.exists()


def test_a_project_that_cannot_be_written_is_shown_all_the_same(bench):
    (bench.root / "output").write_text("in the way")
    keep(bench)
    assert bench.loaded.diagnostics() == []


def test_last_good_pictures_outlive_the_server(kept):
    sides, pages = pictures(kept)
    kept.write(PARTS, kept.text(PARTS).replace("{% endmacro %}", "{% endmarco %}"))
    second = again(kept)
    assert pictures(second) == (sides, pages)
    assert describe.side(second.loaded, "heroes/anna/face")["e"]
    kept.write(PARTS, kept.text(PARTS).replace("{% endmarco %}", "{% endmacro %}"))
    second.saved(PARTS)
    assert pictures(second) == (sides, pages)
    assert second.loaded.diagnostics() == []


def test_last_good_pages_of_a_booklet_stay_and_outlive_the_server(bench):
    bench.write("templates/test/two.xml.j2", '<side><rect width="9" height="9" fill="red"/></side>')
    words = '# Rules\n\n```figure two.xml.j2 height=20mm alt="Two."\nTwo.\n```\n'
    bench.save("card_data/test/rules.md", "# Rules\n", words)
    assert bench.loaded.diagnostics() == []
    keep(bench)
    _, pages = pictures(bench)
    bench.put("templates/test/two.xml.j2", "{% macro %}")
    for one in (bench, again(bench)):
        assert pictures(one)[1] == pages
        assert one.loaded.diagnostics() != []
