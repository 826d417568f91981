"""Real database and bus servers for the tests, from wheels; each can be killed, paused and started again."""
