"""Content put into the frame and the frame into the shell: the whole answer."""

from community.core.actor import Actor
from community.core.database import reading
from community.core.errors import Invalid, NotFound
from community.core.settings import settings
from community.documents import notices, shell
from community.documents.auth import entrance
from community.documents.cache import Rendered
from community.documents.content import Content, Moved, Request
from community.documents.frame import Around, frame
from community.documents.meta import head


async def render(page: Request, actor: Actor) -> Rendered:
    """The whole answer for one person."""
    try:
        content = await _content(page, actor)
    except Moved as moved:
        return Rendered(moved.status, b"", ((b"location", moved.address.encode()),), life=0)
    around = Around(settings().site_name, actor, content.here, content.rail)
    offer = entrance(page.query.get("next", ""), page.kept) if page.asks_to_enter and actor.is_guest else None
    body = str(frame(around, offer, *content.main)).encode()
    return Rendered(
        content.status,
        shell.shell().fill(head(content.meta).encode(), body),
        topics=content.topics,
        life=content.life,
    )


async def _content(page: Request, actor: Actor) -> Content:
    try:
        async with reading() as session:
            return await page.renderer(session, actor, page)
    except NotFound as refusal:
        return notices.missing(refusal.sentence, page.path)
    except Invalid:
        return notices.missing("This address is not complete.", page.path)
