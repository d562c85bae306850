"""The section with the features that plans can include."""
