"""A game in the terminal: the loop, what people type, and what they or programs are shown."""
