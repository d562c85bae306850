"""The commands that build, migrate and run the site, and the protocols of its web server."""
