"""Payments: their beginning, what providers report about them, and what they change."""
