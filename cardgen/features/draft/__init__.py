"""Drafts of games with errors: what `cardgen clean` has to know of them."""
