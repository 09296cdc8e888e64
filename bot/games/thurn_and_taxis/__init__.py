"""Thurn and Taxis: the rules, the land, the computer players."""
