"""The games as they are now: what was read, laid out and pictured, and what an edit makes stale."""
