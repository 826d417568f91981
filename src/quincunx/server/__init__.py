"""The web server: thin shells over ``play/``."""
