"""Database sessions, locks and pagination."""
