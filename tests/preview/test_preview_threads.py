"""Many threads read what one changes."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

from bench import HEROES

from cardgen.preview.about import describe, detail
from cardgen.preview.about.hit_test import source_at
from cardgen.preview.live import print_pages

SHEETS = "sheets/heroes.a4.pdf"


def test_what_the_server_reads_is_not_noted_with_a_side(bench):
    with bench.loaded.work.reads.recording() as names:
        pages = bench.live.print_pages(bench.loaded).pages(SHEETS)
        bench.live.pictures.picture(pages[0].frame, 400, False, bench.loaded.library)
    assert names == set()


def test_pages_that_many_ask_for_at_once_are_planned_once(bench, monkeypatch):
    planned = []
    plan = print_pages.plan_pages
    monkeypatch.setattr(
        print_pages, "plan_pages", lambda *args: (planned.append(1), plan(*args))[1]
    )
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: bench.live.print_pages(bench.loaded), range(8)))
    assert len(planned) == 1
    assert all(one is found[0] for one in found)


def test_edits_disturb_nobody_who_reads(bench):
    live, done = bench.live, Event()

    def look():
        looked = False
        while not done.is_set() or not looked:
            loaded = live.loaded["test"]
            game = describe.game(loaded, live.edit.number)
            cards = {card["id"] for part in game["components"] for card in part.get("cards", ())}
            assert {f"heroes/{id}/face" for id in cards} <= game["sides"].keys()
            for id in cards:
                side = f"heroes/{id}/face"
                fields = detail.card(loaded, side).get("fields", ())
                assert {field["value"] for field in fields if field["name"] == "id"} <= {id}
                if frame := loaded.frame(game["sides"][side].get("p", "")):
                    source_at(loaded, frame, side, 9, 33)
            if pages := live.print_pages(loaded):
                loaded.keep_frames([page.frame for page in pages.pages(SHEETS)])
            loaded.diagnostics()
            looked = True

    with ThreadPoolExecutor(3) as pool:
        looking = [pool.submit(look) for _ in range(3)]
        try:
            for number in range(6):
                card = f"  - {{id: new{number}, title: New, class: mage, power: 2}}\n  - id: dora\n"
                bench.save(HEROES, "  - id: dora\n", card)
                bench.save("templates/test/hero.xml.j2", "<side ", f"<!-- {number} -->\n<side ")
        finally:
            done.set()
        for one in looking:
            one.result()
    assert len(bench.loaded.side_results) == 6 + 6
