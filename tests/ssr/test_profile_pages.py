"""Tests of the server-rendered pages of a profile."""

from httpx import AsyncClient

from community.core import clock
from community.core.db import sessions as database
from community.core.db.sessions import unit_of_work
from community.domain import people
from community.domain.accounts import bots
from community.domain.people import ProfileChanges
from community.models import RatingPlace, User
from tests import factories
from tests.cast import Cast
from tests.domain.actions import delete_comment, reply, run
from tests.domain.subscriptions.grants import grant, revoke


async def test_the_tabs_link_to_each_other(html_client: AsyncClient, cast: Cast) -> None:
    for path in ("/alice", "/profile/alice/comments", "/profile/alice/about"):
        page = await html_client.get(path)
        assert page.status_code == 200
        assert f'href="{path}" class="' in page.text.split('aria-current="page"')[0]
        for other in ("/alice", "/profile/alice/comments", "/profile/alice/about"):
            assert f'href="{other}"' in page.text


async def test_a_deleted_comment_disappears_from_the_cached_page(
    html_client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice, "On rye")
    comment = await reply(cast.bob, post, "Well said.")
    await html_client.get("/profile/bob/comments")
    page = await html_client.get("/profile/bob/comments")
    assert "Well said." in page.text
    assert "On rye" in page.text
    await delete_comment(cast.bob, comment)
    await database.wait_for_pushes()
    assert "Well said." not in (await html_client.get("/profile/bob/comments")).text


async def test_the_video_on_the_cached_page_appears_and_disappears_with_the_plan(
    html_client: AsyncClient, cast: Cast
) -> None:
    video = await factories.upload(cast.olga, video_size=5_000)
    await run(people.change_profile, cast.olga, ProfileChanges(avatar=video.id))
    async with unit_of_work() as session:
        (await session.get_one(User, cast.olga.id)).admin_since = None
    for _request in range(2):
        assert "video.mp4" not in (await html_client.get("/olga")).text
    subscription = await grant(cast.olga, cast.olga, "video_avatar")
    await database.wait_for_pushes()
    for _request in range(2):
        assert "video.mp4" in (await html_client.get("/olga")).text
    await revoke(cast.olga, subscription)
    await database.wait_for_pushes()
    assert "video.mp4" not in (await html_client.get("/olga")).text


async def test_the_page_about_a_user_shows_communities_and_places(
    html_client: AsyncClient, cast: Cast
) -> None:
    await factories.community(cast.alice, "bakers")
    async with unit_of_work() as session:
        session.add(
            RatingPlace(user_id=cast.alice.id, date=clock.now().date(), place=4, rating=8.2)
        )
    text = (await html_client.get("/profile/alice/about?period=7")).text.split("<main")[1]
    assert 'href="/c/bakers"' in text
    assert "Owner" in text
    assert "Place in the ranking" in text
    assert 'd="M' in text
    empty = (await html_client.get("/profile/bob/about?period=x")).text.split("<main")[1]
    assert "Place in the ranking" not in empty


async def test_urls_and_mentions_in_a_bio_are_links_and_html_is_not(
    html_client: AsyncClient, cast: Cast
) -> None:
    bio = "Baker at https://rye.example with @bob and @no-one. <img src=x onerror=alert(1)>"
    async with unit_of_work() as session:
        await people.change_profile(session, cast.alice, ProfileChanges(bio=bio))
    text = (await html_client.get("/alice")).text.split("<main")[1]
    assert '<a href="https://rye.example" rel="nofollow ugc noopener">' in text
    assert 'href="/bob"' in text
    assert 'href="/no-one"' not in text
    assert "<img src=x" not in text


async def test_a_bio_that_is_too_complex_is_plain_text(
    html_client: AsyncClient, cast: Cast
) -> None:
    async with unit_of_work() as session:
        await people.change_profile(session, cast.alice, ProfileChanges(bio=">" * 400))
    assert "&gt;" * 400 in (await html_client.get("/alice")).text


async def test_the_header_contains_the_video_of_the_avatar(
    html_client: AsyncClient, cast: Cast
) -> None:
    upload = await factories.upload(cast.olga, video_size=5_000)
    async with unit_of_work() as session:
        await people.change_profile(session, cast.olga, ProfileChanges(avatar=upload.id))
    page = await html_client.get("/olga")
    assert f'<video src="/media/{upload.id.hex}/video.mp4" preload="none" muted loop' in page.text
    assert "autoplay" not in page.text
    assert "media-src 'self' blob:" in page.headers["content-security-policy"]
    async with unit_of_work() as session:
        (await session.get_one(User, cast.olga.id)).admin_since = None
    page = await html_client.get("/profile/olga/about")
    assert f"/media/{upload.id.hex}/320.webp" in page.text
    assert "<video" not in page.text


async def test_the_profile_of_the_assistant_is_marked_and_offers_no_follow(
    html_client: AsyncClient, cast: Cast
) -> None:
    async with unit_of_work() as session:
        bot = await bots.ensure_bot(session)
    pages = {slug: (await html_client.get(f"/{slug}")).text for slug in (bot.slug, "alice")}
    headings = {slug: page.split("<main")[1].split("<nav")[0] for slug, page in pages.items()}
    assert [slug for slug, text in headings.items() if ">bot</span>" in text] == [bot.slug]
    assert [slug for slug, text in headings.items() if ">Follow<" in text] == ["alice"]
