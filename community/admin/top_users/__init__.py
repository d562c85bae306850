"""The section with the list of top authors."""
