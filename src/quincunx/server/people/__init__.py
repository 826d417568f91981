"""Who asks: sessions, accounts and what opens them, over HTTP."""
