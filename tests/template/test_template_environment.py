"""Finding templates, and faults in them with their place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.core.diagnostics import Diagnostic, Location, TemplateError
from cardgen.template.environment import Templates

ASKED = Location("card_data/game/game.yaml", 7, 3)
Fault = Callable[..., Diagnostic]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for folder in ("templates/game", "templates/shared"):
        (tmp_path / "project" / folder).mkdir(parents=True)
    return tmp_path / "project"


@pytest.fixture
def templates(project: Path) -> Templates:
    return Templates(project, (project / "templates/game", project / "templates/shared"))


@pytest.fixture
def fault(project: Path) -> Fault:
    def run(
        text: str | bytes, name: str = "card.j2", context: dict[str, object] | None = None
    ) -> Diagnostic:
        data = text.encode() if isinstance(text, str) else text
        (project / "templates/game/card.j2").write_bytes(data)
        folders = (project / "templates/game", project / "templates/shared")
        with pytest.raises(TemplateError) as caught:
            Templates(project, folders).element(name, context or {}, ASKED)
        (found,) = caught.value.diagnostics
        return found

    return run


def test_the_games_folder_comes_first(project, templates):
    (project / "templates/shared/card.j2").write_text("<side id='shared'/>")
    assert templates.element("card.j2", {}, None).stamp == "templates/shared/card.j2:#1"
    (project / "templates/game/card.j2").write_text("<side id='own'/>")
    fresh = Templates(project, (project / "templates/game", project / "templates/shared"))
    assert fresh.element("card.j2", {}, None).stamp == "templates/game/card.j2:#1"


def test_shared_names_skip_the_games_folder(project, templates):
    (project / "templates/game/shared").mkdir()
    for folder in ("game", "shared"):
        (project / f"templates/{folder}/card.j2").write_text(f"<side id='{folder}'/>")
    assert templates.element("shared/card.j2", {}, None).stamp == "templates/shared/card.j2:#1"


def test_an_unknown_template_is_reported_where_it_was_asked_for(fault):
    found = fault("<side/>", name="crad.j2")
    assert (found.code, found.at) == ("CG301", ASKED)
    assert found.hints == ("did you mean `card.j2`?",)
    assert "`templates/game`" in found.notes[0]


@pytest.mark.parametrize("statement", ["include", "extends", "import"])
def test_an_unknown_template_in_a_template(fault, statement):
    tail = " as x" if statement == "import" else ""
    found = fault(f'\n{{% {statement} "crad.j2"{tail} %}}')
    assert found.code == "CG301"
    assert found.at == Location("templates/game/card.j2", 2, len(statement) + 6, 7)


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
        assert found.at == Location("templates/game/card.j2", 1, 19, len(escaped))


def test_links_cannot_leave_the_project(tmp_path, project, fault):
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    (outside / "secret.j2").write_text("<side/>")
    (project / "templates/game/link.j2").symlink_to(outside / "secret.j2")
    (project / "templates/game/folder").symlink_to(outside)
    (project / "templates/shared").rmdir()
    (project / "templates/shared").symlink_to(outside)
    for name in ("link.j2", "folder/secret.j2", "secret.j2", "shared/secret.j2"):
        found = fault("<side/>", name=name)
        assert (found.code, found.at) == ("CG302", ASKED)
        assert "a link leads out of the project" in found.message


def test_links_inside_the_project_are_followed(project, templates):
    (project / "common").mkdir()
    (project / "common/base.j2").write_text("<side/>")
    (project / "templates/game/folder").symlink_to("../../common")
    assert templates.element("folder/base.j2", {}, ASKED).tag == "side"


def test_files_that_are_no_text(fault):
    for text, line, column in (
        (b"<side>\n\n\xff</side>", 3, 1),
        (b"\n<side>\n\xc3\xa9\xff</side>", 3, 2),
        (b"\xff", 1, 1),
        (b"\xef\xbb\xbf<side>\xff", 1, 7),
    ):
        found = fault(text)
        place = Location("templates/game/card.j2", line, column)
        assert (found.code, found.at) == ("CG123", place)
        assert "not UTF-8" in found.message
    assert "1 MB" in fault(b" " * 1_000_001).message


def test_a_folder_is_no_template(project, fault):
    (project / "templates/game/folder.j2").mkdir()
    assert fault("<side/>", name="folder.j2").code == "CG301"


def test_syntax_errors_know_their_line(fault):
    found = fault("<side>\n{% if x %}\n</side>")
    assert found.code == "CG303"
    assert found.at is not None
    assert found.at.line in (2, 3)
    assert fault("<side>\n\n{{ 1 + }}</side>").at == Location("templates/game/card.j2", 3)


def test_syntax_errors_in_an_included_file_name_that_file(project, fault):
    (project / "templates/shared/part.j2").write_text("\n\n{% nonsense %}")
    found = fault('<side>\n{% include "part.j2" %}</side>')
    assert (found.code, found.at) == ("CG303", Location("templates/shared/part.j2", 3, 4, 8))


class Card(dict[str, object]):
    def __getattr__(self, name: str) -> object:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def test_undefined_names_get_a_suggestion(fault):
    context: dict[str, object] = {"card": Card(title="x", cost=1), "rules": Card()}
    found = fault("<side>\n{{ crad.title }}</side>", context=context)
    assert (found.code, found.at) == ("CG304", Location("templates/game/card.j2", 2, 4, 4))
    assert found.message == "`crad` is not defined"
    assert found.hints == ("did you mean `card`?",)
    found = fault("<side>{{ card.titel }}</side>", context=context)
    assert found.message == "`card` has no `titel`"
    assert found.hints == ("did you mean `title`?",)
    found = fault("<side>{{ side.width }}</side>", context={**context, "side": "face"})
    assert found.message == "`side` has no `width`"
    assert found.hints == ("optional fields: `{% if … %}`",)  # not the letters of its text
    found = fault("<side>{{ (card, 1)[0].titel }}</side>", context=context)
    assert found.message == "there is no `titel` here"
    for use in (
        "{% if card.titel %}{% endif %}",
        "{{ card.titel == 1 }}",
        "{{ card.titel | upper }}",
    ):
        assert fault(f"<side>{use}</side>", context=context).code == "CG304"


def test_undefined_names_in_a_macro_point_into_the_macro(project, fault):
    (project / "templates/shared/lib.j2").write_text("{% macro m() %}\n{{ nothing }}{% endmacro %}")
    found = fault('{% import "lib.j2" as lib %}<side>{{ lib.m() }}</side>')
    assert found.at == Location("templates/shared/lib.j2", 2, 4, 7)


@pytest.mark.parametrize(
    ("markup", "line", "words"),
    [
        ("<side>\n<row><rect></row></side>", 2, "mismatched tag"),
        ("<side>\n  <row></side>", 2, "mismatched tag"),
        ("<side>\n<text>a & b</text></side>", 2, "character that cannot stand"),
        ("<side>\n<text>a < b</text></side>", 2, "character that cannot stand"),
        ("<side>\n<rect x=1/></side>", 1, "character that cannot stand"),
        ("<side>\n<rect x='1' x='2'/></side>", 1, "formed: the attribute `x` is given twice"),
        ("<side>é<rect y='ä' min-x='1' min-x='2'/></side>", 1, "attribute `min-x` is given twice"),
        ("<side>\n<rect at='1'/></side>", 1, "formed: the attribute `at` is reserved"),
        ("<side/><side/>", 1, "junk after document element"),
        ("<side>", 1, "no element found"),
        ("<side>&nbsp;</side>", 1, "undefined entity"),
        ("words", 1, "syntax error"),
    ],
)
def test_markup_that_is_not_well_formed(fault, markup, line, words):
    found = fault(markup)
    assert found.code == "CG310"
    assert words in found.message
    assert found.at is not None
    assert (found.at.path, found.at.line) == ("templates/game/card.j2", line)


def test_nothing_at_all(fault):
    assert fault("").code == "CG316"
    assert fault("{# nothing #}\n").message == "the template wrote nothing"


def test_markup_budgets(fault):
    deep = fault("<side>" + "<stack>" * 70 + "</stack>" * 70 + "</side>")
    assert (deep.code, "inside one another" in deep.message) == ("CG318", True)
    many = fault("<side>{% for i in range(20000) %}<rect/>{% endfor %}</side>")
    assert (many.code, "20" in many.message) == ("CG318", True)
    for text in ('<!DOCTYPE a [<!ENTITY x "y">]><side>&x;</side>', "<!DOCTYPE side><side/>"):
        doctype = fault(text)
        assert (doctype.code, "DOCTYPE" in doctype.message) == ("CG318", True)


def test_tags_narrow_down_to_their_attributes(project, templates):
    (project / "templates/game/card.j2").write_text(
        '<side>\n  <rect width="1"\n    x="2" {% if 1 > 0 %}fill-x="no"{% endif %}/>\n'
        '  <rect x="3"/></side>'
    )
    templates.render("card.j2", {}, None)
    file = "templates/game/card.j2"
    tag = Location(file, 2, 3)
    assert templates.narrow(tag, "width") == Location(file, 2, 9, 5)
    assert templates.narrow(tag, "x") == Location(file, 3, 5, 1)
    assert templates.narrow(tag, "y") == tag
    assert templates.narrow(Location("elsewhere.j2", 1, 1), "x") == Location("elsewhere.j2", 1, 1)


def test_the_attribute_of_the_second_tag_in_a_line_is_its_own(project, templates):
    line = '<side><rect x="1"/><rect y="2"/><rect x="3"\n x-y="4" y="5"/></side>'
    (project / "templates/game/card.j2").write_text(line)
    templates.render("card.j2", {}, None)
    file = "templates/game/card.j2"
    assert templates.narrow(Location(file, 1, 7), "x") == Location(file, 1, 13, 1)
    assert templates.narrow(Location(file, 1, 33), "x") == Location(file, 1, 39, 1)
    assert templates.narrow(Location(file, 1, 33), "y") == Location(file, 2, 10, 1)
    assert templates.narrow(Location(file, 1, 20), "x") == Location(file, 1, 20)
