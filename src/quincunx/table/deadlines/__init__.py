"""Deadlines of a table, on which the system acts: absence, time limits, expiry, outages."""
