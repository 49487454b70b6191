"""The store of a game: what it keeps comes back, or counts as none, whatever befell the file."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.pipeline import store
from cardgen.pipeline.store import Change, Database, RecordKind

KIND, OTHER = RecordKind("kind"), RecordKind("other")


@pytest.fixture
def secret(tmp_path, monkeypatch):
    """Return the file of a user's secret that is made for one test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    _forget()
    yield tmp_path / "user/cardgen/seal"
    _forget()


def _forget():
    store._secret.cache_clear()


def test_records_come_back_by_kind_and_name(tmp_path):
    database = Database(tmp_path / "new")
    assert database.get(KIND, "a") is None
    assert not (tmp_path / "new").exists()
    database.put(KIND, {"a": (1, "x"), "b": {"y": b"z"}})
    database.put(KIND, {"a": (2, "x")})
    database.put(OTHER, {"a": 3.5})
    for one in (database, Database(tmp_path / "new")):
        assert one.read_all(KIND, OTHER) == [{"a": (2, "x"), "b": {"y": b"z"}}, {"a": 3.5}]
        assert one.get(KIND, "b") == {"y": b"z"}
        assert one.get(KIND, "c") is None
        assert one.names(KIND) == {"a", "b"}


def test_what_is_not_in_use_goes(tmp_path):
    database = Database(tmp_path)
    database.put(KIND, {"a": 1, "b": 2})
    database.put(OTHER, {"a": 3})
    database.change((Change(KIND, {"c": 4}, stay={"b", "c"}),))
    assert database.read_all(KIND, OTHER) == [{"b": 2, "c": 4}, {"a": 3}]


def test_another_version_of_a_kind_counts_as_none_and_goes(tmp_path):
    database, newer = Database(tmp_path), RecordKind("kind", "2")
    database.put(RecordKind("kind", "1"), {"a": 1, "b": 2})
    database.put(OTHER, {"a": 3})
    assert database.read_all(newer) == [{}]
    database.put(newer, {"a": 4})
    assert database.read_all(RecordKind("kind", "1"), newer, OTHER) == [{}, {"a": 4}, {"a": 3}]
    assert len(database.rows("SELECT name FROM record")) == 2


def test_a_version_of_its_own_outlives_another_program(tmp_path, monkeypatch, secret):
    own = RecordKind("own", "1")
    Database(tmp_path).put(KIND, {"a": 1})
    Database(tmp_path).put(own, {"a": 2})
    monkeypatch.setattr(store, "program_digest", lambda: "another")
    assert Database(tmp_path).read_all(KIND, own) == [{}, {"a": 2}]


def test_what_another_user_has_kept_counts_as_none(tmp_path, secret):
    Database(tmp_path).put(KIND, {"a": 1})
    assert secret.stat().st_mode & 0o777 == 0o600
    secret.unlink()
    _forget()
    assert Database(tmp_path).get(KIND, "a") is None
    Database(tmp_path).put(KIND, {"b": 2})
    assert Database(tmp_path).read_all(KIND) == [{"b": 2}]


def test_a_record_under_another_name_or_kind_counts_as_none(tmp_path):
    database = Database(tmp_path)
    database.put(KIND, {"a": 1, "b": 2})
    database.put(OTHER, {"c": 3})
    with sqlite3.connect(tmp_path / store.NAME) as db:
        db.execute("UPDATE record SET name = 'd' WHERE name = 'a'")
        db.execute(
            "UPDATE record SET name = 'e', version = (SELECT version FROM record WHERE name = 'b')"
            " WHERE name = 'c'"
        )
        db.execute("INSERT INTO record SELECT version, 'f', kind, 1, 'text' FROM record LIMIT 1")
    assert Database(tmp_path).read_all(KIND, OTHER) == [{"b": 2}, {}]


def test_nothing_is_kept_where_there_is_no_secret(tmp_path, monkeypatch, secret):
    secret.parent.mkdir(parents=True)
    secret.write_bytes(b"short")
    database = Database(tmp_path)
    database.put(KIND, {"a": 1})
    assert database.get(KIND, "a") is None
    assert database.run([("INSERT INTO file (path) VALUES (?)", [("x",)])])  # it is not sealed
    assert Database(tmp_path).rows("SELECT path FROM file") == [("x",)]


@pytest.mark.parametrize(
    "seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.broad) for seed in range(6, 24))]
)
def test_damage_costs_time_and_nothing_else(tmp_path, seed):
    values = {str(n): (n, "x" * 50 * n) for n in range(60)}
    Database(tmp_path).put(KIND, values)
    file = tmp_path / store.NAME
    chance, data = random.Random(seed), bytearray(file.read_bytes())
    for _ in range(chance.choice((1, 20, 2000))):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    if seed % 3 == 0:
        del data[chance.randrange(len(data)) :]
    file.write_bytes(data)
    database = Database(tmp_path)
    [found] = database.read_all(KIND)
    assert found.items() <= values.items()
    assert database.names(KIND) is not None
    database.put(OTHER, {"new": 1})  # which may find the damage: then all is begun anew
    database.put(OTHER, {"new": 1})
    assert Database(tmp_path).get(OTHER, "new") == 1
    assert Database(tmp_path).read_all(KIND)[0].items() <= values.items()


@pytest.mark.parametrize(
    "made",
    [
        "CREATE TABLE other (a)",
        "CREATE VIEW record AS SELECT 1 AS version, 2 AS name, 3 AS kind, 4 AS seal, 5 AS value",
        "CREATE TRIGGER t AFTER INSERT ON record BEGIN DELETE FROM record; END",
    ],
)
def test_a_database_of_another_make_is_begun_anew(tmp_path, made):
    if "TRIGGER" in made:
        Database(tmp_path).put(KIND, {"a": 1})
    with sqlite3.connect(tmp_path / store.NAME) as db:
        db.execute(made)
    assert Database(tmp_path).read_all(KIND) == [{}]
    assert Database(tmp_path).names(KIND) == set()
    Database(tmp_path).put(KIND, {"b": 2})
    assert Database(tmp_path).read_all(KIND) == [{"b": 2}]


