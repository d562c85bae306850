"""What `reflex run` does differently when it serves the site with hot reload."""
