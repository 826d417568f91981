"""Clubs: people who play together for years, with roles, club nights, announcements and season standings."""
