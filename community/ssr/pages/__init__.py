"""The content of server-rendered pages and generated files, which `routes.py` lists."""

from community.ssr.pages.routes import FILE_ROUTES, PAGE_ROUTES
