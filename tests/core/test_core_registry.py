import pytest

from cardgen.core.registry import Registry, choices, did_you_mean, plural


def test_names_are_unique_and_sorted():
    things = Registry("thing")
    assert things.add("b", 2) == 2
    things.add("a", 1)
    assert list(things) == ["a", "b"]
    assert list(things.items()) == [("a", 1), ("b", 2)]
    assert "a" in things
    assert "c" not in things
    assert things["a"] == things.get("a") == 1
    assert things.get("c") is None
    with pytest.raises(ValueError, match="thing `a` is registered twice"):
        things.add("a", 3)


def test_near_misses_are_suggested():
    assert did_you_mean("colour", ("color", "size")) == ("did you mean `color`?",)
    assert did_you_mean("xyz", ("color", "size")) == ()
    assert did_you_mean("xyz", ()) == ()


def test_choices_are_cut_short_only_where_something_is_left_out():
    assert choices(("b", "a")) == choices(["b", "a"], 2) == "`a`, `b`"
    assert choices(["c", "b", "a"], 2) == "`a`, `b` and 1 more"
    assert choices((str(n) for n in range(10, 25)), limit=2) == "`10`, `11` and 13 more"


def test_a_count_with_its_noun():
    assert [plural(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [plural(n, "copy", "copies") for n in (1, 2)] == ["1 copy", "2 copies"]
