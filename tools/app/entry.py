"""Starts the app: a double click opens the start page, words of a command line run the command."""

from __future__ import annotations

import multiprocessing
import os
import sys
from pathlib import Path

START = ["preview", "--start", "--open", "--until-closed"]


def main() -> None:
    """Run cardgen; without words, as after a double click, in the user's folder for documents."""
    multiprocessing.freeze_support()  # the processes of a build start this program again
    _free_libraries()
    if not [word for word in sys.argv[1:] if not word.startswith("-psn_")]:  # of old macOS
        sys.argv[1:] = START
        home = Path.home()
        documents = home / "Documents"
        os.chdir(documents if documents.is_dir() else home)
    from cardgen.__main__ import main as run_cardgen

    run_cardgen()


def _free_libraries() -> None:
    """Let programs of the system, such as the browser, load the libraries of the system.

    On Linux the start program of PyInstaller puts the app's own libraries first for all programs.
    """
    if not sys.platform.startswith("linux"):
        return
    former = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if former is not None:
        os.environ["LD_LIBRARY_PATH"] = former
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"  # the app's own processes set it again


if __name__ == "__main__":
    main()
