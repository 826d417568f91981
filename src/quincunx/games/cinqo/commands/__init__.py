"""What the command line can do for Cinq-O alone."""
