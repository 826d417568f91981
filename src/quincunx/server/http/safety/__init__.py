"""Routes of blocks, reports and moderation."""
