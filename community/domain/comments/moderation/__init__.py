"""What moderators do with comments, and what administrators see of them."""
