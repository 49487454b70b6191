"""Paths that leave the project, or could not exist everywhere, are refused by one rule."""

import pytest

from cardgen.core.paths import printable, refusal, stays_inside
from cardgen.core.problems import bad_path


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("art/hill.png", None),
        ("./art//hill.png", None),
        ("a..b/c", None),
        ("", "empty"),
        (" \t", "empty"),
        ("a\0b", "control character"),
        ("a\nb", "control character"),
        ("a\x9bb", "control character"),
        ("a\\b", "backslash"),
        ("/a", "absolute"),
        ("//host/a", "absolute"),
        ("c:a", "drive"),
        ("../a", "`..`"),
        ("a/../../b", "`..`"),
        ("a/CON", "Windows"),
        ("art/NUL.png", "Windows"),
        ("a/" * 500, None),
        ("a/" * 500 + "a", "too long"),
        ("a/" + "ä" * 127 + "a", None),
        ("a/" + "ä" * 128, "too long"),
    ],
)
def test_refusals(path, reason):
    said = refusal(path)
    assert said is None if reason is None else said is not None and reason in said


def test_links_may_lead_within_but_not_out(tmp_path):
    home = tmp_path / "home"
    (home / "art").mkdir(parents=True)
    (home / "in").symlink_to("art")
    (home / "out").symlink_to(tmp_path)
    (home / "round").symlink_to("round")
    assert stays_inside(home / "in/new.png", home)
    assert not stays_inside(home / "out/new.png", home)
    assert stays_inside(home / "out/new.png", home, tmp_path)
    assert stays_inside(home / "round", home)
    assert not stays_inside(tmp_path / "homely", home)


def test_a_refusal_can_be_printed():
    for path in ("../x", "a\0b", "x" * 200):
        one = bad_path(None, path, "it is odd")
        assert printable(path) in one.message
        assert one.message.isprintable()
        assert len(one.message) < 150
