"""State of communities, their members and their forms."""
