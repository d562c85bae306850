"""The section with all uploaded images and the storage that they use."""
