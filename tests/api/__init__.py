"""Tests of the library's surface."""
