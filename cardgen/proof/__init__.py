"""Proofs read finished Frames and say what would look wrong on paper; they never raise."""
