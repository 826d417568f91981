"""The server from outside: a real process, spoken to over real sockets."""
