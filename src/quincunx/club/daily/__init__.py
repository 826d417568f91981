"""A deal a day: who has played it, and what came of it. Pure."""
