import pytest
from compared_project import everything


@pytest.fixture
def project(tmp_path):
    return everything(tmp_path / "project")
