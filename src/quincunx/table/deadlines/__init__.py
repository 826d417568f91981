"""What the system does at a table once it is time: absence, time limits, expiry, outages."""
