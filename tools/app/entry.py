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
    if not [word for word in sys.argv[1:] if not word.startswith("-psn_")]:  # of old macOS
        sys.argv[1:] = START
        home = Path.home()
        documents = home / "Documents"
        os.chdir(documents if documents.is_dir() else home)
    from cardgen.__main__ import main as run_cardgen

    run_cardgen()


if __name__ == "__main__":
    main()
