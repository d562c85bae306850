"""A list of records in the Admin Panel: its definition, its State, and the elements of its page."""
