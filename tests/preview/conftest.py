from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from bench import FILES, Bench

from cardgen.preview.studio import Studio


@pytest.fixture
def files() -> dict[str, str]:
    return dict(FILES)


@pytest.fixture
def bench(tmp_path: Path, files: dict[str, str]) -> Bench:
    studio = Studio(tmp_path)
    made = Bench(tmp_path, studio)
    for path, text in files.items():
        made.write(path, text)
    studio.listen(made.said.append)
    studio.settle()
    return made


@pytest.fixture
def prints() -> Callable[[Bench], dict[str, str]]:
    return lambda bench: {id: side.fingerprint for id, side in bench.desk.shown.items()}
