"""A game in the terminal: who plays, what people type, and what they or programs are shown."""
