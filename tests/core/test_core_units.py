import pytest

from cardgen.core.units import MM_PER_POINT, parse_mm, parse_pt, propose_papers


@pytest.mark.parametrize(
    ("text", "mm"),
    [
        (63, 63.0),
        (2.5, 2.5),
        ("3", 3.0),
        ("3mm", 3.0),
        (" 3 mm ", 3.0),
        ("1cm", 10.0),
        ("0.125in", 3.175),
        ("72pt", 25.4),
        ("-.5", -0.5),
        ("+2.", 2.0),
    ],
)
def test_lengths_are_millimetres_unless_they_name_a_unit(text, mm):
    assert parse_mm(text) == pytest.approx(mm)


@pytest.mark.parametrize(
    ("words", "lengths"),
    [
        ("is not a length", ["", "mm", "3px", "3 4", "1e3", "nan", "inf", "0x10", "3m"]),
        ("yes/no", [True]),
        ("100 m", ["100001", float("inf"), float("nan"), 10**9]),
    ],
)
def test_what_is_no_length_is_refused_in_words(words, lengths):
    for length in lengths:
        with pytest.raises(ValueError, match=words):
            parse_mm(length)


def test_type_sizes_are_points_unless_they_name_a_unit():
    assert parse_pt("9") == pytest.approx(9)
    assert parse_pt("9pt") == pytest.approx(9)
    assert parse_pt(8.5) == pytest.approx(8.5)
    assert parse_pt("3mm") == pytest.approx(3 / MM_PER_POINT)


@pytest.mark.parametrize(
    ("fitting", "chosen"),
    [
        (["a3", "letter", "a4"], ("a4", "letter")),
        (["tabloid", "letter"], ("letter",)),
        (["tabloid", "a3"], ("a3",)),
        ([], ()),
    ],
)
def test_papers_at_home_are_proposed_or_else_the_smallest(fitting, chosen):
    assert propose_papers(fitting) == chosen
