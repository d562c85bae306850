"""The routes of the Admin Panel, with one module for each resource."""
