"""The section with the administrators and the sections that they may open."""
