"""Lays out elements as Frames. No other stage decides positions."""
