"""Many tables in one process: commands in, journal first, then everybody is told."""
