"""Routes of friends and notifications."""
