import pytest

from cardgen.core.reads import CachedValues, Reads, TrackedMapping


def test_a_recording_is_apart_from_what_is_around_it():
    reads = Reads()
    reads.note("outer")
    with reads.recording() as inner:
        reads.note("inner")
    assert (inner, reads.names) == ({"inner"}, {"outer"})


def test_what_is_remembered_is_read_again_each_time():
    reads, table, made = Reads(), CachedValues[str, int](), []

    def make():
        made.append(1)
        reads.note("icon:sword")
        return 7

    for _ in range(3):
        with reads.recording() as names:
            assert reads.cached(table, "key", make) == 7
        assert names == {"icon:sword"}
    assert made == [1]


def test_what_fails_has_read_all_the_same_and_is_not_remembered():
    reads, table = Reads(), CachedValues[str, int]()

    def fail():
        reads.note("font:none/none")
        raise LookupError

    for _ in range(2):
        with reads.recording() as names, pytest.raises(LookupError):
            reads.cached(table, "key", fail)
        assert names == {"font:none/none"}
    assert table == {}


def test_a_full_table_starts_anew():
    reads, table = Reads(), CachedValues[int, int]()
    for number in range(7):
        reads.cached(table, number, lambda number=number: number, limit=3)
    assert set(table) == {6}


def test_look_ups_of_what_is_missing_are_noted_too():
    reads = Reads()
    colors = TrackedMapping("theme.colors", {"ink": 1}, reads)
    assert (colors.get("ink"), colors.get("sea"), "sand" in colors) == (1, None, False)
    assert reads.names == {"theme.colors.ink", "theme.colors.sea", "theme.colors.sand"}
    assert list(colors) == ["ink"]
    assert "theme.colors.*" in reads.names
