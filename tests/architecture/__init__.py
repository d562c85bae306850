"""Tests that enforce rules for the codebase, such as naming, file sizes and dependencies."""
