"""The sockets of tables and of people."""
