"""What lies on disk: bytes by name, and Frames with all inside them."""

from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Shape
from cardgen.preview.live.pictures import DiskCache

INNER = Frame(Size(5, 5), [Shape(Path.rect(Rect(0, 0, 5, 5)), Color(0.1, 0.2, 0.3))])
OUTER = Frame(Size(9, 9), [Group(INNER, Matrix.translation(1, n)) for n in range(3)])


def test_what_is_there_is_not_made_again():
    shelf = DiskCache(100)
    shelf.put("a", lambda: b"one")
    shelf.put("a", lambda: 1 / 0)
    assert (shelf.get("a"), shelf.get("b")) == (b"one", None)


def test_the_oldest_goes_and_what_is_put_there_again_is_the_youngest():
    shelf = DiskCache(25)
    for name in "abac":
        shelf.put(name, lambda: bytes(10))
    assert [name for name in "abc" if shelf.get(name)] == ["a", "c"]


def test_a_frame_comes_back_whole():
    shelf = DiskCache(10_000)
    shelf.put_frame(OUTER)
    again = shelf.frame(OUTER.fingerprint)
    assert again == OUTER
    assert list(again.walk()) == list(OUTER.walk())
    assert shelf.frame(INNER.fingerprint) == INNER
    assert again.children[0] is not INNER


def test_a_frame_of_which_a_part_is_gone_is_not_there():
    shelf = DiskCache(10_000)
    shelf.put_frame(OUTER)
    shelf._max_bytes = shelf._size - 1
    shelf.put("more", lambda: b"")
    assert shelf.frame(INNER.fingerprint) is None
    assert shelf.frame(OUTER.fingerprint) is None
