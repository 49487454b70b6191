"""Which file remembers where tables came from: no build reads it."""

from __future__ import annotations

from cardgen.pipeline.hooks import HOOKS, Hooks

LOCK = "fetch.lock"
"""The file beside a game's data that says which table came from where, and when."""

HOOKS.add("fetch", Hooks(records=(LOCK,)))
