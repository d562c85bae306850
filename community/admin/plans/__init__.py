"""The section with the plans that users can buy."""
