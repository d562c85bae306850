"""The table of a section of the Admin Panel, its State, and the actions on its records."""
