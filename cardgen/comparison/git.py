"""Reads commits, tags and the files of a commit from git.

Only commands that read objects are used: no checkout, no hooks, no filters, no network. A
repository may come from a stranger, and its configuration could name programs that git runs for
any command that reads the working tree. So none of these commands reads the working tree.
"""

import contextlib
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path

from msgspec import Struct

from cardgen.comparison import problems
from cardgen.core.diagnostics import SourceError
from cardgen.core.paths import printable
from cardgen.pipeline.writing import is_plain_path

SECONDS = 120
"""The time limit for git, after which it probably waits for input."""
MOST_BYTES = 1_000_000_000
LINK = "120000"
"""The mode of a symbolic link."""
_ENTRY = re.compile(r"(\d{6}) (\w+) ([0-9a-f]+) +(\d+|-)\t(.*)", re.DOTALL)
_ELSEWHERE = frozenset(
    "GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES "
    "GIT_COMMON_DIR GIT_NAMESPACE GIT_PREFIX GIT_CONFIG GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS "
    "GIT_GRAFT_FILE GIT_SHALLOW_FILE GIT_REPLACE_REF_BASE GIT_EXTERNAL_DIFF".split()
)
"""Environment variables that point git to another repository, for example inside a hook."""
_LEFT_OUT = ("promisor", "lazy fetching")
"""Words in git's errors about objects that were left out when the repository was cloned."""
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


class Blob(Struct, frozen=True):
    """A file of a commit; the path is relative to the project."""

    path: str
    mode: str
    name: str
    size: int


class Commit(Struct, frozen=True):
    """A commit by its full hash; ``date`` is in ISO 8601, ``title`` the first line of its text."""

    id: str
    title: str
    date: str = ""
    tags: tuple[str, ...] = ()


