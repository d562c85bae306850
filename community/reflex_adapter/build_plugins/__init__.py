"""Plugins of the front-end build, which change the files that Reflex creates."""
