"""The whole bot in a browser, on a simulated Discord: without a token, without a network."""
