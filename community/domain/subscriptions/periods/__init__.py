"""The periods of a subscription: what they cost, and what changes them."""
