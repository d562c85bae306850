"""The Admin Panel, with one package for each of its sections."""
