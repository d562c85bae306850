"""Classes of the Admin Panel."""
