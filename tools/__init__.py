"""Programs for those who build Quincunx; none is part of the package."""
