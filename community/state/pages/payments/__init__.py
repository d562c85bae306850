"""State of plans, checkouts, payments and billing details."""
