"""The port of the preview."""

from __future__ import annotations

import pytest

from cardgen.preview.web.serve import _bound


def test_previews_that_start_together_take_different_ports() -> None:
    with _bound(None) as one, _bound(None) as other:
        assert one.getsockname() != other.getsockname()


def test_a_port_in_use_is_refused() -> None:
    with _bound(None) as one, pytest.raises(OSError, match=r"in use|only one usage"):
        _bound(one.getsockname()[1])
