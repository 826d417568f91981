"""The world behind the ports of ``play/``: journal, bus, entropy, clock, and the bots' threads."""
