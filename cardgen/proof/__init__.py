"""Proofs read finished Frames and report faults that paper would show; they never raise."""
