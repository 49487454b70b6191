"""The engine: finds stale results, lays sides out, makes files and writes them."""
