"""Trying a table in Tabletop Simulator: installing it, serving its pictures from loopback."""
