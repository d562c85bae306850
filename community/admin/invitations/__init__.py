"""The section with the invitations to create an account."""
