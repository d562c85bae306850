"""The section with the reactions that users can choose."""
