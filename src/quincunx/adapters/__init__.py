"""Implementations of the services' ports: journal, store, bus, engines, push, clock, entropy and keys."""
