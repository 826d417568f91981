"""People in the store: accounts, credentials, sessions, safety."""
