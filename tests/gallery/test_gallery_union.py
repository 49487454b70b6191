from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.assets.library import Library
from cardgen.core.diagnostics import AssetError
from tools.gallery.union import LibraryUnion


def test_a_union_finds_what_any_library_has(library: Library, tmp_path: Path) -> None:
    empty = Library(tmp_path)
    font = library.font("atkinson/regular")
    for libraries in ([library, empty], [empty, library], [library]):
        assert LibraryUnion(libraries).font_by_key(font.key) is font


def test_what_no_library_has_is_an_error(library: Library, tmp_path: Path) -> None:
    union = LibraryUnion([library, Library(tmp_path)])
    with pytest.raises(AssetError):
        union.font_by_key("no/font@0")
    with pytest.raises(AssetError):
        union.picture_by_key("0" * 16)
