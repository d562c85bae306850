"""The plans: their terms, and what users see of them."""
