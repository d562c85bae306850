"""The section with the queue of emails."""
