"""The sections of the Admin Panel for the site settings, which share one form and one State."""
