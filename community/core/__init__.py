"""General code that every other package uses, such as settings, errors and database sessions."""
