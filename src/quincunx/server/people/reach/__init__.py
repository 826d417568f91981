"""Services by which people reach each other."""
