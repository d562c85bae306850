"""Server-side rendering (SSR) of pages as complete HTML.

Browsers show this HTML until the React app has loaded its own data. Then the React app replaces the
HTML. Crawlers and link previews use only the server-rendered HTML.
"""
