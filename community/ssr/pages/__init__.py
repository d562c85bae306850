"""The content of the server-rendered pages. Importing this package registers their routes."""

from community.ssr.pages import (
    atom,
    communities,
    feeds,
    plans,
    post,
    private_pages,
    profiles,
    robots_and_sitemaps,
    search,
    sign_in,
    site_pages,
    top_authors,
)
