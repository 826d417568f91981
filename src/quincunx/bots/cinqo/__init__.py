"""Players of Cinq-O."""
