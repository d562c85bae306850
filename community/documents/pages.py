"""The documents of the site: one function for each kind of page."""

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import clock, markup
from community.core.actor import Actor
from community.documents import (  # they fill the table of addresses too
    atom,  # noqa: F401
    communities,  # noqa: F401
    feeds,  # noqa: F401
    linked_data,
    profiles,  # noqa: F401
    settings,  # noqa: F401
    sitemap,  # noqa: F401
)
from community.documents import comments as discussions
from community.documents import posts as articles
from community.documents.content import Content, Moved, Request, document, meta, numbered
from community.documents.rail import rail
from community.domain import comments, posts
from community.realtime import topics

DESCRIPTION = 200
# Where in the discussion to begin.
_PLACE = ("order", "comment", "after")


@document("/p/{post_id}", knows=_PLACE)
@document("/p/{post_id}/{slug}", knows=_PLACE)
async def post(session: AsyncSession, actor: Actor, request: Request) -> Content:
    """An article with the first page of its discussion."""
    view = await posts.get_view(session, actor, numbered(request.parts["post_id"]))
    if request.path != view.url:
        raise Moved(f"{view.url}?{request.search}" if request.search else view.url)
    opening = await comments.open_discussion(
        session,
        actor,
        post_id=view.id,
        **{name: request.query.get(name, "") for name in _PLACE},
    )
    description = view.intro or markup.excerpt(view.text, DESCRIPTION)
    head = meta(
        view.title,
        view.url,
        description=description,
        kind="article",
        image=view.cover,
        author=urls.absolute(urls.profile(view.author.slug)),
        published_at=clock.iso(view.published_at) if view.published_at else None,
        indexed=view.status == "published",
        data=linked_data.article(view, description) if view.status == "published" else None,
    )
    return Content(
        head,
        [articles.article(view), discussions.discussion(opening, view)],
        rail=await rail(session, actor),
        topics=frozenset({topics.post(view.id)}),
        audience="unfiltered",
    )
