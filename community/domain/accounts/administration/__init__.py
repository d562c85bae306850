"""Functions with which administrators manage accounts, and who the administrators are."""
