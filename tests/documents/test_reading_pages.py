"""Feeds, profiles and communities without a script: what stands there, and under which status."""

import pytest
from httpx import AsyncClient

from community.core.database import pushed, unit_of_work
from community.domain import accounts, comments, communities, follows, posts
from community.domain.accounts import ProfileChanges
from community.realtime import hub, topics
from tests import factories
from tests.api.people import sign_in
from tests.cast import Cast
from tests.queries import counted

HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)>'


@pytest.mark.parametrize("address", ["/", "/popular", "/new"])
async def test_a_feed_is_readable_without_a_script(
    browser: AsyncClient, cast: Cast, address: str
) -> None:
    post = await factories.post(cast.alice, intro="Why it rises.")
    page = await browser.get(address)
    assert page.status_code == 200
    assert f'href="/p/{post.id}/on-sourdough"' in page.text
    assert "Why it rises." in page.text
    assert 'href="/alice"' in page.text


async def test_the_home_page_has_the_name_of_the_site_and_the_feed_for_readers(
    browser: AsyncClient, cast: Cast
) -> None:
    page = await browser.get("/")
    assert "<title>Community</title>" in page.text
    assert 'rel="alternate" href="http://localhost:3000/feed.xml"' in page.text
    assert '"@type":"WebSite"' in page.text


async def test_popular_is_the_same_page_as_home_for_search_engines(
    browser: AsyncClient, cast: Cast
) -> None:
    page = await browser.get("/popular")
    assert 'rel="canonical" href="http://localhost:3000/"' in page.text


async def test_a_crawler_walks_a_feed_by_plain_links(browser: AsyncClient, cast: Cast) -> None:
    for number in range(25):
        await factories.post(cast.alice, f"Post number {number}")
    first = await browser.get("/new")
    assert "Post number 24" in first.text
    assert "Post number 3<" not in first.text
    [address] = {
        part.split('"')[0] for part in first.text.split('href="') if part.startswith("/new?cursor=")
    }
    second = await browser.get(address)
    assert "Post number 3<" in second.text
    assert "Post number 24" not in second.text
    assert 'name="robots" content="noindex"' in second.text
    assert "/new?cursor=" not in second.text.split("<main")[1]


async def test_a_broken_cursor_is_no_page(browser: AsyncClient, cast: Cast) -> None:
    assert (await browser.get("/new?cursor=nonsense")).status_code == 404


async def test_a_guest_is_invited_to_have_a_personal_feed(browser: AsyncClient, cast: Cast) -> None:
    page = await browser.get("/personal")
    assert page.status_code == 200
    assert 'href="/?modal=auth"' in page.text.split("<main")[1]
    assert 'name="robots" content="noindex"' in page.text


async def test_a_member_finds_whom_they_follow_in_their_personal_feed(
    browser: AsyncClient, cast: Cast
) -> None:
    await factories.post(cast.alice, "From Alice")
    await factories.post(cast.charlie, "From Charlie")
    async with unit_of_work() as session:
        await follows.follow(session, cast.bob, user_id=cast.alice.id)
    await sign_in(browser, cast.bob)
    feed = (await browser.get("/personal")).text.split("<main")[1].split("<aside")[0]
    assert "From Alice" in feed
    assert "From Charlie" not in feed


async def test_a_member_begins_with_the_feed_that_they_chose(
    browser: AsyncClient, cast: Cast
) -> None:
    async with unit_of_work() as session:
        await accounts.choose_feed(session, cast.bob, feed=accounts.Feed.NEW)
    await sign_in(browser, cast.bob)
    page = await browser.get("/")
    current = page.text.split('aria-label="Feeds"')[1].split("</nav>")[0]
    assert current.index("/new") < current.index('aria-current="page"') < current.index("/personal")


async def test_a_feed_by_tag_and_an_empty_one(browser: AsyncClient, cast: Cast) -> None:
    async with unit_of_work() as session:
        draft = await posts.start_draft(
            session, cast.alice, title="Tagged", text="Words.", tags=["rye"]
        )
        await posts.publish(session, cast.alice, post_id=draft.id)
    full, empty = await browser.get("/tag/rye"), await browser.get("/tag/none-such")
    assert "Tagged" in full.text
    assert (empty.status_code, "noindex" in empty.text) == (200, True)


async def test_a_profile_says_who_it_is(browser: AsyncClient, cast: Cast) -> None:
    await factories.post(cast.alice)
    page = await browser.get("/alice")
    assert page.status_code == 200
    assert "<title>Alice · Community</title>" in page.text
    assert 'property="og:type" content="profile"' in page.text
    assert 'href="/profile/alice/followers"' in page.text
    assert "On sourdough" in page.text
    assert '"@type":"ProfilePage"' in page.text
    assert 'href="http://localhost:3000/feed/alice.xml"' in page.text


async def test_an_empty_profile_is_not_for_search_engines(browser: AsyncClient, cast: Cast) -> None:
    assert 'name="robots" content="noindex"' in (await browser.get("/bob")).text


async def test_a_pinned_post_stands_on_top_of_a_profile(browser: AsyncClient, cast: Cast) -> None:
    old = await factories.post(cast.alice, "The old one")
    await factories.post(cast.alice, "The new one")
    async with unit_of_work() as session:
        await posts.pin(session, cast.alice, post_id=old.id)
    text = (await browser.get("/alice")).text.split("<main")[1]
    assert text.index("The old one") < text.index("The new one")
    assert text.count("The old one") == 1


