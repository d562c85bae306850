"""Storage of files in a local directory or in an S3-compatible bucket."""
