"""The live pages of the site, which `registry.py` lists."""

from community.pages.registry import NOT_FOUND_ROUTE, list_pages, register_pages
