"""The game as pictures: for shared links, and for notebooks and files."""
