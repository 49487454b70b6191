"""Games as web pages: plain files with rules, all cards, and what is there to print."""
