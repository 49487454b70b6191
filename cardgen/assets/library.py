"""The library: finds fonts, icons and pictures of a project by name or by content key.

Layout looks assets up by name, backends by the keys in Frames. The library reads files only from
the folders that a project allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Protocol

from cardgen.assets import problems
from cardgen.assets.fonts import Font, font_key
from cardgen.core import paths
from cardgen.core.diagnostics import AssetError, Location, SourceError, relative
from cardgen.core.files import read_bytes
from cardgen.core.fingerprint import digest_bytes
from cardgen.core.paths import LINK, PICTURE_ENDINGS, stays_inside
from cardgen.core.problems import bad_path
from cardgen.core.reads import Reads
from cardgen.core.registry import did_you_mean

if TYPE_CHECKING:
    from cardgen.assets.icons import Icon
    from cardgen.assets.images import Picture

_LIMITS = {"font": 40_000_000, "icon": 2_000_000, "picture": 100_000_000}
_REMEMBERED = 64 << 20
"""Bytes of pictures to take over from an older library."""

# Fonts cache shaped words, so they are shared by all games and rebuilds of a process.
_FONTS: dict[str, Font] = {}


class Library:
    """Folders in search order, and the assets loaded from them.

    Missing and unusable assets raise AssetError at the ``location`` of the request. The next
    request reports the same fault at its location. ``reads`` notes requests by name.
    """

    def __init__(
        self,
        root: Path,
        fonts: tuple[Path, ...] = (),
        icons: tuple[Path, ...] = (),
        images: tuple[Path, ...] = (),
    ) -> None:
        self.root = root
        self.reads = Reads()
        self._folders = {"font": fonts, "icon": icons, "picture": images}
        self._faces: dict[str, Path] | None = None
        self._fonts: dict[str, Font] = {}
        self._fonts_by_key: dict[str, Font] = {}
        self._icons: dict[str, Icon] = {}
        self._digests: dict[tuple[str, str], str] = {}
        self._pictures: dict[str, Picture] = {}
        self._pictures_by_key: dict[str, Picture] = {}

    def digest(self, kind: str, name: str) -> str:
        """Return a digest of an asset's file; empty if there is no readable file.

        ``kind`` is ``font``, ``icon`` or ``picture``. A loaded asset keeps its digest even if the
        file has changed since. This does not note a read.
        """
        key = (kind, name)
        if key not in self._digests:
            try:
                file = self._file(kind, name, None)
                data = self._data(kind, file, None) if file is not None else None
            except AssetError:
                data = None
            self._digests[key] = digest_bytes(data) if data is not None else ""
        return self._digests[key]

    def _file(self, kind: str, name: str, location: Location | None) -> Path | None:
        """Find the file of an asset; raises AssetError."""
        if kind == "font":
            file = self._font_files().get(name)
            if file is not None and not stays_inside(file, self.root, file.parents[1]):
                path = relative(file, self.root)
                raise AssetError(bad_path(location, path, LINK))
            return file
        if kind == "icon" and (not name or "/" in name):
            return None
        path = check_path(f"{name}.svg" if kind == "icon" else name, location)
        return find(self._folders[kind], path, self.root, location)

    def _data(self, kind: str, file: Path, location: Location | None) -> bytes:
        """Read the file of an asset; raises AssetError."""
        name = relative(file, self.root)
        try:
            return read_bytes(file, name, f"{kind} `{name}`", _LIMITS[kind], location)
        except SourceError as error:
            raise AssetError(*error.diagnostics) from None

    def remember(self, older: Library) -> None:
        """Take over assets by key from an older library, for older Frames.

        Of pictures, it takes the ones loaded last, up to 64 MB.
        """
        self._fonts_by_key = {**older._fonts_by_key, **self._fonts_by_key}
        pictures, room = [], _REMEMBERED
        for key, picture in reversed(list(older._pictures_by_key.items())):
            room -= len(picture.data)
            if room < 0:
                break
            pictures.append((key, picture))
        self._pictures_by_key = {**dict(reversed(pictures)), **self._pictures_by_key}

    # Fonts

    def font_names(self) -> tuple[str, ...]:
        """All fonts as ``family/face``, sorted."""
        return tuple(sorted(self._font_files()))

    def forget_words(self) -> None:
        """Drop the cached words of all fonts."""
        for font in self._fonts_by_key.values():
            font.forget_words()

    def font(self, name: str, location: Location | None = None) -> Font:
        """Return a font by ``family/face``."""
        self.reads.note(f"font:{name}")
        font = self._fonts.get(name)
        if font is None:
            file = self._file("font", name, location)
            if file is None:
                raise AssetError(problems.unknown_font(location, name, self.font_names()))
            data = self._data("font", file, location)
            digest = self._digests["font", name] = digest_bytes(data)
            key = font_key(name, digest)
            font = _FONTS.get(key)
            if font is None or font.data != data:
                font = _FONTS[key] = Font(name, data, relative(file, self.root), location, key)
            self._fonts[name] = self._fonts_by_key[font.key] = font
        return font

    def font_key(self, name: str) -> str:
        """Return the key of a font without loading it; empty if there is none."""
        if name in self._fonts:
            return self._fonts[name].key
        file = self._file("font", name, None)
        if file is None:
            return ""
        return font_key(name, digest_bytes(self._data("font", file, None)))

    def font_by_key(self, key: str, location: Location | None = None) -> Font:
        """Return the font that a Frame names by content.

        Raises AssetError if the file has changed since the Frame was made.
        """
        font = self._fonts_by_key.get(key)
        if font is None:
            font = self.font(key.rpartition("@")[0], location)
            if font.key != key:
                raise AssetError(
                    problems.unusable_font(
                        location, font.file, "it changed while cardgen was running"
                    )
                )
        return font

    def _font_files(self) -> dict[str, Path]:
        if self._faces is None:
            self._faces = font_files(self._folders["font"])
        return self._faces

    # Icons

    def icon_names(self) -> tuple[str, ...]:
        """All icons, sorted."""
        icon_files = names_below(self._folders["icon"], "*.svg")
        return tuple(sorted({file.stem for _, file in icon_files}))

    def icon(self, name: str, location: Location | None = None) -> Icon:
        """Return an icon by name, which is the stem of its SVG file."""
        self.reads.note(f"icon:{name}")
        icon = self._icons.get(name)
        if icon is None:
            from cardgen.assets.icons import read_icon

            file = self._file("icon", name, location)
            if file is None:
                raise AssetError(problems.unknown_icon(location, name, self.icon_names()))
            data = self._data("icon", file, location)
            self._digests["icon", name] = digest_bytes(data)
            try:
                icon = read_icon(name, data, relative(file, self.root))
            except AssetError as error:
                if location is None:
                    raise
                note = f"used by {location}"
                raise AssetError(*(d.with_note(note) for d in error.diagnostics)) from error
            self._icons[name] = icon
        return icon

    # Pictures

    def picture_names(self) -> tuple[str, ...]:
        """All picture files as paths relative to their folder, sorted."""
        return tuple(sorted({path for path, _ in self._picture_files()}))

    def picture(self, path: str, location: Location | None = None) -> Picture:
        """Return a picture by its path relative to a picture folder."""
        self.reads.note(f"picture:{path}")
        picture = self._pictures.get(path)
        if picture is None:
            file = self._file("picture", path, location)
            if file is None:
                clean = check_path(path, location)
                near = did_you_mean(clean, self.picture_names())
                raise AssetError(problems.missing_picture(location, clean, near))
            picture = self._load_picture(file, location)
            self._pictures[path] = picture
            self._digests["picture", path] = picture.key
        return picture

    def picture_by_key(self, key: str, location: Location | None = None) -> Picture:
        """Return the picture that a Frame names by content.

        A Frame can be older than this library, so this searches the folders if needed.
        """
        picture = self._pictures_by_key.get(key)
        if picture is None:
            from cardgen.assets.images import picture_key

            for _, file in self._picture_files():
                data = self._data("picture", file, location)
                if picture_key(data) == key:
                    return self._load_picture(file, location)
            raise AssetError(problems.missing_picture(location, key))
        return picture

    def _picture_files(self) -> list[tuple[str, Path]]:
        return [
            (path, file)
            for path, file in names_below(self._folders["picture"], "**/*.*")
            if file.suffix.lower() in PICTURE_ENDINGS and stays_inside(file, self.root)
        ]

    def _load_picture(self, file: Path, location: Location | None) -> Picture:
        from cardgen.assets.images import picture_key, read_picture

        data = self._data("picture", file, location)
        picture = self._pictures_by_key.get(picture_key(data))
        if picture is None:
            picture = read_picture(data, relative(file, self.root), location)
            self._pictures_by_key[picture.key] = picture
        return picture


class KeyedAssets(Protocol):
    """Finds fonts and pictures by the keys in Frames; a `Library` is one."""

    def font_by_key(self, key: str, location: Location | None = None) -> Font:
        """Return a font; raises AssetError."""

    def picture_by_key(self, key: str, location: Location | None = None) -> Picture:
        """Return a picture; raises AssetError."""


_FONT_SUFFIXES = frozenset({".ttf", ".otf", ".ttc", ".woff", ".woff2"})


def check_path(text: str, location: Location | None) -> str:
    """Return a path from a template in its shortest form.

    Raises AssetError if the text of the path leaves its folder; `find` checks links.
    """
    reason = paths.refusal(text)
    if reason is not None:
        raise AssetError(bad_path(location, text, reason))
    return "/".join(part for part in text.split("/") if part not in ("", "."))


def find(folders: Iterable[Path], path: str, root: Path, location: Location | None) -> Path | None:
    """Return the first existing file of a checked relative path, or None.

    Raises AssetError for a link that leads out of the project.
    """
    for folder in folders:
        file = folder / path
        try:
            file.resolve(strict=True)
        except (OSError, RuntimeError):  # not there, no access, or links in a circle
            continue
        if not paths.stays_inside(file, root, folder):
            raise AssetError(bad_path(location, path, paths.LINK))
        return file
    return None


def names_below(folders: Iterable[Path], pattern: str) -> Iterator[tuple[str, Path]]:
    """Yield relative paths and files that match a pattern, sorted within each folder."""
    for folder in folders:
        for file in sorted(folder.glob(pattern)):
            yield file.relative_to(folder).as_posix(), file


def font_files(folders: Iterable[Path]) -> dict[str, Path]:
    """Return the fonts in folders as ``family/face``, each with its file, without opening files."""
    fonts: dict[str, Path] = {}
    for folder in folders:
        files = names_below([folder], "*/*.*")
        # A TrueType file wins over other formats of the same face.
        for path, file in sorted(files, key=lambda entry: entry[1].suffix.lower() != ".ttf"):
            name = PurePosixPath(path)
            if name.suffix.lower() in _FONT_SUFFIXES:
                face = name.stem.rpartition("-")[2].lower()
                fonts.setdefault(f"{name.parent}/{face}", file)
    return fonts