async def test_former_and_differently_spelled_addresses_lead_to_the_profile(
    browser: AsyncClient, cast: Cast
) -> None:
    async with unit_of_work() as session:
        await accounts.change_profile(session, cast.alice, ProfileChanges(slug="alicia"))
    for address, now in (
        ("/alice", "/alicia"),
        ("/ALICIA", "/alicia"),
        ("/profile/alice/followers", "/profile/alicia/followers"),
    ):
        page = await browser.get(address)
        assert (page.status_code, page.headers["location"]) == (301, now)


async def test_nobody_is_404_and_reserved_words_are_nobodys(
    browser: AsyncClient, cast: Cast
) -> None:
    assert (await browser.get("/nobody-at-all")).status_code == 404
    for address in ("/admin-panel", "/behaviour.js", "/favicon.svg"):
        assert (await browser.get(address)).text == "behind"


async def test_the_lists_of_a_profile_name_people(browser: AsyncClient, cast: Cast) -> None:
    async with unit_of_work() as session:
        await follows.follow(session, cast.bob, user_id=cast.alice.id)
    followers = (await browser.get("/profile/alice/followers")).text.split("<main")[1]
    following = (await browser.get("/profile/bob/following")).text.split("<main")[1]
    assert 'href="/bob"' in followers
    assert 'href="/alice"' in following


async def test_a_community_shows_its_rules_people_and_posts(
    browser: AsyncClient, cast: Cast
) -> None:
    place = await factories.community(
        cast.alice, description="Flour and time.", rules="Be kind.", rules_html="<p>Be kind.</p>"
    )
    await factories.post(cast.bob, "A loaf", community_id=place.id)
    for address in ("/c/bread", "/c/bread/new"):
        page = await browser.get(address)
        assert page.status_code == 200
        assert "Flour and time." in page.text
        assert "<p>Be kind.</p>" in page.text
        assert "A loaf" in page.text
        assert '"@type":"BreadcrumbList"' in page.text


async def test_a_moved_community_is_found_at_its_new_address(
    browser: AsyncClient, cast: Cast
) -> None:
    place = await factories.community(cast.alice)
    async with unit_of_work() as session:
        await communities.edit(session, cast.alice, community_id=place.id, slug="loaves")
    for address, now in (("/c/bread", "/c/loaves"), ("/c/bread/new", "/c/loaves/new")):
        page = await browser.get(address)
        assert (page.status_code, page.headers["location"]) == (301, now)
    assert (await browser.get("/c/none")).status_code == 404


async def test_the_form_of_a_community_is_for_those_who_look_after_it(
    browser: AsyncClient, cast: Cast
) -> None:
    await factories.community(cast.alice)
    assert (await browser.get("/c/bread/edit")).status_code == 404
    await sign_in(browser, cast.alice)
    assert (await browser.get("/c/bread/edit")).status_code == 200
    assert (await browser.get("/communities/create")).status_code == 200


async def test_communities_are_listed_by_size(browser: AsyncClient, cast: Cast) -> None:
    await factories.community(cast.alice, "small")
    large = await factories.community(cast.alice, "large")
    async with unit_of_work() as session:
        await communities.join(session, cast.bob, community_id=large.id)
    text = (await browser.get("/communities")).text.split("<main")[1]
    assert text.index("/c/large") < text.index("/c/small")


async def test_nothing_that_people_wrote_becomes_markup(browser: AsyncClient, cast: Cast) -> None:
    person = await factories.person("mallet", bio=HOSTILE)
    async with unit_of_work() as session:
        row = await accounts.get_user(session, "mallet")
        row.name = HOSTILE[:50]
    place = await factories.community(person, "mall", description=HOSTILE)
    await factories.post(person, HOSTILE, slug="x", intro=HOSTILE, community_id=place.id)
    for address in ("/", "/mallet", "/c/mall", "/communities", "/p/1/x", "/tag/%3Cscript%3E"):
        text = (await browser.get(address)).text
        assert "<script>alert" not in text
        assert "<img src=x" not in text
        assert "</script><img" not in text


@pytest.mark.parametrize("address", ["/new", "/alice", "/c/bread", "/communities"])
async def test_a_page_costs_the_same_however_much_stands_on_it(
    browser: AsyncClient, cast: Cast, address: str
) -> None:
    place = await factories.community(cast.alice)

    await factories.post(cast.alice, "First", community_id=place.id)
    await factories.post(cast.alice, "On its own")

    async def cost() -> int:
        await hub.publish(topics.RESYNC, {})  # no page is kept
        with counted() as queries:
            assert (await browser.get(address)).status_code == 200
        return len(queries)

    await cost()  # what the process remembers is read once
    few = await cost()
    for number in range(8):
        author = await factories.person(f"author{number}")
        await factories.post(author, f"More {number}", community_id=place.id)
        await factories.community(author, f"place{number}")
    assert 0 < few == await cost()


async def test_what_was_taken_away_stands_beside_no_page(browser: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        said = await comments.reply(session, cast.bob, post_id=post.id, text="My number is 555.")
    for address in ("/new", "/bob", "/nobody-here"):
        assert "My number is 555." in (await browser.get(address)).text
    async with unit_of_work() as session:
        await comments.delete(session, cast.bob, comment_id=said.id)
    await pushed()
    for address in ("/new", "/bob", "/nobody-here"):
        assert "My number is 555." not in (await browser.get(address)).text
