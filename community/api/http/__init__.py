"""What all routes of the HTTP API share: middleware, authentication, errors and pagination."""
