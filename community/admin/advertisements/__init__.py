"""The section with the advertisements of the site."""
