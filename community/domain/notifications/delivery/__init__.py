"""Creating notifications in the inboxes of their recipients, and deleting them."""
