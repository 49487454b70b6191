"""Texts that an editor holds are read in place of files, and nothing of them is written."""

from bench import DECK, FILES, HERO, HEROES

FACE = "templates/test/hero.xml.j2"
ANNA = "heroes/anna/face"


def typed(bench, **texts):
    bench.live.queue_typed({path: text.encode() for path, text in texts.items()})
    bench.live.settle()
    return [(one.code, str(one.location)) for one in bench.loaded.diagnostics()]


def test_what_is_typed_counts_and_is_given_up_again(bench, prints):
    before = prints(bench)
    assert typed(bench, **{HEROES: DECK.replace("rule:hand", "rule:none")})[0] == (
        "CG207",
        f"{HEROES}:13:16",
    )
    assert typed(bench, **{FACE: HERO.replace('y="75"', 'z="75"')})[0][0] == "CG312"
    assert typed(bench, **{FACE: HERO.replace('y="75"', 'y="70"')}) == []
    assert prints(bench)[ANNA] != before[ANNA]
    assert typed(bench) == []
    assert prints(bench) == before
    assert {path: bench.text(path) for path in FILES} == FILES


def test_what_is_typed_and_then_saved_is_not_laid_out_again(bench, prints):
    text = HERO.replace('y="75"', 'y="70"')
    typed(bench, **{FACE: text})
    drawn, made = prints(bench), bench.loaded.work.laid_out_count
    bench.write(FACE, text)
    assert typed(bench) == []
    assert (prints(bench), bench.loaded.work.laid_out_count) == (drawn, made)


def test_nothing_typed_is_kept_for_the_next_start(bench):
    typed(bench, **{FACE: HERO.replace('y="75"', 'y="70"')})
    bench.loaded.keep()
    assert not list(bench.live.output.rglob("*"))
    typed(bench)
    bench.loaded.keep()
    assert list(bench.live.output.rglob("*"))
