"""Tests of the Admin Panel in the browser."""
