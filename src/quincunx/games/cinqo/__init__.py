"""Cinq-O (Mattel, 2003): a dice race with a Rack, a Bank and a Hi/Lo die."""
