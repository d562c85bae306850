"""Middleware, authentication, errors and pagination of the HTTP API."""
