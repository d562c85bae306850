"""Server-rendered page of a post. Importing this module registers all public pages."""

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components.posts import post_article, publish_button, static_actions
from community.components.reactions import static_reaction_bar
from community.core import clock, markup
from community.core.actor import Actor
from community.domain import comments, posts
from community.domain.posts.schemas import PostView
from community.realtime import topics
from community.rendering import Node
from community.ssr import (  # importing these modules registers their routes
    atom,  # noqa: F401
    communities,  # noqa: F401
    feeds,  # noqa: F401
    linked_data,
    profiles,  # noqa: F401
    robots_and_sitemaps,  # noqa: F401
    settings,  # noqa: F401
)
from community.ssr.comments import render_discussion
from community.ssr.routing import (
    PageContent,
    PageRequest,
    Redirect,
    build_page_meta,
    page_route,
    parse_post_id,
)
from community.ssr.sidebar import render_sidebar

DESCRIPTION_LENGTH = 200
# The query parameters that select a part of the discussion.
_THREAD_PARAMS = ("order", "comment", "after")


@page_route("/p/{post_id}", accepted_params=_THREAD_PARAMS)
@page_route("/p/{post_id}/{slug}", accepted_params=_THREAD_PARAMS)
async def post_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return the page of a post with one page of its discussion.

    The query parameters select the page of the discussion. The default is the first page.
    """
    view = await posts.get_view(session, actor, parse_post_id(request.path_params["post_id"]))
    if request.path != view.url:
        raise Redirect(f"{view.url}?{request.query_string}" if request.query_string else view.url)
    thread_page = await comments.get_thread_page(
        session,
        actor,
        post_id=view.id,
        **{name: request.query_params.get(name, "") for name in _THREAD_PARAMS},
    )
    description = view.intro or markup.excerpt(view.text, DESCRIPTION_LENGTH)
    is_published = view.status == "published"
    meta = build_page_meta(
        view.title,
        view.url,
        description=description,
        og_type="article",
        image=view.cover,
        author_url=urls.absolute(urls.profile(view.author.slug)),
        published_at=clock.format_iso(view.published_at) if view.published_at else None,
        is_indexable=is_published,
        linked_data=linked_data.build_article_data(view, description) if is_published else None,
    )
    return PageContent(
        meta,
        [_post_article(view, actor), render_discussion(thread_page, view)],
        sidebar=await render_sidebar(session, actor),
        topics=frozenset({topics.post(view.id)}),
        audience="unfiltered",
    )


def _post_article(view: PostView, actor: Actor) -> Node:
    return post_article(
        view,
        reactions=static_reaction_bar(view.reactions),
        is_own=actor.is_user(view.author.id),
        publish_button=publish_button(view),
        actions=static_actions(),
    )
