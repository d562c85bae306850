"""The Admin Panel: one file for each section of it."""
