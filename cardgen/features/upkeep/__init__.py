"""Looking after a project: what it holds, cleaning up, schemas for editors, calibration sheets."""
