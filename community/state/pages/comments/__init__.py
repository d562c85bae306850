"""State of discussions: comments, mentions, reports, and AI."""
