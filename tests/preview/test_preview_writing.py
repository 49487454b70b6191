"""Rule texts and templates that are written on the page: offered, refused, drafted, taken back."""

import pytest
from bench import HERO, RULES

from cardgen.core.diagnostics import SourceError
from cardgen.model.document import Documents
from cardgen.model.load import load_project
from cardgen.preview.editing.texts import replace_text, text_paths
from cardgen.preview.writing import vocabulary

API = "/api/games/test"
TEXT = "card_data/test/rules.md"
FACE = "templates/test/hero.xml.j2"
ANNA = "heroes/anna/face"


def change(path, value, **more):
    return {"text": path, "value": value, **more}


def test_the_texts_of_a_game_are_offered_and_no_other_file(bench, client, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "secret.md"
    outside.write_text("secret", encoding="utf-8")
    (bench.root / "card_data/test/link.md").symlink_to(outside)
    bench.write("card_data/other/rules.md", "# Of another game\n")
    bench.write("templates/shared/arrows.xml.j2", "{# shared #}\n")
    names = ("hero", "heroes.back", "mat", "parts", "plain")
    templates = [f"templates/test/{name}.xml.j2" for name in names]
    assert text_paths(bench.loaded) == (TEXT, *templates, "templates/shared/arrows.xml.j2")
    assert client.get(f"{API}/text", params={"path": FACE}).json() == {"text": HERO}
    for path in ("card_data/test/link.md", "card_data/other/rules.md", "card_data/test/game.yaml",
                 "../secret.md", str(outside), f"./{FACE}", "templates/test", ""):  # fmt: skip
        assert client.get(f"{API}/text", params={"path": path}).status_code == 404
        answer = client.send(f"{API}/change", {"changes": [change(path, "x")]})
        assert answer.status_code == 404
    assert outside.read_text(encoding="utf-8") == "secret"


def test_a_text_is_written_in_one_step_and_taken_back_to_the_byte(post, bench):
    before = (bench.root / TEXT).read_bytes()
    answer = post("change", changes=[change(TEXT, RULES + "\nNew.\n", was=RULES)]).json()
    assert answer["written"]
    assert answer["undo"]["label"] == "rules.md"
    assert bench.text(TEXT) == RULES + "\nNew.\n"
    assert post("undo", step=answer["undo"]["id"]).status_code == 200
    assert (bench.root / TEXT).read_bytes() == before


def test_a_text_that_was_changed_meanwhile_is_not_overwritten(post, bench):
    bench.put(TEXT, "# Newer\n")
    answer = post("change", changes=[change(TEXT, "# Mine\n", was=RULES)])
    assert answer.status_code == 409
    assert answer.json()["clashes"][0]["now"] == "# Newer\n"
    assert bench.text(TEXT) == "# Newer\n"


@pytest.mark.parametrize(
    ("text", "says", "line"),
    [("# Rules\n\nKeep {rule:none}.\n", "none", 3), ("# Rules\n\n\n**{card:heroes/x}**\n", "x", 4)],
)
def test_a_wrong_rule_text_is_not_written_and_the_fault_has_its_line(post, bench, text, says, line):
    answer = post("change", changes=[change(TEXT, text, was=RULES)]).json()
    assert not answer["written"]
    [fault] = answer["faults"]
    assert says in fault["message"]
    assert (fault["path"], fault["line"]) == (TEXT, line)
    assert bench.text(TEXT) == RULES


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('x="6" y="30"', 'x="6" z="30"', 4),
        ("{{ card.power }}", "{{ card.strength }}", 5),
        ('{% from "parts.xml.j2" import band %}', "{% if %}", 2),
        ("</side>", "<text>\n<text/>", 6),
    ],
)
def test_a_template_with_an_error_is_drawn_from_the_draft_and_not_written(
    post, bench, old, new, line
):
    text = HERO.replace(old, new)
    sketch = post("sketch", changes=[change(FACE, text)], sides=[ANNA]).json()
    found = sketch["sides"][ANNA]["findings"] if sketch["sides"] else sketch["faults"]
    assert (found[0]["path"], found[0]["line"]) == (FACE, line)
    answer = post("change", changes=[change(FACE, text, was=HERO)], sides=[ANNA]).json()
    assert not answer["written"]
    assert answer["faults"][0]["line"] == line
    assert bench.text(FACE) == HERO


def test_a_template_that_fails_on_a_card_out_of_sight_is_not_written(post, bench):
    text = HERO.replace("{{ card.power }}", "{{ 12 // (card.power - 7) }}")
    answer = post("change", changes=[change(FACE, text, was=HERO)], sides=[ANNA]).json()
    assert not answer["written"]
    [fault] = answer["faults"]
    assert fault["sides"] == ["heroes/cleo/face"]
    assert bench.text(FACE) == HERO


def test_a_macro_is_tried_on_all_sides_that_use_it(post, bench):
    macro = "templates/test/parts.xml.j2"
    text = bench.text(macro).replace("{{ title }}", "{{ title }}{{ 1 / (title | length - 4) }}")
    answer = post("change", changes=[change(macro, text)]).json()
    assert not answer["written"]
    [fault] = answer["faults"]
    heroes = {f"heroes/{name}/face" for name in ("anna", "bert", "cleo")}  # of four letters all
    assert set(fault["sides"]) == heroes


