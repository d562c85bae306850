"""The rules of the house that a program can check."""
