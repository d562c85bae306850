"""The section with background jobs."""
