"""Tests of one table without a network."""
