"""The journal of one table: its hash chain, redaction, and the record of its game."""
