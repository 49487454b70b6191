"""Who may ask, what is answered, and how the preview begins and ends."""
