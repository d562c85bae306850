"""Content made into a page, and pages put into the frame of one reader."""

from dataclasses import dataclass, replace

import htpy as h

from community import urls
from community.core.actor import GUEST, Actor
from community.core.database import reading
from community.core.errors import Invalid, NotFound
from community.core.settings import settings
from community.documents import modules, notices, shell
from community.documents.auth import entrance
from community.documents.cache import Cache, Prepared
from community.documents.content import Content, Moved, Request
from community.documents.frame import frame_of
from community.documents.meta import head
from community.documents.rail import rail
from community.documents.zipping import Piece
from community.realtime import topics


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer, in pieces that are compressed already."""

    status: int
    pieces: tuple[Piece, ...] = ()
    location: str = ""


async def answer(page: Request, actor: Actor, cache: Cache) -> Answer:
    """The page as this reader gets it: from the cache where it is the same as for guests."""
    if page.kept is not None:
        return _framed(await _prepare(page, GUEST), GUEST)
    anybody = replace(GUEST, feed=actor.feed)
    key = f"{page.key}#{actor.feed}" if page.path == urls.HOME else page.key
    shared = await cache.get(key, lambda: _prepare(page, anybody))
    if actor.is_guest or _is_same_for(actor, shared):
        return _framed(shared, actor)
    return _framed(await _prepare(page, actor), actor)


def _is_same_for(actor: Actor, page: Prepared) -> bool:
    if page.status >= 400:  # what guests may not read, this reader perhaps may
        return False
    return page.audience == "everybody" or (page.audience == "unfiltered" and not actor.filters)


async def _prepare(page: Request, actor: Actor) -> Prepared:
    try:
        content = await _content(page, actor)
    except Moved as moved:
        return Prepared(moved.status, location=moved.address, life=0)
    offer = (
        entrance(page.query.get("next", ""), page.kept)
        if page.asks_to_enter and actor.is_guest
        else None
    )
    return Prepared(
        content.status,
        head=Piece.of((head(content.meta) + modules.announced(shell.BUILD, page.path)).encode()),
        main=Piece.of(str(h.fragment[offer, content.main]).encode()),
        rail=None if content.rail is None else Piece.of(str(h.fragment[content.rail]).encode()),
        here=content.here,
        topics=content.topics if content.rail is None else content.topics | {topics.RAIL},
        life=content.life,
        audience=content.audience,
    )


def _framed(page: Prepared, actor: Actor) -> Answer:
    if page.location:
        return Answer(page.status, location=page.location)
    frame = frame_of(settings().site_name, actor, page.here, is_wide=page.rail is None)
    inner = (page.main,) if page.rail is None else (page.main, frame.middle, page.rail)
    return Answer(page.status, shell.shell().around(page.head, (frame.top, *inner, frame.bottom)))


async def _content(page: Request, actor: Actor) -> Content:
    try:
        async with reading() as session:
            return await page.renderer(session, actor, page)
    except NotFound as refusal:
        return await _missing(actor, refusal.sentence, page.path)
    except Invalid:
        return await _missing(actor, "This address is not complete.", page.path)


async def _missing(actor: Actor, sentence: str, path: str) -> Content:
    async with reading() as session:
        return replace(notices.missing(sentence, path), rail=await rail(session, actor))
