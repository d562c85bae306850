"""The layout of all pages: header, navigation, sidebar, and what is shown while a page loads."""
