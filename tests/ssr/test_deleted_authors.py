"""Tests that cached pages do not show the name of an author who has deleted their account."""

from collections.abc import Callable

import pytest
from httpx import AsyncClient
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp

from community.core.actor import Actor
from community.core.db import sessions as database
from community.core.db.sessions import unit_of_work
from community.domain import account_deletion
from community.models import Post
from community.ssr.http.generated_files import GeneratedFilesMiddleware
from community.ssr.pages import FILE_ROUTES
from tests import factories
from tests.cast import Cast
from tests.domain.account_deletion.actions import ANONYMIZE, build_offer
from tests.domain.actions import reply
from tests.domain.moderation.actions import confirm

NAME = "Wilhelmina Quist"


async def create_content(cast: Cast, author: Actor) -> tuple[Post, Post]:
    """Return a post of the author, and a post of another user with a comment of the author."""
    bread = await factories.community(cast.alice, "bread")
    own = await factories.post(author, "On rye", community_id=bread.id)
    other = await factories.post(cast.alice, "On wheat")
    await reply(author, other, "Well said.")
    return own, other


@pytest.mark.parametrize(
    "page", ["own post", "other post", "/new", "/c/bread", "/feed/c/bread.xml"]
)
async def test_the_name_disappears_and_comes_back(
    make_html_client: Callable[[ASGIApp], AsyncClient], cast: Cast, page: str
) -> None:
    author = await factories.user("wilhelmina", name=NAME)
    own, other = await create_content(cast, author)
    paths = {"own post": f"/p/{own.id}/{own.slug}", "other post": f"/p/{other.id}/{other.slug}"}
    path = paths.get(page, page)
    # The Atom feed is a file that another middleware generates.
    client = make_html_client(GeneratedFilesMiddleware(PlainTextResponse("behind"), FILE_ROUTES))
    for _request in range(2):
        assert NAME in (await client.get(path)).text
    confirmed = await confirm(author)
    async with unit_of_work() as session:
        await account_deletion.delete(session, confirmed, content=ANONYMIZE)
    await database.wait_for_pushes()
    assert NAME not in (await client.get(path)).text
    token = await build_offer(author)
    async with unit_of_work() as session:
        await account_deletion.restore(session, token=token)
    await database.wait_for_pushes()
    assert NAME in (await client.get(path)).text
