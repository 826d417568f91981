"""People over time, pure: accounts and what opens them, sessions, tokens, and the rules for each."""
