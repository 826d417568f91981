"""The games as environments of other people's frameworks."""
