"""State of posts: reading, writing and drafts."""
