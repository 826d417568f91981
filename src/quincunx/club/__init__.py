"""People over time: accounts and their credentials, sessions, tokens, results, and the rules for each.
Pure."""
