"""People over HTTP: sessions, accounts, credentials, and the pages about a person."""
