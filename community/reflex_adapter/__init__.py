"""Plugins that change the frontend files that Reflex generates during the build.

Some plugins replace lines in the source of Reflex. The tests in `tests/reflex_adapter/` fail if a
new version of Reflex no longer contains these lines.
"""
