"""Limits before the application: connections, protocols, callers, budgets."""
