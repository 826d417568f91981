"""What the command line can do for Cinco alone."""
