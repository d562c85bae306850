"""The HTML of biographies, in which URLs and mentions are links."""

from html import escape

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.text.complexity import TextTooComplex
from community.core.text.markup import RenderedMessage
from community.domain.accounts.queries import find_users_by_slug


async def render_bio(session: AsyncSession, bio: str) -> str:
    """Return the HTML of a biography, with the formatting of a comment.

    It is rendered when it is read, because the usernames that it mentions can change. Rendering
    the longest biography takes less than a millisecond.
    """
    try:
        message = RenderedMessage(bio)
    except TextTooComplex:
        return escape(bio)
    users = await find_users_by_slug(session, message.mentions)
    return message.build_html({slug: urls.profile(user.slug) for slug, user in users.items()})
