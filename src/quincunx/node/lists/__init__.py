"""Lists of tables and people: the lobby, a person's own tables, invitations, notifications."""
