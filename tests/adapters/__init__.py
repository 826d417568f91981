"""Tests of the world behind the ports."""
