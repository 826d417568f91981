"""Many tables in one process: each command is stored in the journal before its effect is published."""
