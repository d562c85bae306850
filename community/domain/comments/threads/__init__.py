"""The comments of a thread: loading, read models and pages."""
