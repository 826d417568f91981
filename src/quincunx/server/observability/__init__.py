"""Logs, metrics and security events."""
