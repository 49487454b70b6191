"""What is kept between builds: sides with what they need, and no more than is of use."""

from cardgen.backend.drawing import draw
from cardgen.core.geometry import Path as Outline
from cardgen.core.geometry import Rect, Size
from cardgen.frame import Frame, Group, Shape
from cardgen.model.formats import Limits
from cardgen.pipeline.cache import Drawings, FinishedWork, Store, drop_parts, part_store
from cardgen.pipeline.dependencies import Dependencies
from cardgen.pipeline.store import Database
from cardgen.template.sandbox import CachedTemplate


def frame(width):
    inner = Frame(Size(5, 5), [Shape(Outline.rect(Rect(0, 0, 5, width)))])
    return Frame(Size(width, 10), [Group(inner)])


def saved(store, id, frames, own=()):
    drawings = Drawings(store)
    for one in frames:
        for part in (one, *one.descendants()):
            drawings[part.fingerprint] = draw(part)
    store.save([FinishedWork(id, frames, Dependencies(own, SHARED), Limits(3.0))], drawings, {})


SHARED = (("rules.hand", "5"),)


def test_sides_come_back_with_what_they_depend_on(tmp_path):
    pages, own = (frame(3), frame(4)), (("side:heroes/anna/face", "abc"),)
    saved(Store(tmp_path), "text", pages, own)
    store = Store(tmp_path)
    assert store.dependencies("text") == Dependencies(own, SHARED)
    assert store.dependencies("other") is None
    assert store.frames("text") == pages
    assert all(page.fingerprint in store for page in pages)
    assert pages[0].children[0].fingerprint in store
    assert "abc" not in store
    assert Store(tmp_path / "elsewhere").dependencies("text") is None


def test_what_is_new_replaces_what_was(tmp_path):
    for own in ((), (("a", "1"),), (("a", "2"),)):
        saved(Store(tmp_path), "side", (frame(3),), own)
        assert Store(tmp_path).dependencies("side") == Dependencies(own, SHARED)


def test_a_frame_that_was_kept_without_its_drawing_gets_it_later(tmp_path):
    shown = frame(3)
    behind = FinishedWork("behind", (shown,), Dependencies(), Limits(3.0))
    Store(tmp_path).save([behind], Drawings(), {})
    store = Store(tmp_path)
    assert store.frames("behind") == (shown,)
    assert shown.fingerprint not in store
    saved(store, "page", (shown,))
    store = Store(tmp_path)
    assert store.frames("behind") == store.frames("page") == (shown,)
    assert store.drawing(shown.fingerprint).parts


def test_what_is_proved_depends_on_the_safe_zone(tmp_path):
    saved(Store(tmp_path), "side", (frame(3),))
    store = Store(tmp_path)
    assert store.proofed_frames("side", Limits(3.0)) == {frame(3).fingerprint}
    assert not any(map(store.proofed_frames, ("side", "other"), (Limits(4.0), Limits(3.0))))


def test_what_is_known_of_templates_is_kept_with_or_without_other_news(tmp_path):
    saved(Store(tmp_path), "side", (frame(3),))
    one = {"a": CachedTemplate("1", "m", ("b", "*"), b"code")}
    for templates in (one, one | {"b": CachedTemplate("2", "n", ())}):
        Store(tmp_path).save([], Drawings(), templates)
        assert Store(tmp_path).templates() == templates
    assert Store(tmp_path).frames("side") == (frame(3),)


def test_a_whole_build_forgets_what_was_replaced(tmp_path, monkeypatch):
    monkeypatch.setattr("cardgen.pipeline.cache._MANY_WORDS", 3)
    for width in range(1, 20):
        saved(Store(tmp_path), f"side/{width}", (frame(width),))
    last = FinishedWork("side/20", (frame(20),), Dependencies(), Limits(3.0))
    Store(tmp_path).save([last], Drawings(), {}, ids={"side/20", "side/19", "other"})
    store = Store(tmp_path)
    kept = [width for width in range(1, 20) if frame(width).fingerprint in store]
    assert kept == [19]
    assert store.frames("side/19") == (frame(19),)
    assert store.frames("side/20") == (frame(20),)
    assert store.last_frames("side/18") == ()


def test_parts_of_files_that_are_gone_are_dropped(tmp_path):
    database = Database(tmp_path)
    for name in ("sheets/a.a4.pdf.pages", "sheets/b.a4.pdf.pages", "tts/images/a-1.strips"):
        with part_store(database, name, fresh=False) as parts:
            parts["x"] = (name,)
    drop_parts(database, ["sheets/a.a4.pdf", "tts/images/a-1.0123.jpg"])
    with part_store(database, "sheets/b.a4.pdf.pages", fresh=False) as parts:
        assert parts.get("x") is None
    for name in ("sheets/a.a4.pdf.pages", "tts/images/a-1.strips"):
        with part_store(database, name, fresh=False) as parts:
            assert parts.get("x") == (name,)
        with part_store(database, name, fresh=True) as parts:
            assert parts.get("x") is None
