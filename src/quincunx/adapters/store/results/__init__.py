"""Results of games in the store: ratings, reviews."""
