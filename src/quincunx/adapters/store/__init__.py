"""The store of people, through SQLAlchemy: in a SQLite file or in PostgreSQL."""