@pytest.mark.parametrize("data", [b"", b"no database", bytes(20_000)])
def test_a_file_that_is_no_database_is_begun_anew(tmp_path, data):
    (tmp_path / store.NAME).write_bytes(data)
    database = Database(tmp_path)
    assert database.read_all(KIND) == [{}]
    database.put(KIND, {"a": 1})
    assert database.get(KIND, "a") == 1


@pytest.mark.parametrize("end", ["", "-journal", "-wal", "-shm"])
def test_no_link_and_no_pipe_is_opened(tmp_path, end):
    mine = tmp_path / "mine"
    mine.write_text("mine")
    for make in (lambda path: path.symlink_to(mine), os.mkfifo):
        folder = tmp_path / f"kept{make.__name__}"
        if end:
            Database(folder).put(KIND, {"a": 1})
        folder.mkdir(exist_ok=True)
        make(folder / f"{store.NAME}{end}")
        Database(folder).get(KIND, "a")
        Database(folder).put(KIND, {"a": 1})
        assert Database(folder).get(KIND, "a") == 1
    assert mine.read_text() == "mine"


def test_a_folder_that_is_a_link_is_left_alone(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "kept").symlink_to(tmp_path / "mine")
    database = Database(tmp_path / "kept")
    database.put(KIND, {"a": 1})
    assert database.get(KIND, "a") is None
    assert list((tmp_path / "mine").iterdir()) == []


def test_a_journal_that_names_another_file_is_not_followed(tmp_path):
    Database(tmp_path).put(KIND, {"a": 1})
    mine = tmp_path / "mine"
    mine.write_text("mine")
    name = os.fsencode(mine)
    end = len(name).to_bytes(4, "big") + sum(name).to_bytes(4, "big") + store._ELSEWHERE
    begin = bytes.fromhex("d9d505f920a163d7") + bytes(504)
    (tmp_path / f"{store.NAME}-journal").write_bytes(begin + bytes(4) + name + end)
    assert Database(tmp_path).get(KIND, "a") == 1
    assert mine.read_text() == "mine"


def test_a_folder_that_cannot_be_written_is_no_reason_to_stop(tmp_path):
    (tmp_path / "file").write_text("in the way")
    Database(tmp_path / "file").put(KIND, {"a": 1})
    assert Database(tmp_path / "file").read_all(KIND) == [{}]


def test_another_process_that_has_removed_the_file_is_noticed(tmp_path):
    one, other = Database(tmp_path), Database(tmp_path)
    one.put(KIND, {"a": 1})
    assert other.get(KIND, "a") == 1
    (tmp_path / store.NAME).unlink()
    assert other.get(KIND, "a") is None
    other.put(KIND, {"b": 2})
    assert one.read_all(KIND) == [{"b": 2}]


WRITER = """
import sys
from pathlib import Path
from cardgen.pipeline.store import Change, Database, RecordKind
database, who = Database(Path(sys.argv[1])), sys.argv[2]
for n in range(int(sys.argv[3])):
    part = {f"{who}-{i}": (n, "x" * 20_000) for i in range(5)}
    database.change((Change(RecordKind("kind"), part), Change(RecordKind("other"), part)))
    print(n, flush=True)
"""


def _writer(folder, who, times):
    command = [sys.executable, "-c", WRITER, str(folder), who, str(times)]
    return subprocess.Popen(command, stdout=subprocess.PIPE)


def test_two_processes_write_in_turn(tmp_path):
    both = [_writer(tmp_path, who, 20) for who in "ab"]
    assert [len(one.communicate()[0].split()) for one in both] == [20, 20]
    [found] = Database(tmp_path).read_all(KIND)
    names = [f"{who}-{i}" for who in "ab" for i in range(5)]
    assert {name: value[0] for name, value in found.items()} == dict.fromkeys(names, 19)


def test_a_killed_process_leaves_a_whole_change(tmp_path):
    for number, changes in enumerate((1, 7)):
        with _writer(tmp_path, "a", 100_000) as process:
            for _ in range(changes):
                process.stdout.readline()
            os.kill(process.pid, signal.SIGKILL)
        kept, other = Database(tmp_path).read_all(KIND, OTHER)
        assert kept == other
        assert len(kept) == 5
        assert len({value[0] for value in kept.values()}) == 1
        Database(tmp_path).put(RecordKind("more"), {"n": number})
        assert Database(tmp_path).get(RecordKind("more"), "n") == number


def test_a_forked_child_has_a_connection_of_its_own(tmp_path):
    database = Database(tmp_path)
    database.put(KIND, {"a": 1})
    child = os.fork()
    if child == 0:
        database.put(KIND, {"b": 2})
        os._exit(0 if database.get(KIND, "a") == 1 else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert database.read_all(KIND) == [{"a": 1, "b": 2}]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are not listed here")
def test_few_files_stay_open_however_many_databases_are_in_use(tmp_path):
    many = [Database(tmp_path / str(n)) for n in range(50)]
    for number, database in enumerate(many):
        database.put(KIND, {"a": number})
    links = (os.path.realpath(f"/proc/self/fd/{n}") for n in os.listdir("/proc/self/fd"))
    assert sum(1 for one in links if one.startswith(str(tmp_path))) < 10
    assert [database.get(KIND, "a") for database in many] == list(range(50))
