from __future__ import annotations

from typing import Any

import pytest

from cardgen.model.richtext import knows, printed


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("the rider's turn", "the rider’s turn"),
        ("the riders' turn", "the riders’ turn"),
        ('"Jump," said Ida', "“Jump,” said Ida"),
        ("'Who said \"jump\"?'", "‘Who said “jump”?’"),
        ('("so")', "(“so”)"),
        ("of the '90s", "of the ’90s"),
        ("3-5 players", "3–5 players"),
        ("a 7 x 4 layout", "a 7 × 4 layout"),
        ("2019-05-01, A-1, 1-up, pre-1900, 1-2-3", "2019-05-01, A-1, 1-up, pre-1900, 1-2-3"),
        ("as it was", "as it was"),
    ],
)
def test_marks_of_a_keyboard_become_marks_of_print(typed: str, shown: str) -> None:
    assert printed(typed) == shown
    assert len(shown) == len(typed)  # places in a text stay what they are


def test_a_mark_looks_at_what_stands_before() -> None:
    assert printed("'s turn", "r") == "’s turn"
    assert printed('"', "") == "“"


def test_only_english_is_known() -> None:
    assert [knows(tag) for tag in ("en-US", "en", "de-DE", "")] == [True, True, False, False]


GAME = """\
{language}title: "Ida's"
terms: {{chief: {{text: Chief}}}}
components: {{heroes: {{kind: deck}}, rules: {{kind: booklet}}}}
card_types: {{hero: {{fields: {{text: rich}}}}}}
"""
HEROES = "cards: [{id: a, title: A, text: \"the {chief:name}'s *'hat'*\"}]\n"


@pytest.mark.parametrize(
    ("language", "title", "card", "text"),
    [
        ("", "Ida's", "the Chief's 'hat'", "2-3 of the Chief's, https://a.org/it's"),
        (
            "language: en-US\n",
            "Ida’s",
            "the Chief’s ‘hat’",
            "2–3 of the Chief’s, https://a.org/it's",
        ),
    ],
)
def test_texts_follow_the_language_of_the_game(
    bench: Any, language: str, title: str, card: str, text: str
) -> None:
    written = "2-3 of the {chief:name}'s, https://a.org/it's\n"
    [game] = bench.text(GAME.format(language=language), written, heroes=HEROES).games
    assert game.title == title
    assert game.components["heroes"].cards[0].fields["text"].plain == card
    assert game.components["rules"].flow(game).blocks[0].text.plain == text


def test_a_language_is_one_word(bench: Any) -> None:
    game = GAME.format(language='language: "en\\n"\n')
    loaded = bench.text(game, "Words.\n", heroes=HEROES)
    assert [found.code for found in loaded.diagnostics] == ["CG203"]
