"""The routes of the HTTP API, with one module for each resource."""
