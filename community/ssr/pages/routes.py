"""All server-rendered pages and generated files, each with its path and the function for it."""

from typing import Final

from community import urls
from community.domain import site
from community.domain.search import PARAMS as SEARCH_PARAMS
from community.ssr.http.generated_files import FileRoute
from community.ssr.http.routing import USER_SLUG, PageRoute
from community.ssr.http.site import OPENSEARCH_TYPE
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
from community.ssr.pages.listing import LIST_PARAMS
from community.state.pages.sign_in.link_content import LINK_PAGE_PARAMS, LINK_PAGES

# A path belongs to the first route that it matches.
PAGE_ROUTES: Final[tuple[PageRoute, ...]] = (
    *(
        PageRoute(path, feeds.feed_page, accepted_params=LIST_PARAMS)
        for path in (urls.HOME, urls.POPULAR, urls.NEW, urls.PERSONAL)
    ),
    PageRoute("/tag/{tag}", feeds.tag_page, accepted_params=LIST_PARAMS),
    PageRoute("/p/{post_id}", post.post_page, accepted_params=post.THREAD_PARAMS),
    PageRoute("/p/{post_id}/{slug}", post.post_page, accepted_params=post.THREAD_PARAMS),
    PageRoute("/{slug}", profiles.profile_page, segment=USER_SLUG, accepted_params=LIST_PARAMS),
    PageRoute("/profile/{slug}/comments", profiles.comments_page, accepted_params=LIST_PARAMS),
    PageRoute("/profile/{slug}/about", profiles.about_page, accepted_params=("period",)),
    PageRoute("/profile/{slug}/followers", profiles.follow_list_page, accepted_params=LIST_PARAMS),
    PageRoute("/profile/{slug}/following", profiles.follow_list_page, accepted_params=LIST_PARAMS),
    PageRoute(urls.COMMUNITIES, communities.communities_page, accepted_params=LIST_PARAMS),
    PageRoute(urls.NEW_COMMUNITY, communities.community_form_page),
    PageRoute("/c/{slug}", communities.community_page, accepted_params=LIST_PARAMS),
    PageRoute("/c/{slug}/new", communities.community_page, accepted_params=LIST_PARAMS),
    PageRoute(
        "/c/{slug}/members",
        communities.community_members_page,
        accepted_params=(*LIST_PARAMS, "role", "q"),
    ),
    PageRoute("/c/{slug}/edit", communities.community_form_page),
    PageRoute(
        urls.TOP_AUTHORS, top_authors.top_authors_page, accepted_params=("period", *LIST_PARAMS)
    ),
    PageRoute(
        urls.SEARCH,
        search.search_page,
        accepted_params=(*LIST_PARAMS, *SEARCH_PARAMS),
        limit="search_pages",
    ),
    PageRoute(urls.WRITE, private_pages.new_post_page),
    PageRoute(f"{urls.WRITE}/{{post_id}}", private_pages.edit_post_page),
    PageRoute(urls.DRAFTS, private_pages.drafts_page),
    PageRoute(urls.NOTIFICATIONS, private_pages.notifications_page),
    PageRoute(urls.SETTINGS, private_pages.settings_page),
    PageRoute(urls.CHATS, private_pages.chats_page, accepted_params=("folder",)),
    PageRoute(
        "/m/{chat_id}",
        private_pages.chat_page,
        segment="[0-9]{1,19}",
        accepted_params=("message", "folder"),
    ),
    PageRoute(urls.PLANS, plans.plans_page, accepted_params=("gift",)),
    PageRoute(urls.payment("{payment}"), plans.payment_page),
    PageRoute(urls.card_setup("{setup}"), plans.card_setup_page),
    *(
        PageRoute(path, sign_in.render_link_page, accepted_params=LINK_PAGE_PARAMS)
        for path in LINK_PAGES
    ),
    PageRoute(urls.FINISH_SIGN_IN, sign_in.finish_sign_in_page),
    *(PageRoute(path, site_pages.named_page) for path in site.SITE_PAGES),
    PageRoute(f"{urls.ABOUT}/about", site_pages.redirect_to_about),
)

FILE_ROUTES: Final[tuple[FileRoute, ...]] = (
    FileRoute(urls.FEED, atom.site_feed, atom.ATOM_MEDIA_TYPE),
    FileRoute("/feed/{slug}.xml", atom.author_feed, atom.ATOM_MEDIA_TYPE, segment=USER_SLUG),
    FileRoute(
        "/feed/c/{slug}.xml",
        atom.community_feed,
        atom.ATOM_MEDIA_TYPE,
        segment="[A-Za-z0-9_-]+",
    ),
    FileRoute(
        urls.SEARCH_FEED,
        atom.search_feed,
        atom.ATOM_MEDIA_TYPE,
        accepted_params=SEARCH_PARAMS,
        limit="search_pages",
    ),
    FileRoute(urls.ROBOTS, robots_and_sitemaps.robots_txt, "text/plain"),
    FileRoute(urls.SITEMAP, robots_and_sitemaps.sitemap_index, robots_and_sitemaps.XML_MEDIA_TYPE),
    FileRoute(
        "/sitemap/{name}.xml",
        robots_and_sitemaps.sitemap_part,
        robots_and_sitemaps.XML_MEDIA_TYPE,
        segment="[a-z]+-[0-9]{1,9}",
    ),
    FileRoute(urls.OPENSEARCH, search.opensearch_description, OPENSEARCH_TYPE),
    FileRoute(urls.MANIFEST, site_pages.web_app_manifest, "application/manifest+json"),
)
