"""Outlines that templates ask for: exact texts, what holds of all of them, and their limits."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.assets.svgoutline import parse_path
from cardgen.template import budget
from cardgen.template.filters import blob, hash01, polar, rays, wave

lengths = st.floats(0.01, 1000)
places = st.floats(-1000, 1000)
shares = st.floats(0, 1)
counts = st.integers(3, 40)
ROUNDED = 0.0051
LONG = "{% set seed = 'x' * 100000 %}"


def points(text):
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in text.split())]


def ends(outline):
    return [(float(part[-2]), float(part[-1])) for part in outline.segments if len(part) > 1]


def test_exact_texts():
    assert polar(10, 5, 2, points=4) == "12.0,5.0 10.0,7.0 8.0,5.0 10.0,3.0"
    assert polar(0, 0, 2, 1, 2, 90, points=4) == "3.0,0.0 0.0,1.0 -3.0,0.0 0.0,-1.0"
    assert wave(0, 1, 4, 2, 1, points=5) == "0.0,1.0 1.0,3.0 2.0,1.0 3.0,-1.0 4.0,1.0"
    assert wave(0, 0, 4, 2, 0, 90, 1, points=3) == "0.0,0.0 2.0,2.0 4.0,0.0"
    assert rays(0, 0, 1, 2, 2) == (
        "M1.0 0.0L2.0 0.0L0.0 2.0L0.0 1.0ZM-1.0 0.0L-2.0 0.0L0.0 -2.0L0.0 -1.0Z"
    )
    assert blob(0, 0, 2, 1, "", 4, 0) == (
        "M1.0 -0.5Q2.0 0.0 1.0 0.5Q0.0 1.0 -1.0 0.5Q-2.0 0.0 -1.0 -0.5Q0.0 -1.0 1.0 -0.5Z"
    )


def test_the_dents_of_a_blob_are_those_of_hash01():
    near = 1 - 0.5 * hash01("moss.0")
    [start, *_] = blob(0, 0, 10, 10, "moss", 3, 0.5).split("Q")[1:]
    assert start.split()[:2] == [str(round(10 * near, 2)), "0.0"]


def test_templates_call_them(said):
    assert said("{{ blob(1, 2, 3, 4, 'moss') }}") == blob(1, 2, 3, 4, "moss")
    assert said("{{ polar(1, 2, 3) }}") == polar(1, 2, 3)
    assert said("{{ rays(1, 2, 3, 4, 5) }}") == rays(1, 2, 3, 4, 5)
    assert said("{{ wave(1, 2, 3, 4, 5, points=6) }}") == wave(1, 2, 3, 4, 5, points=6)


@given(places, places, lengths, lengths, st.text(), counts, shares)
def test_a_blob_is_closed_and_stays_inside_its_ellipse(cx, cy, rx, ry, seed, count, rough):
    outline = parse_path(blob(cx, cy, rx, ry, seed, count, rough))
    assert outline.segments[-1] == ("Z",)
    corners = ends(outline)
    assert len(corners) == count + 1
    assert corners[0] == corners[-1]
    for part in outline.segments[:-1]:
        for x, y in zip(part[1::2], part[2::2], strict=True):
            assert abs(float(x) - cx) <= rx + ROUNDED
            assert abs(float(y) - cy) <= ry + ROUNDED


@given(places, places, lengths, lengths, st.integers(0, 20), places, counts)
def test_a_polar_curve_keeps_to_its_ring(cx, cy, radius, swing, lobes, phase, count):
    found = points(polar(cx, cy, radius, swing, lobes, phase, count))
    assert len(found) == count
    for x, y in found:
        far = math.hypot(x - cx, y - cy)
        assert abs(radius - swing) - 0.01 <= far <= radius + swing + 0.01 or far < swing - radius


@given(places, places, lengths, lengths, st.floats(0, 40), places, shares, counts)
def test_a_wave_goes_from_left_to_right_within_its_band(
    x, y, width, high, waves, phase, swell, count
):
    found = points(wave(x, y, width, high, waves, phase, swell, count))
    assert len(found) == count
    assert [at for at, _ in found] == sorted(at for at, _ in found)
    assert abs(found[0][0] - x) < ROUNDED
    assert abs(found[-1][0] - x - width) < ROUNDED
    assert all(abs(at - y) <= high + ROUNDED for _, at in found)


@given(places, places, lengths, lengths, counts)
def test_rays_are_closed_wedges(cx, cy, inner, outer, count):
    outline = parse_path(rays(cx, cy, inner, outer, count))
    assert sum(part == ("Z",) for part in outline.segments) == count
    for x, y in ends(outline):
        assert math.hypot(x - cx, y - cy) <= max(inner, outer) + 0.01


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("polar(0, 0, 1, points=2001)", "more than 2,000 points"),
        ("blob(0, 0, 1, 1, 's', 10 ** 30)", "more than 2,000 points"),
        ("rays(0, 0, 1, 2, 0)", "needs at least 1"),
        ("wave(0, 0, 1, 1, 1, points=1)", "needs at least 2"),
        ("wave(10 ** 7, 0, 1, 1, 1)", "not between -1,000,000"),
        ("polar(0, 0, 1e300 * 1e300)", "inf is not between -1,000,000"),
        ("polar(0, 0, 'nan')", "not between -1,000,000"),
        ("polar(0, 0, 'wide')", "`wide` is not a number"),
        ("polar(0, 0)", "radius"),
        ("blob(0, 0, 1, 1, nothing)", "`nothing` is not defined"),
        ("blob(0, 0, 1, 1, [1])", "a list"),
        ("polar.__wrapped__", "__wrapped__"),
        ("polar.__globals__", "__globals__"),
        ("polar(0, 0, none)", "NoneType"),
    ],
)
def test_what_cannot_be_drawn_is_refused_at_its_line(refused, call, words):
    assert words in refused(f"{{{{ {call} }}}}").message


@pytest.mark.parametrize(
    "call",
    [
        "set x = polar(0, 0, 1, points=2000)",
        "set x = blob(0, 0, 1, 1, 's', 2000)",
        "set x = wave(0, 0, 1, 1, 1, points=2000)",
        "set x = rays(0, 0, 1, 1, 2000)",
        "set x = blob(0, 0, 1, 1, seed, 3)",
    ],
)
def test_outlines_count_as_work(refused, call, monkeypatch):
    monkeypatch.setattr(budget, "WORK_PER_SIDE", budget.WORK_PER_SIDE // 20)
    body = f"{LONG}{{% for i in range(2000) %}}{{% {call} %}}{{% endfor %}}"
    assert refused(body).code == "CG307"
