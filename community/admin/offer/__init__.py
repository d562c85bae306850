"""The section with the dialog that offers plans."""
