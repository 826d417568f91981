"""Commands that run bots."""
