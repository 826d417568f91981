"""The data folder, backups and their restoration."""
