"""State of the settings page. Each section of the page has its own State class."""
