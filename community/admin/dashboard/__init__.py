"""The first page of the Admin Panel."""
