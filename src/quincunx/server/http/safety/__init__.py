"""Routes of blocks, reports, moderation, and the chats of tournaments."""
