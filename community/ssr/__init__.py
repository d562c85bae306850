"""Server-side rendering (SSR) of pages as complete HTML.

Browsers show this HTML until the React app has loaded its own data and replaces it with the live
page. Crawlers and link previews use only this HTML.
"""
