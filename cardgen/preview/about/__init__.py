"""Games, sides and findings in words and numbers, for the page."""
