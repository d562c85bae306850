"""Routes for the own account: registration, sign-in, devices, settings, download and deletion."""
