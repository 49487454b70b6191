"""Looking after a project: what it holds, cleaning up, calibration sheets."""
