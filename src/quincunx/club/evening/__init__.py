"""An evening: a tournament of a club. Pure: who is paired with whom, what everybody has, what may be done."""
