"""The settings page: one leaf of State for each of its sections."""
