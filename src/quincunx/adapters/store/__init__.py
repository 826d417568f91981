"""What is kept about people, through SQLAlchemy: in a SQLite file or in PostgreSQL."""
