"""Loading posts and drafts, and their read models."""
