"""What is kept between builds: sides with what they need, and no more than is of use."""

from __future__ import annotations

from pathlib import Path

from cardgen.backend.drawing import draw
from cardgen.core.geometry import Path as Outline
from cardgen.core.geometry import Rect, Size
from cardgen.frame import Frame, Group, Shape
from cardgen.pipeline.cache import Drawings, Finished, Needs, Store


def frame(width: float) -> Frame:
    inner = Frame(Size(5, 5), [Shape(Outline.rect(Rect(0, 0, 5, width)))])
    return Frame(Size(width, 10), [Group(inner)])


def saved(store: Store, key: str, frames: tuple[Frame, ...], needs: Needs = ()) -> None:
    drawings = Drawings(store)
    for one in frames:
        for part in (one, *one.descendants()):
            drawings[part.fingerprint] = draw(part)
    store.save([Finished(key, frames, needs)], drawings)


def test_sides_come_back_with_what_they_need(tmp_path: Path) -> None:
    pages, needs = (frame(3), frame(4)), (("heroes/anna/face", "abc"),)
    saved(Store(tmp_path, "looks"), "text", pages, needs)
    store = Store(tmp_path, "looks")
    assert store.needs("text") == needs
    assert store.needs("other") is None
    assert store.finished("text") == Finished("text", pages, needs)
    assert all(page.fingerprint in store for page in pages)
    assert pages[0].children[0].fingerprint in store
    assert "abc" not in store
    assert Store(tmp_path, "other looks").needs("text") is None


def test_what_is_new_replaces_what_was(tmp_path: Path) -> None:
    for needs in ((), (("a", "1"),), (("a", "2"),)):
        saved(Store(tmp_path, "looks"), "side", (frame(3),), needs)
        assert Store(tmp_path, "looks").needs("side") == needs
    saved(Store(tmp_path, "looks"), "side", (frame(9),), needs)
    assert Store(tmp_path, "looks").finished("side").frames == (frame(9),)


def test_what_was_replaced_is_forgotten_in_time(tmp_path: Path) -> None:
    for width in range(1, 300):
        saved(Store(tmp_path, "looks"), "side", (frame(width),))
    store = Store(tmp_path, "looks")
    kept = [width for width in range(1, 300) if frame(width).fingerprint in store]
    assert kept[-1] == 299
    assert len(kept) < 220
    assert store.finished("side").frames == (frame(299),)
