"""The proof that a game is one folder: one that is in the tests alone goes through the whole program."""
