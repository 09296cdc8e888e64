"""My City: Roll & Build: the rules and the twelve sheets."""
