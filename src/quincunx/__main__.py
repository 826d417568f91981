"""``python -m quincunx`` is ``quincunx``."""

from quincunx.cli.main import main

main()
