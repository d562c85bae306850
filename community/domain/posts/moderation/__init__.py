"""What moderators do with posts, and what administrators see of them."""
