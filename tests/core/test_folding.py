from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Location, Severity
from cardgen.core.folding import MOST_WARNINGS, group_by_problem
from cardgen.core.problems import HERE


def at(line):
    return Location("templates/g/card.xml.j2", line, 1)


def error(code, message, line=1, **more):
    return replace(Diagnostic(Severity.ERROR, code, message, at(line)), **more)


def small(text, line, *on, size=4.0):
    said = f"the text `{text}` is small"
    ids = on or ("d/a/face",)
    return Diagnostic(Severity.WARNING, "CG802", said, at(line), (), (), size, HERE, ids)


def test_errors_come_before_warnings_and_causes_before_what_follows():
    found = [
        small("x", 1),
        error("CG401", "too long"),
        error("CG207", "unknown `b`"),
        error("CG206", "bad `a`"),
    ]
    codes = [group.representative.code for group in group_by_problem(found)]
    assert codes == ["CG207", "CG206", "CG401", "CG802"]


def test_one_message_in_many_places_is_one_problem():
    found = [error("CG207", "unknown colour `ikn`", line) for line in range(1, 818)]
    [group] = group_by_problem(found)
    assert len(group.members) == 817
    places = ", ".join(str(at(line)) for line in (2, 3, 4))
    assert group.representative.notes == (f"and at 816 more places: {places}, …",)
    assert group.representative.location == at(1)


def test_two_places_are_named_without_an_ellipsis():
    [group] = group_by_problem([error("CG207", "unknown `x`", line) for line in (5, 9)])
    assert group.representative.notes == (f"and at 1 more place: {at(9)}",)


def test_the_words_of_a_card_do_not_make_another_problem_of_the_same_tag():
    found = [small(word, 7, f"d/{word}/face", size=size) for word, size in (("a", 5.0), ("b", 4.5))]
    [group] = group_by_problem(found)
    assert group.representative.message == "the text `b` is small"  # the worst stands for all
    assert group.representative.side_ids == ("d/b/face", "d/a/face")
    assert group.representative.notes == ("and on 1 more side: d/a/face",)


def test_more_of_the_same_on_one_side():
    [group] = group_by_problem([small("a", 7), small("b", 7), small("c", 7)])
    assert group.representative.notes == ("and 2 more like it there",)


def test_another_name_is_another_problem():
    for code, text in (("CG207", "unknown `b`"), ("CG405", "unknown `a`")):
        assert len(group_by_problem([error("CG207", "unknown `a`"), error(code, text)])) == 2


def test_a_subject_tells_problems_apart():
    found = [
        error("CG313", f"`{name}` of <rect>: no colour `ikn`", line, subject="no colour `ikn`")
        for line, name in enumerate(("fill", "stroke"), 1)
    ]
    assert len(group_by_problem(found)) == 1


def test_warnings_of_one_kind_are_summed_up_and_errors_are_not():
    groups = group_by_problem([small("x", line) for line in range(1, 41)])
    assert len(groups) == MOST_WARNINGS
    assert sum(len(group.members) for group in groups) == 40
    [more] = groups[-1].representative.notes
    assert more.startswith("and at 35 more places")
    assert len(group_by_problem([error("CG204", f"bad `{n}`") for n in range(40)])) == 40
