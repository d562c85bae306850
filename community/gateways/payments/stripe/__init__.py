"""The gateway to Stripe, with the official SDK."""
