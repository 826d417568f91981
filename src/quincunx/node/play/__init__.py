"""Play: commands, bots, timers, hints, results."""
