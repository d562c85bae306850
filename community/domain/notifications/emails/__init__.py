"""The copies of notifications by email, and how users end them."""
