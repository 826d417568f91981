"""The look of a site and its own texts, as settings say."""
