"""What people read, in every language there is: a file a language, and :mod:`quincunx.texts.catalogue`."""
