"""The section with the reports of users, posts and comments."""
