"""The section with the payments for subscriptions."""
