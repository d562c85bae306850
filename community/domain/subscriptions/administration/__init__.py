"""What administrators see of the subscriptions and payments of all users."""
