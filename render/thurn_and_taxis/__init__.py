"""Thurn and Taxis in pictures and words, from what the reader may know."""
