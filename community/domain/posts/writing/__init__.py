"""Writing, publishing and deleting posts."""
