"""Plugins that patch the frontend files that Reflex generates.

Each module contains the lines of Reflex code that it replaces. Contract tests fail if a new version
of Reflex no longer contains these lines.
"""
