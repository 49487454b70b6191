"""The games in less ink: every word can be read, cards are told apart, and ink is saved."""

from functools import cache
from itertools import combinations

import pytest
from five_games import GAMES
from pieces import ROOT, desk
from PIL import Image, ImageChops, ImageStat
from signs import lost_signs

from cardgen.backend.raster import rasterize
from cardgen.core.choices import Ink
from cardgen.frame import Frame
from cardgen.frame.ink import apply_ink
from cardgen.model.components.deck import decks_of
from cardgen.proof.corners import equal_corners
from cardgen.proof.rules.contrast import check
from cardgen.proof.runner import Evidence

LESS: tuple[Ink, ...] = ("light", "grey", "outline")


@cache
def frames(game: str, ink: Ink) -> dict[str, Frame]:
    work = desk(ROOT, game)
    specs = [
        spec for deck in decks_of(work.game) for one in work.sides[deck.id] for spec in one.specs
    ]
    made = {spec.id: work.side(spec, drawn=False).frame for spec in specs}
    return {id: apply_ink(frame, ink) for id, frame in made.items() if frame is not None}


def shot(game: str, frame: Frame) -> Image.Image:
    width, height = round(frame.size.width), round(frame.size.height)
    return rasterize(frame, width, height, desk(ROOT, game).library).convert("RGB")


@pytest.mark.parametrize("ink", LESS)
@pytest.mark.parametrize("game", GAMES)
def test_type_stands_out_and_corners_differ(game: str, ink: Ink) -> None:
    work = desk(ROOT, game)
    made = frames(game, ink)
    faint = [
        (id, found.message)
        for id, frame in made.items()
        for found in check(Evidence(frame, (), work.specs[id].limits, work.library))
    ]
    assert faint == []
    alike = [found.message for deck in decks_of(work.game) for found in equal_corners(deck, made)]
    assert alike == []


@pytest.mark.parametrize("ink", LESS)
@pytest.mark.parametrize("game", GAMES)
def test_the_backs_of_decks_are_told_apart_without_color(game: str, ink: Ink) -> None:
    backs = {id: frame for id, frame in frames(game, "full").items() if id.endswith("/back")}
    shots = {id: shot(game, frames(game, ink)[id]).convert("L") for id in backs}
    for one, other in combinations(shots, 2):
        if shots[one].size == shots[other].size and backs[one] != backs[other]:
            apart = ImageChops.difference(shots[one], shots[other]).point(lambda v: 255 * (v > 32))
            assert ImageStat.Stat(apart).mean[0] / 255 > 0.002, (one, other)


@pytest.mark.parametrize("game", GAMES)
def test_light_ink_keeps_every_sign(game: str) -> None:
    library = desk(ROOT, game).library
    light = frames(game, "light")
    pairs = {(frame, light[id]): id for id, frame in frames(game, "full").items()}
    lost = {id: lost_signs(*pair, library) for pair, id in pairs.items()}
    assert {id: share for id, share in lost.items() if share > 0.3} == {}


@pytest.mark.parametrize("game", GAMES)
def test_light_ink_and_outlines_save_ink(game: str) -> None:
    def dark(ink: Ink) -> float:
        shots = [shot(game, frame) for frame in frames(game, ink).values()]
        return sum(1 - sum(ImageStat.Stat(one).mean) / 765 for one in shots) / len(shots)

    full, light, outline = dark("full"), dark("light"), dark("outline")
    assert light < 0.6 * full
    assert light < 0.24
    assert outline < 0.24
