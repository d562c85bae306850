"""The section with all users."""
