import pytest


@pytest.fixture(scope="session")
def language_server():
    """The client for language servers; tests that use it are skipped without the extra `lsp`."""
    pytest.importorskip("pygls", reason="the extra `lsp` is not installed")
    from editor import Editor

    return Editor
