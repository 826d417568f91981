"""Players of Cinco."""
