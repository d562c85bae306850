"""The content of the server-rendered pages. Importing this package registers their routes."""

from community.ssr.pages import (
    atom,
    communities,
    community_members,
    feeds,
    finish_sign_in,
    mail_links,
    opensearch,
    plans,
    post,
    private_pages,
    profiles,
    robots_and_sitemaps,
    search,
    settings,
    site_pages,
    top_authors,
    writing,
)
