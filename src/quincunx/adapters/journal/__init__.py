"""The journal in SQLite and in PostgreSQL, with its copies and backups."""
