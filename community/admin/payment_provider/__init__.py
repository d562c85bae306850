"""The section with the providers that take payments for subscriptions."""
