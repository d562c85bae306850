"""The section with the audit log."""
