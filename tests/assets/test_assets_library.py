"""The library: names, search order, paths that must not work, and content keys."""

import os
import shutil
from pathlib import Path

import pytest
from PIL import Image

from cardgen.assets.images import picture_key
from cardgen.assets.library import Library
from cardgen.core.diagnostics import AssetError, Location

FONTS = Path(__file__).parents[2] / "fonts"
BOLD = FONTS / "atkinson" / "AtkinsonHyperlegibleNext-Bold.ttf"
AT = Location("templates/game/card.xml.j2", 7, 3)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M0 0h9v9z"/></svg>'


@pytest.fixture
def library(tmp_path):
    root = tmp_path / "project"
    for folder in ("fonts/own", "game/icons", "shared/icons", "game/art", "shared/art"):
        (root / folder).mkdir(parents=True)
    shutil.copy(BOLD, root / "fonts/own/Own-SemiBold.ttf")
    (root / "game/icons/medic.svg").write_text(SVG)
    (root / "shared/icons/medic.svg").write_text(SVG.replace("24 24", "48 48"))
    (root / "shared/icons/sword.svg").write_text(SVG)
    Image.new("RGB", (4, 3), "red").save(root / "game/art/dragon.png")
    Image.new("RGB", (5, 5), "blue").save(root / "shared/art/cave.png")
    return Library(
        root,
        fonts=(root / "fonts", FONTS),
        icons=(root / "game/icons", root / "shared/icons"),
        images=(root / "game", root / "shared"),
    )


def refused(library, kind, name, at=AT):
    with pytest.raises(AssetError) as caught:
        getattr(library, kind)(name, at)
    (found,) = caught.value.diagnostics
    return found


def refused_picture(library, path):
    found = refused(library, "picture", path)
    assert found.location == AT
    return found


def test_font_names_follow_the_files(library):
    assert "own/semibold" in library.font_names()
    assert "noto-sans/regular" in library.font_names()
    assert library.font("own/semibold").name == "own/semibold"


def test_every_bundled_font_loads():
    library = Library(FONTS.parent, (FONTS,))
    assert len(library.font_names()) >= 12
    for name in library.font_names():
        font = library.font(name)
        assert not font.facts.restricted
        if not name.startswith(("noto-symbols", "noto-math", "m-plus-1p")):  # one script, and many
            assert font.covers("א" if name.startswith("noto-hebrew") else "A")
            assert len(font.data) < 700_000


@pytest.mark.parametrize(
    ("kind", "name", "code", "hint"),
    [
        ("font", "own/semibald", "CG501", "did you mean `own/semibold`?"),
        ("font", "../own/semibold", "CG501", ""),
        ("icon", "sward", "CG510", "did you mean `sword`?"),
        *(("icon", name, "CG510", "") for name in ("", "../medic", "a/b")),
        ("picture", "art/dargon.png", "CG520", "did you mean `art/dragon.png`?"),
    ],
)
def test_what_is_not_there_is_told_with_a_near_name(library, kind, name, code, hint):
    found = refused(library, kind, name)
    assert (found.code, found.location) == (code, AT)
    assert hint in found.hints[0]


def test_unusable_font_names_its_file(library):
    (library.root / "fonts/own/Own-Black.otf").write_bytes(b"OTTO\0\0\0\0")
    found = refused(library, "font", "own/black")
    assert found.code == "CG502"
    assert "fonts/own/Own-Black.otf" in found.message


def test_truetype_wins_over_another_format_of_the_same_face(library):
    (library.root / "fonts/own/Own-SemiBold.otf").write_bytes(b"OTTO\0\0\0\0")
    assert library.font("own/semibold").postscript_name == "AtkinsonHyperlegibleNext-Bold"


def test_the_projects_own_family_comes_first(library):
    mine = library.root / "fonts" / "noto-sans"
    mine.mkdir()
    shutil.copy(BOLD, mine / "N-Regular.ttf")
    assert library.font("noto-sans/regular").postscript_name == "AtkinsonHyperlegibleNext-Bold"
    assert library.font("noto-sans/bold").postscript_name == "NotoSans-Bold"


def test_font_by_key(library):
    font = library.font("own/semibold")
    assert library.font_by_key(font.key) is font
    fresh = Library(library.root, (library.root / "fonts",))
    assert fresh.font_by_key(font.key).data == font.data
    with pytest.raises(AssetError, match="changed"):
        fresh.font_by_key("own/semibold@00000000")


