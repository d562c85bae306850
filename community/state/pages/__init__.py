"""State classes, with one module for each part of a page."""
