"""Projects under git, where that is there."""

import os
import shutil
import subprocess

import pytest

NEEDS_GIT = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")


def git(root, *asked):
    """Run git in a project, with nothing of the user's own in the way."""
    quiet = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(root)}
    who = {"GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x@example.org"}
    who |= {name.replace("AUTHOR", "COMMITTER"): value for name, value in who.items()}
    done = subprocess.run(
        ("git", *asked),
        cwd=root,
        env=os.environ | quiet | who,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def commit(root, message="state"):
    """Commit all files; return the commit."""
    if not (root / ".git").exists():
        git(root, "init", "-q", "--initial-branch=main", ".")
    git(root, "add", "-A", "--", "card_data", "templates")
    git(root, "commit", "-q", "--allow-empty", "-m", message)
    return git(root, "rev-parse", "HEAD")
