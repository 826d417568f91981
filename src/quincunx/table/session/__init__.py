"""The protocol of sockets, without sockets: one engine for a table's socket and for a person's socket."""
