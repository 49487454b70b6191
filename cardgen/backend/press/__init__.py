"""PDFs for a printing press: the same Frames in process inks, as PDF/X."""
