"""Markdown, HTML sanitizing, slugs and normalization of texts."""