def test_before_anything_is_drawn_only_new_faults_of_a_template_are_refused(post, bench):
    parts = "templates/test/parts.xml.j2"
    bench.save("templates/test/plain.xml.j2", "width", "breadth")
    with bench.loaded.lock:
        bench.loaded.work.pending.update(dict.fromkeys(bench.loaded.side_results, ""))
        bench.loaded.side_results.clear()
    for path, old, new in ((FACE, "<text", "<text foo"), (parts, "<rect", "<rect foo")):
        text = bench.text(path)
        assert not post("change", changes=[change(path, text.replace(old, new, 1))]).json()[
            "written"
        ]
        assert post("change", changes=[change(path, f"{text}\n")]).json()["written"]


def test_a_template_is_drawn_as_it_is_typed_and_looks_the_same_once_it_is_saved(post, bench):
    text = HERO.replace(
        '<text style="body" x="6" y="75"', "<!-- <b> -->\n<text style=\"body\" x='9' y='70'"
    )
    sketch = post("sketch", changes=[change(FACE, text)], sides=[ANNA]).json()
    drawn = sketch["sides"][ANNA]["p"]
    assert drawn not in ("", bench.print_of(ANNA))
    assert bench.text(FACE) == HERO
    again = post("sketch", changes=[change(FACE, HERO)], sides=[ANNA]).json()
    assert again["sides"][ANNA]["p"] == bench.print_of(ANNA)
    assert post("change", changes=[change(FACE, text, was=HERO)], sides=[ANNA]).json()["written"]
    bench.live.settle()
    assert bench.print_of(ANNA) == drawn


def test_a_draft_follows_other_templates_that_were_saved_meanwhile(post, bench):
    typed = change(FACE, HERO.replace('y="75"', 'y="70"'))
    post("sketch", changes=[typed], sides=[ANNA])
    bench.save("templates/test/parts.xml.j2", 'fill="red"', 'fill="ink"')
    drawn = post("sketch", changes=[typed], sides=[ANNA]).json()["sides"][ANNA]["p"]
    assert post("change", changes=[typed]).json()["written"]
    bench.live.settle()
    assert bench.print_of(ANNA) == drawn


def test_pages_of_a_booklet_are_drawn_from_the_draft_of_its_text(post, bench):
    sketch = post("sketch", changes=[change(TEXT, RULES + "\nMore.\n")], sides=["rules/page-01"])
    drawn = sketch.json()["sides"]["rules/page-01"]["p"]
    before = bench.loaded.texts["rules"].fingerprint
    bench.put(TEXT, RULES + "\nMore.\n")
    assert before != drawn == bench.loaded.texts["rules"].fingerprint


@pytest.mark.parametrize(
    ("data", "text", "after"),
    [
        (b"a\r\nb\r\nc\r\n", "a\nx\ny\nc\n", b"a\r\nx\r\ny\r\nc\r\n"),
        (b"\xef\xbb\xbfa\r\nb", "a\nb\nc", b"\xef\xbb\xbfa\r\nb\r\nc"),
        (b"a\nb\rc\r\n", "a\nb\nc\nd\n", b"a\nb\rc\r\nd\r\n"),
        (b"", "a\n", b"a\n"),
        (b"a\na\na\n", "a\na\n", b"a\na\n"),
        (b"a\nb\n", "", b""),
        ("ä\u2028b\n".encode(), "ä\u2028c\n", "ä\u2028c\n".encode()),
    ],
)
def test_what_stays_keeps_its_bytes_and_new_lines_end_as_those_before(data, text, after):
    assert replace_text("x.md", data, text) == after


def test_a_text_that_no_file_may_hold_is_refused():
    with pytest.raises(SourceError):
        replace_text("x.md", b"a\n", "a\x00\n")


# Words


def test_every_mark_that_is_offered_is_understood(bench):
    marks = vocabulary(bench.loaded)["marks"]
    assert {"rule:hand", "count:heroes", "card:heroes/anna"} < set(marks)
    assert any(mark.startswith("icon:") for mark in marks)
    text = "".join(f"- {{{mark}}}\n" for mark in marks)
    found = load_project(
        bench.root, ("test",), documents=lambda _: Documents(), unsaved={TEXT: text.encode()}
    )
    assert [one.message for one in found.diagnostics] == []


def test_tags_know_their_attributes_and_these_their_values(bench):
    told = vocabulary(bench.loaded)
    rect = told["tags"]["rect"]["attributes"]
    assert rect["fill"]["values"] == ["ink", "paper", "red"]
    assert rect["bleed"]["values"] == ["true", "false"]
    assert rect["x"]["values"] == []
    assert told["tags"]["text"]["attributes"]["style"]["values"] == ["title", "body"]
    assert {"b", "ul", "span", "stack"} <= set(told["tags"])
    assert {"hash01", "round"} <= set(told["filters"])
    assert {"rules.hand", "game.title", "card.power", "range", "blob"} <= set(told["names"])
    assert "note" in told["directives"]
