"""Trains the networks by which computer players judge, from games that they play against themselves."""
