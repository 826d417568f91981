"""The ladder: places that players win by challenging those above them. Pure; ``docs/tournaments.md`` has the
rules."""
