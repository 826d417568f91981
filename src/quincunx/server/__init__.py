"""The web server: thin shells over the services of ``node`` and ``club``."""
