"""Texts that name a card show its title: rule texts, and what we filled in."""

from __future__ import annotations

from typing import Any

from cardgen.model.components.deck import decks_of

GAME = """\
title: Test
terms:
  medic: {text: Medic}
card_types:
  soldier:
    fields:
      text: {kind: rich, optional: true}
components:
  soldiers: {kind: deck}
"""
COOK = "cards:\n  - {id: cook, title: The *Cook*}\n"


def assuming(*texts: str) -> str:
    """The small game with things that we filled in."""
    return GAME + "assumptions:\n" + "".join(f"  - {text}\n" for text in texts)


def test_an_assumption_names_cards(bench: Any) -> None:
    game = assuming("Ask {card:soldiers/cook}.", "text: Never {card:soldiers/cook:name}.")
    bench.game(game, soldiers=COOK)
    loaded = bench.sound()
    assert [one.text.markup for one in loaded.assumptions] == [
        "Ask <b>The <i>Cook</i></b>.",
        "Never The <i>Cook</i>.",
    ]
    assert loaded.assumptions[1].text.plain == "Never The Cook."


def test_a_rule_text_names_cards(bench: Any) -> None:
    bench.game(GAME + "  rules: {kind: booklet}\n", soldiers=COOK)
    text = "# Ask {card:soldiers/cook:name}\n\nHe is {card:soldiers/cook}: [more](#ask-cook).\n"
    bench.write("card_data/test/rules.md", text)
    game = bench.sound()
    facts = game.components["rules"].flow(game).facts
    assert facts == {
        "name:soldiers/cook": "The <i>Cook</i>",
        "card:soldiers/cook": "<b>The <i>Cook</i></b>",
    }


def test_cards_that_are_not_there(bench: Any) -> None:
    bench.game(
        assuming(
            "a {card:soldiers/cok} here",
            "#! CG207 {card:soldiers/cok}",
            "a {card:soldier/cook:name} here",
            "#! CG207 {card:soldier/cook:name}",
        ).replace("  - #!", "    #!"),
        soldiers=COOK,
    )
    found = bench.check()
    assert {item.hints for item in found} == {("did you mean `soldiers/cook`?",)}


def test_a_card_cannot_name_a_card(bench: Any) -> None:
    bench.game(
        soldiers="""\
cards:
  - id: cook
    text: Not with {card:soldiers/cook}.
    #! CG208 {card:soldiers/cook}
"""
    )
    [found] = bench.check()
    assert found.message == "no card is known here"


def test_a_deck_that_cannot_be_read_is_reported_once(bench: Any) -> None:
    bench.game(assuming("Ask {card:soldiers/cook}."), soldiers="cards: 3\n")
    found = bench.load().diagnostics
    assert [item.at.path for item in found] == ["card_data/test/decks/soldiers.yaml"]


def test_a_term_may_be_called_card(bench: Any) -> None:
    game = GAME.replace("terms:\n", "terms:\n  card: {text: Card}\n")
    bench.game(game, soldiers='cards:\n  - {id: a, text: "{card:plural}"}\n')
    assert decks_of(bench.sound())[0].cards[0].fields.text.plain == "Cards"
