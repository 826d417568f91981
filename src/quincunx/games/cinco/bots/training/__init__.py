"""Training of Cinco's networks by self-play."""