def test_icons_are_searched_in_order(library):
    assert library.icon_names() == ("medic", "sword")
    assert library.icon("medic").box.width == 24
    assert library.icon("medic") is library.icon("medic")


def test_broken_icon_says_where_and_who_wanted_it(library):
    (library.root / "game/icons/bad.svg").write_text("<svg viewBox='0 0 1 1'>\n<text/></svg>")
    found = refused(library, "icon", "bad")
    assert found.location == Location("game/icons/bad.svg", 2, 1)
    assert found.notes == (f"used by {AT}",)


def test_pictures(library):
    picture = library.picture("art/dragon.png")
    assert (picture.width_px, picture.height_px) == (4, 3)
    assert library.picture("./art/dragon.png") is picture
    assert library.picture("art/cave.png").width_px == 5
    assert library.picture_by_key(picture.key) is picture
    assert library.picture_names() == ("art/cave.png", "art/dragon.png")


def test_picture_by_key_without_its_path(library):
    key = library.picture("art/cave.png").key
    fresh = Library(library.root, images=(library.root / "game", library.root / "shared"))
    assert fresh.picture_by_key(key).width_px == 5
    with pytest.raises(AssetError):
        fresh.picture_by_key("0" * 32)


@pytest.mark.parametrize("path", ["../secret.png", "art/dra\0gon.png", "a" * 5000])
def test_paths_that_leave_the_project(library, path):
    found = refused_picture(library, path)
    assert found.code == "CG127"
    assert "\0" not in found.message


def test_picture_that_a_frame_names_is_not_looked_for_outside(library):
    secret = library.root.parent / "secret.png"
    Image.new("RGB", (2, 2)).save(secret)
    (library.root / "game/art/link.png").symlink_to(secret)
    found = refused(library, "picture_by_key", picture_key(secret.read_bytes()))
    assert found.code == "CG520"


@pytest.mark.parametrize(
    ("linked", "names"),
    [
        ("game", {"medic", "art/dragon.png"}),
        ("game/icons", {"medic"}),
        ("game/art/dragon.png", {"art/dragon.png"}),
        ("shared/icons", {"sword"}),
        ("fonts/own", {"own/semibold"}),
        ("fonts/own/Own-SemiBold.ttf", {"own/semibold"}),
    ],
)
def test_links_are_followed_inside_the_project_only(tmp_path, library, linked, names):
    root = library.root

    def refused():
        """Ask a new library, which remembers nothing, for one asset of each folder."""
        found = set()
        folders = {
            "fonts": (root / "fonts",),
            "icons": (root / "game/icons", root / "shared/icons"),
            "images": (root / "game",),
        }
        for kind, name in (
            ("icon", "medic"),
            ("icon", "sword"),
            ("picture", "art/dragon.png"),
            ("font", "own/semibold"),
        ):
            try:
                getattr(Library(root, **folders), kind)(name, AT)
            except AssetError as error:
                (one,) = error.diagnostics
                assert (one.code, one.location) == ("CG127", AT)
                assert "a link leads out of the project" in one.message
                found.add(name)
        return found

    def move(place):
        place.parent.mkdir(exist_ok=True)
        (root / linked).rename(place)
        (root / linked).symlink_to(place)

    assert not refused()
    move(root / "moved/folder")
    assert not refused()
    (root / linked).unlink()
    (root / "moved/folder").rename(root / linked)
    move(tmp_path / "elsewhere/folder")
    assert refused() == names


def test_links_that_stay_inside_or_go_round(library):
    (library.root / "game/art/same.png").symlink_to("dragon.png")
    assert library.picture("art/same.png").width_px == 4
    (library.root / "game/art/loop.png").symlink_to("loop.png")
    assert refused_picture(library, "art/loop.png").code == "CG520"


def large(path):
    path.write_bytes(b"")
    os.truncate(path, 200_000_000)


@pytest.mark.parametrize(
    ("make", "code"),
    [(Path.mkdir, "CG121"), (os.mkfifo, "CG121"), (large, "CG122")],
    ids=["folder", "pipe", "enormous"],
)
def test_what_is_no_file_of_a_picture_is_not_read(library, make, code):
    make(library.root / "game/art/odd.png")
    assert refused_picture(library, "art/odd.png").code == code


def test_the_key_of_a_font_is_known_before_it_is_loaded(library):
    for name in ("own/semibold", "atkinson/regular"):
        key = library.font_key(name)
        assert key == library.font(name).key == library.font_key(name)
    assert library.font_key("own/missing") == ""
