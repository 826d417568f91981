"""``python -m quincunx`` is ``quincunx``."""

from quincunx.cli.main import main

if __name__ == "__main__":
    main()
