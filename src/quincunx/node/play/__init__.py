"""What is played: commands, bots, timers, hints, results."""
