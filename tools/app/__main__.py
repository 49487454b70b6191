"""Builds the app: cardgen with its own Python, to start by a double click.

``python -m tools.app DIR`` (with the extra ``app``) builds the wheel, unpacks it, and lets
PyInstaller collect it with all that it imports into one folder. The result in DIR is a ``.tar.gz``
on Linux, a ``.zip`` elsewhere. Then it tries the app as a user would: it makes a game, builds it,
and opens the start page. PyInstaller serves all three systems from one specification and adds only
a start program; a folder starts faster than one file, which would unpack itself at each start.
"""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from PIL import Image

from cardgen import __version__
from tools.release import ReleaseError, run

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
LARGEST, LARGEST_PACKED = 100_000_000, 45_000_000
"""Bytes of the app, unpacked and packed."""
_PARTS = 12
"""The number of the largest parts to list."""
_DESKTOP = """\
[Desktop Entry]
Type=Application
Name=cardgen
Comment=Make cards, boards and rules to print, cut and play
Exec=sh -c 'exec "$(dirname "$1")/cardgen"' sh %k
Icon=cardgen
Terminal=false
Categories=Graphics;Publishing;
"""
_ICON_PX = 256


class AppError(Exception):
    """The app is too large or does not work; the text says why."""


def build_app(folder: Path, scratch: Path) -> Path:
    """Build the app below ``folder``, and return the folder or bundle of the program."""
    wheels = scratch / "wheel"
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", wheels, ROOT)
    unpacked = scratch / "unpacked"
    with ZipFile(next(wheels.glob("*.whl"))) as wheel:
        wheel.extractall(unpacked)
    icon = scratch / "cardgen.png"
    _draw_icon(icon)
    variables = {"PYTHONPATH": str(unpacked), "CARDGEN_ICON": str(icon)}
    options = ("--noconfirm", "--log-level=WARN", "--distpath", folder)
    work = ("--workpath", scratch / "work", HERE / "cardgen.spec")
    # Not in the checkout: PyInstaller would collect its cardgen, which lacks fonts and manual.
    words = (sys.executable, "-m", "PyInstaller", *options, *work)
    run(*words, cwd=scratch, variables=variables)
    if sys.platform == "darwin":
        return folder / "cardgen.app"
    app = folder / "cardgen"
    if sys.platform == "linux":
        shutil.copyfile(icon, app / "cardgen.png")
        (app / "cardgen.desktop").write_text(_DESKTOP, encoding="utf-8")
        (app / "cardgen.desktop").chmod(0o755)
    return app


def _draw_icon(path: Path) -> None:
    """Draw the icon of the page as a picture: three cards, one behind the other."""
    from PIL import ImageDraw

    image = Image.new("RGBA", (_ICON_PX, _ICON_PX))
    for angle, colour in ((14, "#9db4e8"), (4, "#5b83d8"), (-8, "#2457c5")):
        card = Image.new("RGBA", (_ICON_PX, _ICON_PX))
        ImageDraw.Draw(card).rounded_rectangle((72, 44, 184, 204), 14, fill=colour)
        image.alpha_composite(card.rotate(angle, resample=Image.Resampling.BICUBIC))
    image.save(path)


def pack(app: Path, folder: Path) -> Path:
    """Pack the app into one file to download."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, "linux")
    name = f"cardgen-{__version__}-{system}-{platform.machine().lower()}"
    if system == "linux":
        file = folder / f"{name}.tar.gz"
        with tarfile.open(file, "w:gz") as archive:
            archive.add(app, app.name)
        return file
    file = folder / f"{name}.zip"
    if system == "macos":  # ditto keeps the links and rights of a bundle
        run("ditto", "-c", "-k", "--keepParent", app, file)
        return file
    with ZipFile(file, "w", ZIP_DEFLATED) as packed:
        for path in sorted(app.rglob("*")):
            packed.write(path, path.relative_to(app.parent))
    return file


def program_of(app: Path) -> Path:
    """Return the program to start."""
    if sys.platform == "darwin":
        return app / "Contents" / "MacOS" / "cardgen"
    return app / ("cardgen.exe" if sys.platform == "win32" else "cardgen")


def try_app(program: Path, scratch: Path) -> float:
    """Make and build a game with the app, and return the seconds until its start page answers."""
    run(program, "new", "my-game", cwd=scratch)
    run(program, "build", "--product=sheets", cwd=scratch / "my-game")
    if not (scratch / "my-game/output/my-game/sheets/beach.a4.pdf").is_file():
        raise AppError("the game was built without a sheet")
    begin = time.monotonic()
    process = subprocess.Popen(
        [program, "preview", "--start"], cwd=scratch, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        match = re.search(r"http://\S+", process.stdout.readline())
        if match is None:
            raise AppError("the start page has no address")
        with urllib.request.urlopen(match[0]) as answer:
            if b"start/start.js" not in answer.read():
                raise AppError("the start page is another page")
        return time.monotonic() - begin
    finally:
        process.terminate()
        process.wait()


def parts(app: Path) -> Iterator[tuple[int, str]]:
    """Yield the bytes of each part of the app, a package or a library, the largest first."""
    sizes: dict[str, int] = {}
    for file in app.rglob("*"):
        if file.is_file() and not file.is_symlink():
            names = file.relative_to(app).parts
            name = "/".join(names[:4] if "cardgen" in names[1:2] else names[:2])
            sizes[name] = sizes.get(name, 0) + file.stat().st_size
    for name, size in sorted(sizes.items(), key=lambda item: -item[1]):
        yield size, name


def main(folder: Path) -> None:
    """Build, measure, try and pack the app; raises AppError or ReleaseError."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        app = build_app(folder, Path(scratch))
        seconds = try_app(program_of(app), Path(scratch))
    file = pack(app, folder)
    sizes = list(parts(app))
    unpacked, packed = sum(size for size, _ in sizes), file.stat().st_size
    for size, name in sizes[:_PARTS]:
        print(f"{size / 1e6:6.1f} MB  {name}")
    print(f"{file.name}: {unpacked / 1e6:.1f} MB, packed {packed / 1e6:.1f} MB")
    print(f"start page after {seconds:.1f} s")
    if unpacked > LARGEST or packed > LARGEST_PACKED:
        raise AppError("the app is too large")


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1] if sys.argv[1:] else ROOT / "dist" / "app").absolute())
    except (AppError, ReleaseError) as failure:
        sys.exit(str(failure))
