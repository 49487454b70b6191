"""Finding templates, and faults in them with their place."""

import re

import pytest
from documents import document

from cardgen.core.diagnostics import Location, TemplateError
from cardgen.model.record import Record
from cardgen.template.element import read_markup
from cardgen.template.environment import Templates

ASKED = Location("card_data/game/game.yaml", 7, 3)


GAME, SHARED = "templates/game", "templates/shared"


@pytest.fixture
def project(tmp_path):
    for folder in (GAME, SHARED):
        (tmp_path / "project" / folder).mkdir(parents=True)
    return tmp_path / "project"


@pytest.fixture
def templates(project):
    return Templates(project, (project / GAME, project / SHARED))


@pytest.fixture
def fault(project, templates):
    """Write a template and run one by its name: what is wrong."""

    def run(text, name="card.j2", **context):
        data = text.encode() if isinstance(text, str) else text
        (project / GAME / "card.j2").write_bytes(data)
        templates.reload((project / GAME, project / SHARED))
        with pytest.raises(TemplateError) as caught:
            templates.element(name, context, ASKED)
        (found,) = caught.value.diagnostics
        return found

    return run


@pytest.mark.parametrize(
    ("files", "name", "found"),
    [
        ([f"{SHARED}/card.j2"], "card.j2", f"{SHARED}/card.j2"),
        ([f"{SHARED}/card.j2", f"{GAME}/card.j2"], "card.j2", f"{GAME}/card.j2"),
        ([f"{SHARED}/card.j2", f"{GAME}/card.j2"], "shared/card.j2", f"{SHARED}/card.j2"),
    ],
    ids=["shared", "the game's own first", "shared by name"],
)
def test_where_a_template_is_found(project, templates, files, name, found):
    for file in files:
        (project / file).write_text("<side/>")
    assert templates.element(name, {}, None).stamp == f"{found}:#1"


@pytest.mark.parametrize("statement", ["include", "extends", "import"])
def test_an_unknown_template_in_a_template(fault, statement):
    tail = " as x" if statement == "import" else ""
    found = fault(f'\n{{% {statement} "crad.j2"{tail} %}}')
    assert found.code == "CG301"
    assert found.location == Location(f"{GAME}/card.j2", 2, len(statement) + 6, 7)


@pytest.mark.parametrize(
    "name",
    ["../x.j2", "a/../../x.j2", "/etc/passwd", "C:\\x.j2", "a\\b.j2", "a\0b", "..", "~/../x", ""],
)
def test_names_cannot_leave_the_folders(fault, name):
    assert fault("<side/>", name=name).code in ("CG302", "CG301")
    if name and "\0" not in name:
        escaped = name.replace("\\", "\\\\")
        found = fault(f'<side>{{% include "{escaped}" %}}</side>')
        assert found.code == "CG302"
        assert found.location == Location(f"{GAME}/card.j2", 1, 19, len(escaped))


@pytest.mark.parametrize("name", ["link.j2", "folder/secret.j2", "secret.j2", "shared/secret.j2"])
def test_links_cannot_leave_the_project(tmp_path, project, fault, name):
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    (outside / "secret.j2").write_text("<side/>")
    (project / GAME / "link.j2").symlink_to(outside / "secret.j2")
    (project / GAME / "folder").symlink_to(outside)
    (project / SHARED).rmdir()
    (project / SHARED).symlink_to(outside)
    found = fault("<side/>", name=name)
    assert (found.code, found.location) == ("CG302", ASKED)
    assert "a link leads out of the project" in found.message


def test_links_inside_the_project_are_followed(project, templates):
    (project / "common").mkdir()
    (project / "common/base.j2").write_text("<side/>")
    (project / "templates/game/folder").symlink_to("../../common")
    assert templates.element("folder/base.j2", {}, ASKED).tag == "side"


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"<side>\n\n\xff</side>", 3, 1),
        (b"\n<side>\n\xc3\xa9\xff</side>", 3, 2),
        (b"\xff", 1, 1),
        (b"\xef\xbb\xbf<side>\xff", 1, 7),
    ],
)
def test_files_that_are_no_text(fault, data, line, column):
    found = fault(data)
    assert (found.code, found.location) == ("CG123", Location(f"{GAME}/card.j2", line, column))
    assert "not UTF-8" in found.message


def test_files_that_are_too_large(fault):
    assert "1 MB" in fault(b" " * 1_000_001).message


