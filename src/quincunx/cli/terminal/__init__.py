"""A game in the terminal: its players, their input, and the output for people or programs."""