class Repository:
    """The repository that holds a project folder; every method raises SourceError."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def commit(self, revision: str) -> str:
        """Return the full hash of the commit that a revision names."""
        self._subfolder()  # raises if there is no repository
        odd = not revision or revision.startswith("-") or not revision.isprintable()
        if odd:
            raise SourceError(problems.unknown_revision(None, printable(revision)))
        verify = ("rev-parse", "--verify", "--quiet", "--end-of-options")
        commit = _hash(self._run((*verify, f"{revision}^{{commit}}")))
        if not commit:
            shallow = self._run(("rev-parse", "--is-shallow-repository")).stdout.strip()
            wording = problems.shallow_clone if shallow == b"true" else problems.unknown_revision
            raise SourceError(wording(None, printable(revision)))
        return commit

    def last_commit_of(self, path: str) -> str:
        """Return the last commit that changed a file; "" without one."""
        return _hash(self._run(("log", "-1", "--format=%H", "--no-show-signature", "--", path)))

    def commits(self, paths: Sequence[str], most: int) -> list[Commit]:
        """Return the last commits that touched some paths, the newest first."""
        form = "--format=%H%x00%cI%x00%s"
        arguments = ("log", f"-{most}", form, "--no-show-signature", "--no-color", "--", *paths)
        result = self._run(arguments)
        if result.returncode:
            self._subfolder()  # raises if there is no repository
            return []
        commits = []
        for line in result.stdout.decode("utf-8", "replace").split("\n"):
            name, date, subject = (*line.split("\0", 2), "", "")[:3]
            if _COMMIT.fullmatch(name):
                commits.append(Commit(name, printable(subject), date))
        return commits

    def tags(self, most: int) -> list[Commit]:
        """Return a commit for each of the last tags, the newest first."""
        form = "%(objectname)%00%(*objectname)%00%(creatordate:iso-strict)%00%(refname:strip=2)%00"
        order = ("--sort=-creatordate", f"--count={most}")
        arguments = ("for-each-ref", *order, f"--format={form}%(contents:subject)", "refs/tags")
        commits = []
        for line in self._need(self._run(arguments)).decode("utf-8", "replace").split("\n"):
            own, peeled, date, tag, subject = (*line.split("\0", 4), *[""] * 4)[:5]
            name = peeled or own
            if _COMMIT.fullmatch(name):
                commits.append(Commit(name, printable(subject), date, (printable(tag),)))
        return commits

    def file_in(self, commits: Sequence[str], path: str) -> dict[str, str]:
        """Return the text of a file by commit, without commits that lack the file."""
        contents = self._batch([f"{commit}:{self._subfolder()}{path}" for commit in commits])
        return {
            commit: data.decode("utf-8", "replace")
            for commit, data in zip(commits, contents, strict=True)
            if data is not None
        }

    def blobs(self, commit: str, paths: Sequence[str]) -> list[Blob]:
        """List the files of a commit below some folders of the project."""
        arguments = ("ls-tree", "-r", "-z", "-l", commit, "--", *paths)
        listed = self._need(self._run(arguments)).decode("utf-8", "surrogateescape")
        blobs = []
        for line in filter(None, listed.split("\0")):
            match = _ENTRY.fullmatch(line)
            if match is not None and match[2] == "blob":
                blobs.append(Blob(match[5], match[1], match[3], int(match[4])))
        return blobs

    def export(self, commit: str, paths: Sequence[str], folder: Path) -> int:
        """Write the files of a commit into an empty folder; return their number."""
        blobs = self.blobs(commit, paths)
        sizes = accumulate(blob.size for blob in blobs)

        def refusal(blob: Blob, reason: str) -> SourceError:
            return SourceError(problems.bad_entry(None, printable(blob.path), commit[:10], reason))

        for blob, size in zip(blobs, sizes, strict=True):
            if size > MOST_BYTES:
                raise refusal(blob, "all files up to it are larger than 1 GB")
            if not _fine(blob.path):
                raise refusal(blob, "no file can have this name here")
        links = []
        for blob, data in zip(blobs, self._batch([blob.name for blob in blobs]), strict=True):
            if data is None:
                raise SourceError(problems.missing_objects(None))
            file = folder / blob.path
            if blob.mode == LINK:
                links.append((file, data))
                continue
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
            except OSError as error:
                raise refusal(blob, (error.strerror or str(error)).lower()) from None
        for file, data in links:  # last, so that no file is written through a link
            with contextlib.suppress(OSError, ValueError):  # not every system has links
                file.parent.mkdir(parents=True, exist_ok=True)
                os.symlink(os.fsdecode(data), file)
        return len(blobs)

    def _batch(self, names: Sequence[str]) -> Iterator[bytes | None]:
        """Yield the content of each object, None for a missing object."""
        data = self._need(
            self._run(("cat-file", "--batch"), "".join(f"{n}\n" for n in names).encode())
        )
        place = 0
        for _ in names:
            end = data.index(b"\n", place)
            size = data[place:end].rpartition(b" ")[2]
            place = end + 1
            if not size.isdigit():
                yield None
                continue
            yield data[place : place + int(size)]
            place += int(size) + 1

    def _subfolder(self) -> str:
        prefix = self._need(self._run(("rev-parse", "--show-prefix")))
        return prefix.decode("utf-8", "surrogateescape").rstrip("\n")

    def _need(self, run: subprocess.CompletedProcess[bytes]) -> bytes:
        if run.returncode:
            errors = run.stderr.decode("utf-8", "replace").strip().splitlines()
            if any(words in line for line in errors for words in _LEFT_OUT):
                raise SourceError(problems.missing_objects(None))
            reason = errors[0].removeprefix("fatal: ") if errors else f"exit code {run.returncode}"
            raise SourceError(problems.no_git(None, printable(reason)))
        return run.stdout

    def _run(self, args: Sequence[str], data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        command = ("git", "--no-pager", "--literal-pathspecs", "-c", "core.fsmonitor=false", *args)
        try:
            return subprocess.run(
                command,
                cwd=self.root,
                input=data,
                capture_output=True,
                timeout=SECONDS,
                env=_environment(),
                check=False,
            )
        except FileNotFoundError:
            reason = "there is no program `git`"
        except subprocess.TimeoutExpired:
            reason = "it does not answer"
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
        raise SourceError(problems.no_git(None, reason))


def _hash(result: subprocess.CompletedProcess[bytes]) -> str:
    """Return the commit hash in git's output; "" without one."""
    name = result.stdout.decode("ascii", "replace").strip()
    return name if not result.returncode and _COMMIT.fullmatch(name) else ""


def _environment() -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in _ELSEWHERE}
    quiet = {
        "LC_ALL": "C",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_NO_REPLACE_OBJECTS": "1",
    }
    return {**inherited, **quiet}


def _fine(path: str) -> bool:
    parts = path.split("/")
    return is_plain_path(path) and path.isprintable() and not {"", ".", ".git"} & set(parts)