def test_syntax_errors_in_an_included_file_name_that_file(project, fault):
    (project / f"{SHARED}/part.j2").write_text("\n\n{% nonsense %}")
    found = fault('<side>\n{% include "part.j2" %}</side>')
    assert (found.code, found.location) == ("CG303", Location(f"{SHARED}/part.j2", 3, 4, 8))


@pytest.mark.parametrize(
    ("use", "message", "hint"),
    [
        ("{{ crad.title }}", "`crad` is not defined", "did you mean `card`?"),
        ("{{ card.titel }}", "`card` has no `titel`", "did you mean `title`?"),
        # not the letters of its text
        ("{{ side.width }}", "`side` has no `width`", "optional fields: `{% if … %}`"),
        ("{{ (card, 1)[0].titel }}", "there is no `titel` here", ""),
        ("{% if card.titel %}{% endif %}", "`card` has no `titel`", ""),
        ("{{ card.titel == 1 }}", "`card` has no `titel`", ""),
        ("{{ card.titel | upper }}", "`card` has no `titel`", ""),
    ],
)
def test_undefined_names_get_a_suggestion(fault, use, message, hint):
    found = fault(f"<side>\n{use}</side>", card=Record({"title": "x", "cost": 1}), side="face")
    assert (found.code, found.message, found.location.line) == ("CG304", message, 2)
    assert hint in found.hints[0]


def test_undefined_names_in_a_macro_point_into_the_macro(project, fault):
    (project / f"{SHARED}/lib.j2").write_text("{% macro m() %}\n{{ nothing }}{% endmacro %}")
    found = fault('{% import "lib.j2" as lib %}<side>{{ lib.m() }}</side>')
    assert found.location == Location(f"{SHARED}/lib.j2", 2, 4, 7)


PLACES = document("template/environment_places.xml.j2")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("<rect y='1' x=5 height='3'/>", '`x` needs quotes; write `x="5"`'),
        ('<rect x="5 y="3"/>', "`3` directly follows a quote"),
        ('<rect x="5"y="3"/>', "`y` directly follows a quote"),
        ('<text style="body>{{ cost }}</text>', "the quote of `style` is not closed"),
        ("<rect bleed/>", "`bleed` has no value"),
        ("<rect x='1' x='2'/>", "the attribute `x` occurs twice"),
        ("<rect é='ä' min-x='1' min-x='2'/>", "the attribute `min-x` occurs twice"),
        ("<rect at='1'/>", "the attribute `at` is reserved"),
        ('<rect x="1" y="2"', "<rect> does not end; write `>`"),
        ("<!-- one -- two -->", "`--` is inside a comment"),
        ("<text>salt & pepper</text>", "`&` is not allowed in a text; write `&amp;`"),
        ("<text>{{ cost }} & {{ cost }}</text>", "`&` is not allowed in a text"),
        ("<text x='a & b'/>", "`&` is not allowed in a text"),
        ("<text>{{ cost }} < 5</text>", "`<` is not allowed in a text; write `&lt;`"),
        ("<text>a&nbsp;b</text>", "`&nbsp;` has no meaning"),
        ("<text>{{ cost }}</txet>", "</txet> closes no open tag; write `</text>`"),
        ("</grid>", "</grid> closes no open tag"),
        ("<grid>", "<grid> is not closed; write `</grid>`"),
        ("{% if cost = 3 %}x{% endif %}", "`=` is not expected here; `==` compares two values"),
        ('<rect x="1"/>{{ 1 if cost = 3 else 2 }}', "`=` is not expected here; `==` compares"),
        ("{{ cost }", "`{{` is not closed; write `}}`"),
        ("{{ cost", "`{{` is not closed"),
        ("{% if cost > 3 }", "`{%` is not closed; write `%}`"),
        ("{{ 'cost }}", "`{{` is not closed"),
        ("{% filter upper %}", "`{% filter %}` is not closed; write `{% endfilter %}`"),
        ("{% endfilter %}", "there is no statement `endfilter` here"),
        ("{% if cost %}{% end if %}", "there is no statement `end` here; write the end as one"),
        ("{% if cost && 3 %}{% endif %}", "`&` is not expected here; write `and`"),
        ("{{ cost | uper }}", "there is no filter `uper`; did you mean `upper`?"),
        ("{{ cost | }}", "a value is missing before `}}`"),
    ],
)
def test_a_fault_of_syntax_is_located_at_its_line(fault, line, words):
    for number, text in enumerate(PLACES.split("\n"), 1):
        if text.endswith("@"):
            lines = PLACES.replace("@", "").split("\n")
            lines.insert(number, line)
            found = fault("\n".join(lines), skills=["a", "b"], cost=2)
            assert found.code in ("CG303", "CG310")
            assert words in f"{found.message}; {found.hints[0]}"
            assert (found.location.path, found.location.line) == (f"{GAME}/card.j2", number + 1)


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ("<side/><side/>", "behind the end of the outermost tag"),
        ("<side>", "<side> is not closed"),
        ("<side/>{# cost", "`{#` is not closed"),
        ("words", "syntax error"),
        ("<side x='5", "the quote of `x` is not closed"),
    ],
)
def test_markup_that_is_no_element(fault, markup, words):
    found = fault(markup)
    assert (words in found.message, found.location.line) == (True, 1)


