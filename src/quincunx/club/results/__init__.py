"""Results of games: ratings, statistics, reviews."""
