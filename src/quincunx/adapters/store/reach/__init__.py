"""Tables of what reaches people: friends and notifications."""
