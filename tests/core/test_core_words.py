from cardgen.core.registry import plural


def test_a_count_with_its_noun():
    assert [plural(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [plural(n, "copy", "copies") for n in (1, 2)] == ["1 copy", "2 copies"]
