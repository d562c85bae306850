"""The section with all communities, where administrators edit, transfer and close them."""
