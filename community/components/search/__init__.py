"""The search field, and the page with the results of a search."""
