"""Cinco (franjos, 2010): five in a row on a hexagonal meander of 90 spaces, steered by hidden cards."""
