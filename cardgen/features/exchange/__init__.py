"""Tables that go to other programs and come from them: exports, and published tables."""
