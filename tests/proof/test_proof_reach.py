"""In the pseudo-language, words that no translator reaches are found."""

import pytest
from workshops import FILES, write_files

from cardgen.pipeline.build import check

TEMPLATE = "templates/game/card.xml.j2"


def found(root, content, locale="qps"):
    texts = "\n".join(f'<text style="body" width="60" height="20">{one}</text>' for one in content)
    made = write_files(root, {**FILES, TEMPLATE: f"<side>\n{texts}\n</side>"})
    return [
        one for one in check(made.root, ("game",), jobs=1, locale=locale) if one.code == "CG820"
    ]


@pytest.mark.parametrize(
    "words",
    [
        "Draw two",
        '{{ _("Draw {1}", rules.hand) }}',
        "{{ _('Draw') ~ '?' }}",
        "{{ card.title }}",
        "{{ rules.hand.word }}, {{ rules.lives.ordinal }}",
        "{{ 'K7A' }}",
        "www.example.org/play",
        "{{ 'tsk' }}",
    ],
)
def test_what_translators_reach_is_fine(tmp_path, words):
    assert found(tmp_path, [words]) == []


@pytest.mark.parametrize(
    ("words", "word"),
    [
        ('{{ "A " ~ _("card") }}', "A"),
        ('{{ _("card") ~ " by " ~ _("card") }}', "by"),
        ('<icon name="coin" alt="gold coin"/>', "gold"),
    ],
)
def test_words_joined_in_code_and_for_readers_are_told(tmp_path, words, word):
    (one,) = found(tmp_path, [words])
    assert f"`{word}`" in one.message


def test_words_in_code_are_told_with_their_place(tmp_path):
    content = ["Fine", "{{ 'Discard' }}"]
    assert found(tmp_path, content, locale="") == []
    (one,) = found(tmp_path, content)
    assert str(one.location).startswith(f"{TEMPLATE}:3")
    assert "`Discard`" in one.message