def test_an_ampersand_near_the_start_is_a_fault():
    with pytest.raises(TemplateError, match="`&` is not allowed in a text"):
        read_markup(f"<side>&{' ' * 50}</side>", "card.j2")


def test_markup_budgets(fault):
    many = fault("<side>{% for i in range(20000) %}<rect/>{% endfor %}</side>")
    assert (many.code, "20" in many.message) == ("CG318", True)
    entity = fault('<!DOCTYPE a [<!ENTITY x "y">]><side>&x;</side>')
    assert (entity.code, "DOCTYPE" in entity.message) == ("CG318", True)


NARROWED = """<side>
  <rect width="1"
    x="2" {% if 1 > 0 %}fill-x="no"{% endif %}/>
  <rect x="3"/><rect y="2"/><rect x="3"
    x-y="4" y="5"/></side>"""


@pytest.mark.parametrize(
    ("tag", "attribute", "place"),
    [
        ((2, 3), "width", (2, 9, 5)),
        ((2, 3), "x", (3, 5, 1)),
        ((2, 3), "y", (2, 3, 1)),
        ((4, 3), "x", (4, 9, 1)),
        ((4, 16), "x", (4, 16, 1)),  # its neighbours have one
        ((4, 29), "x", (4, 35, 1)),
        ((4, 29), "y", (5, 13, 1)),
    ],
)
def test_tags_narrow_down_to_their_attributes(project, templates, tag, attribute, place):
    file = f"{GAME}/card.j2"
    (project / file).write_text(NARROWED)
    templates.render("card.j2", {}, None)
    assert templates.narrow(Location(file, *tag), attribute) == Location(file, *place)
    elsewhere = Location("elsewhere.j2", 1, 1)
    assert templates.narrow(elsewhere, attribute) == elsewhere


PRINTED = [
    ("<text>{{ n }}</text>", ","),
    ("<text>{{ n ~ ' €' }}{% if n %} {{ n }}{% endif %}</text>", ",,"),
    ("<text>{% for i in [n] %}{{ i }}{% endfor %}</text>", ","),
    ("{% macro m(n) %}<text>{{ n }}</text>{% endmacro %}{{ m(n) }}", ","),
    ("<text>{{ _('for {1} hours', n) }} <b>{{ n | round(1) }}</b></text>", ",,"),
    ('<rect x="{{ n }}" y="{{ n ~ 1 }}"/>', ".."),
    ('{% set d %}{{ n }}{% endset %}<text x="{{ d }}">{{ n | string }}</text>', ".."),
    ('{% macro m(n) %}{{ n }} {% endmacro %}<text></text><rect x="{{ m(n) }}"/>', "."),
    ("<text>{{ 15 / 2 }} {{ 7 }} {{ '1.5' }}</text>", ",."),
]


@pytest.mark.parametrize(("text", "marks"), PRINTED)
@pytest.mark.parametrize("is_used", [True, False])
def test_numbers_in_words_have_the_decimal_mark_of_the_language(
    project, templates, text, marks, is_used
):
    (project / GAME / "card.j2").write_text(f"<side>{text}</side>")
    templates.use_decimal_comma(is_used)
    with templates.reads.recording() as names:
        printed = re.sub(
            r'stamp="[^"]*"|card\.j2', "", templates.render("card.j2", {"n": 2.5}, None)
        )
    found = "".join(re.findall(r"(?<=\d)[.,](?=\d)", printed))
    assert found == (marks if is_used else "." * len(marks))
    assert ("theme.language" in names) == ("," in marks)
