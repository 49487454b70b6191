from __future__ import annotations

import pytest

from cardgen.model.access_tracking import CardWatch

FACTS = {
    "heroes": ({"title": "Anna", "cost": 3}, {"title": "Bert"}),
    "places": ({"title": "Den"},),
}


def test_what_is_read_is_noted() -> None:
    watch = CardWatch(FACTS)
    decks = watch.decks()
    assert watch.seen == set()
    assert len(decks.heroes) == 2
    assert watch.seen == {"heroes"}
    assert [card.title for card in decks["heroes"]] == ["Anna", "Bert"]
    assert watch.seen == {"heroes", "heroes/title"}
    with pytest.raises(AttributeError):
        _ = decks.heroes[1].cost
    assert "heroes/cost" in watch.seen


@pytest.mark.parametrize(
    ("read", "seen"),
    [
        (lambda decks: list(decks), "*"),
        (lambda decks: decks == decks, "*"),
        (lambda decks: list(decks.places[0]), "places/*"),
        (lambda decks: len(decks.places[0]), "places/*"),
        (lambda decks: repr(decks.places[0]), "places/*"),
        (lambda decks: "cost" in decks.places[0], "places/cost"),
        (lambda decks: "roads" in decks, "roads"),
    ],
)
def test_who_looks_at_all_depends_on_all(read, seen) -> None:  # type: ignore[no-untyped-def]
    watch = CardWatch(FACTS)
    read(watch.decks())
    assert seen in watch.seen


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("heroes", {"heroes": FACTS["heroes"][:1]}),
        ("heroes/title", {"heroes": ({"title": "Anne", "cost": 3}, {"title": "Bert"})}),
        ("heroes/cost", {"heroes": (FACTS["heroes"][0], {"title": "Bert", "cost": None})}),
        ("heroes/*", {"heroes": ({"title": "Anna", "cost": 4}, {"title": "Bert"})}),
        ("*", {"places": ()}),
        ("roads", {"roads": ()}),
    ],
)
def test_prints_follow_the_facts(name: str, changed: dict) -> None:  # type: ignore[type-arg]
    before = CardWatch(FACTS)
    after = CardWatch({**FACTS, **changed})
    assert before.print(name) == CardWatch(FACTS).print(name)
    assert before.print(name) != after.print(name)
    for other in {"places", "places/title"} - set(changed):
        assert before.print(other) == after.print(other) or "places" in changed
