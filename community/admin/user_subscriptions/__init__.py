"""The section with the subscriptions of all users."""
