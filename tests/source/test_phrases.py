"""The words that templates print: found whole, and replaced without moving a line."""

import pytest

from cardgen.source.phrases import is_glued, phrases, translate_template


def texts(source):
    return [one.text for one in phrases(source)]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<text>Draw two</text>", ["Draw two"]),
        (
            "<text>Draw {{ n }} <b>cards</b> or {{ m }}</text>",
            ["Draw {{ n }} <b>cards</b> or {{ m }}"],
        ),
        ("<text>Draw\n  two</text>", ["Draw two"]),
        ("<text>{% if x %}Draw{% else %}Play{% endif %} now</text>", ["Draw", "Play", "now"]),
        ("<text>A<br/>card</text>", ["A<br/>card"]),
        ('<text alt="a ring" x="{{ a > b }}">Go on</text>', ["Go on"]),
        ("{# Nothing of this #}<!-- nor of this --><text>{{ card.title }}</text>", []),
        ("{% set d %}M6.4 7C6.4 4.4 8.4 2.8 11 2.8ZM1 1H2{% endset %}", []),
        ("<text>Class</text><text>All</text>", ["Class", "All"]),
        ("<text>&amp;&nbsp;5 m</text>", []),
        ("<text>夜</text>", ["夜"]),
        ('{% set w = _("In full") %}<text>{{ w }}</text>', ["In full"]),
        ("""{{ spot(3, _('It\\'s "here"')) }}""", ["""It's "here\""""]),
        ('<text>{{ _("Draw {1}", n) }}</text>', ["Draw {1}"]),
        (
            '<text>Draw {{ _("card") if n == 1 else _("cards") }}</text>',
            ['Draw {{ _("card") if n == 1 else _("cards") }}'],
        ),
        ('<stack x="{{ at(_("far")) }}"/>', ["far"]),
    ],
)
def test_a_template_is_asked_for_its_phrases(source, found):
    assert texts(source) == found


@pytest.mark.parametrize(
    ("code", "glued"),
    [
        ('_("Play ") ~ n ~ _(" cards.")', ["Play ", " cards."]),
        ('n ~ (_(" card") if n == 1 else _(" cards"))', [" card", " cards"]),
        ("_('Over') ~ n", ["Over"]),
        ('n ~ _("cards")', ["cards"]),
        ('_("Over") ~ " " ~ n', ["Over"]),
        ('n ~ " " ~ _("cards")', ["cards"]),
        ('_("Play {1} cards.", n)', []),
        ('_("Hearts") ~ ": " ~ n', []),
        ('(_("a card") if n == 1 else _("cards")) | upper', []),
        ('game.subtitle.split(_(" on "))', []),
        ('"d-" ~ icon, _("Aid")', []),
    ],
)
def test_parts_of_sentences_in_code_are_found(code, glued):
    source = f"<text>{{{{ {code} }}}}</text>"
    assert [one.text for one in phrases(source) if is_glued(source, one)] == glued


def test_a_translation_keeps_lines_tags_and_code():
    source = """<side>
<text>Draw
 two</text>
{{ box(_("a \\"b\\""), "icon") }}</side>"""
    said = {"Draw two": "Zieh zwei", 'a "b"': 'ein „b“ und "c"'}
    made = """<side>
<text>Zieh zwei
</text>
{{ box(_("ein „b“ und \\"c\\""), "icon") }}</side>"""
    assert translate_template(source, said.__getitem__) == made


def test_a_template_stays_if_nothing_else_is_said():
    source = "<text>  Draw\n two </text>"
    assert translate_template(source, str) == source


@pytest.mark.parametrize(
    "source", ["<", "<a", "{{", "{% if", "{#", "<!--", "<a {{ '>", '_("', "<b>x"]
)
def test_a_broken_template_does_not_stop_it(source):
    assert translate_template(source, str.upper).count("\n") == 0
