"""The steps of the store's schema, one module each in ``versions``."""
