"""Server-rendered page of a post."""

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components.advertisements import advertisement_place
from community.components.posts import post_article, publish_button, static_actions, summary_box
from community.components.reactions import static_reaction_bar
from community.core import clock
from community.core.actor import Actor
from community.domain import pages, posts
from community.domain.posts.schemas import ArticleView
from community.realtime import messages
from community.rendering import Node
from community.ssr.http import linked_data
from community.ssr.http.routing import PageContent, PageRequest, Redirect, build_page_meta
from community.ssr.pages.comments import render_discussion

# The query parameters that select a part of the discussion.
THREAD_PARAMS = ("order", "comment", "after")


async def post_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return the page of a post with one page of its discussion.

    The query parameters select the page of the discussion. The default is the first page.
    """
    post_id = posts.parse_post_id(request.path_params["post_id"])
    params = {name: request.query_params.get(name, "") for name in THREAD_PARAMS}
    page = await pages.load_post_page(session, actor, post_id, **params)
    view = page.post
    if request.path != view.url:
        raise Redirect(f"{view.url}?{request.query_string}" if request.query_string else view.url)
    description = view.intro or view.excerpt
    is_published = view.status == "published"
    meta = build_page_meta(
        view.title,
        view.url,
        description=description,
        og_type="article",
        image=view.cover,
        author_url=None
        if view.author.is_deleted
        else urls.absolute(urls.profile(view.author.slug)),
        published_at=clock.format_iso(view.published_at) if view.published_at else None,
        is_indexable=is_published,
        linked_data=linked_data.build_article_data(view, description) if is_published else None,
    )
    return PageContent(
        meta,
        [
            advertisement_place("header"),
            _post_article(view, actor, has_summary=page.is_summary_offered),
            advertisement_place("post_bottom"),
            render_discussion(page.thread, view),
        ],
        has_site_sidebar=True,
        topics=frozenset({messages.post_topic(view.id), messages.AUTHORS_TOPIC}),
        audience="unfiltered",
        advertised=page.advertised,
    )


def _post_article(view: ArticleView, actor: Actor, *, has_summary: bool) -> Node:
    return post_article(
        view,
        reactions=static_reaction_bar(view.reactions),
        is_own=actor.is_user(view.author.id),
        # Viewers share this page, so it contains only the closed box.
        summary=summary_box() if has_summary else None,
        publish_button=publish_button(view),
        actions=static_actions(),
    )
