"""The checks of sides for a press, on sides that fail one each."""

from typing import Any

import pytest
from msgspec.structs import replace

from cardgen.assets.library import Library
from cardgen.backend.press.checks import SideChecks
from cardgen.backend.press.profile import Standard, press_condition
from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size
from cardgen.core.style import Color, LinearGradient
from cardgen.frame import Frame, Group, Image, Shape, Text

AT = Location("card_data/demo/game.yaml", 9, 3)
STAMP = "templates/demo/face.xml.j2:4:1"
RED, BLACK, WHITE = Color(1, 0, 0), Color(0, 0, 0), Color(1, 1, 1)
DARK = Color(0.35, 0.05, 0.05)
GROUND = Path.rect(Rect(-3, -3, 69, 94))


def card(library: Library, *items: Any, bleed: float = 3) -> Frame:
    font = library.font("atkinson/regular")
    fade = LinearGradient(0, 0, 0, 88, ((0, RED), (1, BLACK)))
    title = Text(5, 20, font.key, 12, BLACK, (font.shape("Anna"),))
    return Frame(Size(63, 88), [Shape(GROUND, fade), title, *items], Insets(*[bleed] * 4))


def checked(library: Library, frame: Frame, standard: Standard = "pdfx4") -> list[Diagnostic]:
    return list(SideChecks(press_condition(standard), library).check(frame, AT))


@pytest.mark.parametrize("standard", ["pdfx4", "pdfx1a"])
def test_a_sound_side_passes(library: Library, standard: Standard) -> None:
    square = Frame(Size(9, 9), [Shape(Path.rect(Rect(0, 0, 9, 9)), RED)])
    picture = Image(library.picture("photo.jpg").key, Rect(20, 30, 7, 7))
    shining = Group(square, Matrix.translation(30, 30), opacity=0.5)
    assert checked(library, card(library, picture, shining), standard) == []


@pytest.mark.parametrize("edge", ["top", "right", "bottom", "left"])
@pytest.mark.parametrize(("bleed", "is_enough"), [(1.9, False), (2.0, True)])
def test_little_bleed_at_any_edge(
    library: Library, edge: str, bleed: float, is_enough: bool
) -> None:
    frame = card(library)
    narrower = Frame(frame.size, frame.items, replace(frame.bleed, **{edge: bleed}))
    codes = [(finding.code, finding.location) for finding in checked(library, narrower)]
    assert codes == ([] if is_enough else [("CG737", AT)])


@pytest.mark.parametrize(("size", "is_small"), [(9.1, False), (9, True), (3, True), (2.9, False)])
def test_small_dark_text_in_many_inks(library: Library, size: float, is_small: bool) -> None:
    font = library.font("atkinson/regular")
    text = Text(5, 40, font.key, size / 2, DARK, (font.shape("Anna"),), stamp=STAMP)
    twice_as_large = Group(Frame(Size(63, 88), [text]), Matrix.scaling(2))
    findings = checked(library, card(library, Shape(GROUND, WHITE), twice_as_large))
    assert [finding.code for finding in findings] == ["CG741"] * is_small
    for finding in findings:
        assert finding.location == Location.parse(STAMP)
        assert finding.message.endswith(f"of {size:.1f} pt is printed in magenta, yellow and black")


def test_more_ink_than_a_press_takes(library: Library) -> None:
    """Only the profile of a press gives more than its limit, which is the usual one."""
    condition = press_condition("pdfx4")
    condition = replace(condition, profile=replace(condition.profile, limit=200))
    fade = LinearGradient(0, 0, 0, 9, ((0, WHITE), (1, DARK)))
    picture = library.picture("photo.jpg")
    for item, is_too_much in (
        (Shape(GROUND, DARK, stamp=STAMP), True),
        (Shape(GROUND, RED, stamp=STAMP), False),
        (Shape(GROUND, fade, stamp=STAMP), True),
        (Image(picture.key, Rect(20, 30, 7, 7), stamp=STAMP), True),
    ):
        frame = Frame(Size(63, 88), [item], Insets(3, 3, 3, 3))
        findings = list(SideChecks(condition, library).check(frame, AT))
        assert [(finding.code, str(finding.location)) for finding in findings] == [
            ("CG740", STAMP)
        ] * is_too_much
        assert all("where 200 % is the usual limit" in finding.message for finding in findings)
        assert checked(library, frame) == []


def test_transparency_that_becomes_a_coarse_picture_in_x1a(library: Library) -> None:
    half = Shape(Path.rect(Rect(0, 0, 900, 900)), RED.with_alpha(0.5))
    board = Frame(Size(900, 900), [half], Insets(3, 3, 3, 3))
    assert checked(library, board) == []
    [finding] = checked(library, board, "pdfx1a")
    assert (finding.code, finding.location) == ("CG744", AT)
    assert "a picture of 137 dpi" in finding.message
