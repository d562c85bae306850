"""Tests of the server-rendered pages of feeds, profiles and communities: HTML and status codes."""

import re
from urllib.parse import quote

import pytest
from httpx import AsyncClient

from community import i18n
from community.core import clock, ids
from community.core.db.sessions import unit_of_work, wait_for_pushes
from community.core.text import safe_html
from community.domain import comments, communities, follows, people, posts
from community.domain.people import ProfileChanges
from community.models import RatingPlace
from community.pages import list_pages
from community.realtime import hub, messages
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.query_capture import capture_queries

XSS_TEXT = '"><script>alert(1)</script><img src=x onerror=alert(2)>'


@pytest.mark.parametrize("address", ["/", "/popular", "/new"])
async def test_the_html_of_a_feed_contains_its_posts(
    html_client: AsyncClient, cast: Cast, address: str
) -> None:
    post = await factories.post(cast.alice, intro="Why it rises.")
    page = await html_client.get(address)
    assert page.status_code == 200
    assert f'href="/p/{post.id}/on-sourdough"' in page.text
    assert "Why it rises." in page.text
    assert 'href="/alice"' in page.text


async def test_the_home_page_has_the_site_name_and_links_to_the_atom_feed(
    html_client: AsyncClient, cast: Cast
) -> None:
    page = await html_client.get("/")
    assert "<title>Community</title>" in page.text
    assert 'rel="alternate" href="http://localhost:3000/feed.xml"' in page.text
    assert '"@type":"WebSite"' in page.text


async def test_pages_declare_the_language_of_the_site(html_client: AsyncClient, cast: Cast) -> None:
    english = await html_client.get("/")
    await hub.publish(messages.Resync())  # This call clears the page cache.
    with i18n.override("ru"):
        russian = await html_client.get("/")
    for page, locale, language in ((english, "en_GB", "en"), (russian, "ru_RU", "ru")):
        assert f'property="og:locale" content="{locale}"' in page.text
        assert f'"inLanguage":"{language}"' in page.text


async def test_the_popular_feed_has_the_home_page_as_canonical_url(
    html_client: AsyncClient, cast: Cast
) -> None:
    page = await html_client.get("/popular")
    assert 'rel="canonical" href="http://localhost:3000/"' in page.text


async def test_feeds_are_paginated_by_links_that_work_without_javascript(
    html_client: AsyncClient, cast: Cast
) -> None:
    for number in range(25):
        await factories.post(cast.alice, f"Post number {number}")
    first = await html_client.get("/new")
    assert "Post number 24" in first.text
    assert "Post number 3<" not in first.text
    [address] = {
        part.split('"')[0] for part in first.text.split('href="') if part.startswith("/new?cursor=")
    }
    second = await html_client.get(address)
    assert "Post number 3<" in second.text
    assert "Post number 24" not in second.text
    assert 'name="robots" content="noindex"' in second.text
    assert "/new?cursor=" not in second.text.split("<main")[1]


async def test_a_card_shows_the_intro_or_the_beginning_of_the_text_and_the_reading_time(
    html_client: AsyncClient, cast: Cast
) -> None:
    await factories.post(cast.alice, "With", intro="Why it rises.", html="<p>Of yeast.</p>")
    await factories.post(cast.alice, "Without", text="## One\n\nOf time.", reading_time=7)
    feed = (await html_client.get("/new")).text.split("<main")[1]
    assert "Why it rises." in feed
    assert "Of yeast." not in feed
    assert ">Of time.</p>" in feed
    assert "7 min read" in feed


@pytest.mark.parametrize(
    "address",
    ["/p/999/gone", "/nobody-at-all", "/profile/nobody/about", "/c/none"],
)
async def test_every_kind_of_missing_page_has_one_heading(
    html_client: AsyncClient, cast: Cast, address: str
) -> None:
    page = await html_client.get(address)
    assert page.status_code == 404
    assert page.text.count("<h1") == 1
    assert "Page not found</h1>" in page.text


async def test_an_invalid_cursor_returns_404(html_client: AsyncClient, cast: Cast) -> None:
    assert (await html_client.get("/new?cursor=nonsense")).status_code == 404


async def test_the_personal_feed_asks_a_guest_to_sign_in(
    html_client: AsyncClient, cast: Cast
) -> None:
    page = await html_client.get("/personal")
    assert page.status_code == 200
    assert 'href="/?modal=auth&amp;next=%2Fpersonal"' in page.text.split("<main")[1]
    assert 'name="robots" content="noindex"' in page.text


async def test_the_personal_feed_contains_only_posts_of_followed_authors(
    html_client: AsyncClient, cast: Cast
) -> None:
    await factories.post(cast.alice, "From Alice")
    await factories.post(cast.charlie, "From Charlie")
    async with unit_of_work() as session:
        await follows.follow(session, cast.bob, user_id=cast.alice.id)
    await sign_in(html_client, cast.bob)
    feed = (await html_client.get("/personal")).text.split("<main")[1].split("<aside")[0]
    assert "From Alice" in feed
    assert "From Charlie" not in feed


async def test_the_home_page_shows_the_default_feed_of_the_user(
    html_client: AsyncClient, cast: Cast
) -> None:
    async with unit_of_work() as session:
        await people.set_default_feed(session, cast.bob, feed=people.Feed.NEW)
    await sign_in(html_client, cast.bob)
    page = await html_client.get("/")
    current = page.text.split('aria-label="Feeds"')[1].split("</nav>")[0]
    assert current.index("/new") < current.index('aria-current="page"') < current.index("/personal")


async def test_tag_feeds_list_posts_and_empty_tag_feeds_are_excluded_from_search_engines(
    html_client: AsyncClient, cast: Cast
) -> None:
    async with unit_of_work() as session:
        draft = await posts.create_draft(
            session,
            cast.alice,
            title="Tagged",
            text=await posts.render_text("Words."),
            tags=["rye"],
        )
        await posts.publish(session, cast.alice, post_id=draft.id)
    full, empty = await html_client.get("/tag/rye"), await html_client.get("/tag/none-such")
    assert "Tagged" in full.text
    assert (empty.status_code, "noindex" in empty.text) == (200, True)


async def test_a_profile_has_metadata_and_posts(html_client: AsyncClient, cast: Cast) -> None:
    await factories.post(cast.alice)
    page = await html_client.get("/alice")
    assert page.status_code == 200
    assert "<title>Alice · Community</title>" in page.text
    assert 'property="og:type" content="profile"' in page.text
    assert 'href="/profile/alice/followers"' in page.text
    assert "On sourdough" in page.text
    assert '"@type":"ProfilePage"' in page.text
    assert 'href="http://localhost:3000/feed/alice.xml"' in page.text


async def test_a_profile_shows_the_place_of_users_who_have_one(
    html_client: AsyncClient, cast: Cast
) -> None:
    async with unit_of_work() as session:
        today = clock.now().date()
        session.add(RatingPlace(user_id=cast.alice.id, date=today, place=4, rating=1))
    assert ">4</span> in the ranking" in (await html_client.get("/alice")).text
    assert "in the ranking" not in (await html_client.get("/bob")).text


async def test_an_empty_profile_is_excluded_from_search_engines(
    html_client: AsyncClient, cast: Cast
) -> None:
    assert 'name="robots" content="noindex"' in (await html_client.get("/bob")).text


async def test_a_pinned_post_is_first_on_a_profile(html_client: AsyncClient, cast: Cast) -> None:
    old = await factories.post(cast.alice, "The old one")
    await factories.post(cast.alice, "The new one")
    await html_client.get("/alice")  # caches the page
    async with unit_of_work() as session:
        await posts.pin(session, cast.alice, post_id=old.id)
    await wait_for_pushes()
    text = (await html_client.get("/alice")).text.split("<main")[1]
    assert text.index("The old one") < text.index("The new one")
    assert text.count("The old one") == 1


async def test_former_and_differently_cased_slugs_redirect_to_the_profile(
    html_client: AsyncClient, cast: Cast
) -> None:
    async with unit_of_work() as session:
        await people.change_profile(session, cast.alice, ProfileChanges(slug="alicia"))
    for address, location in (
        ("/alice", "/alicia"),
        ("/ALICIA", "/alicia"),
        ("/profile/alice/followers", "/profile/alicia/followers"),
        ("/profile/alice/comments", "/profile/alicia/comments"),
        ("/profile/alice/about", "/profile/alicia/about"),
    ):
        page = await html_client.get(address)
        assert (page.status_code, page.headers["location"]) == (301, location)


async def test_profile_urls_of_unknown_users_return_404_and_reserved_paths_are_not_profiles(
    html_client: AsyncClient, cast: Cast
) -> None:
    assert (await html_client.get("/nobody-at-all")).status_code == 404
    for address in ("/polyfills.js", "/favicon.svg"):
        assert (await html_client.get(address)).text == "behind"


async def test_follower_and_following_lists_show_users(
    html_client: AsyncClient, cast: Cast
) -> None:
    async with unit_of_work() as session:
        await follows.follow(session, cast.bob, user_id=cast.alice.id)
    followers = (await html_client.get("/profile/alice/followers")).text.split("<main")[1]
    following = (await html_client.get("/profile/bob/following")).text.split("<main")[1]
    assert 'href="/bob"' in followers
    assert 'href="/alice"' in following


async def test_a_community_page_shows_its_description_rules_and_posts(
    html_client: AsyncClient, cast: Cast
) -> None:
    community = await factories.community(
        cast.alice, description="Flour and time.", rules="Be kind.", rules_html="<p>Be kind.</p>"
    )
    await factories.post(cast.bob, "A loaf", community_id=community.id)
    for address in ("/c/bread", "/c/bread/new"):
        page = await html_client.get(address)
        assert page.status_code == 200
        assert "Flour and time." in page.text
        assert "<p>Be kind.</p>" in page.text
        assert "A loaf" in page.text
        assert '"@type":"BreadcrumbList"' in page.text


async def test_a_former_community_slug_redirects(html_client: AsyncClient, cast: Cast) -> None:
    community = await factories.community(cast.alice)
    async with unit_of_work() as session:
        await communities.edit(session, cast.alice, community_id=community.id, slug="loaves")
    for tab in ("", "/new", "/members", "/edit"):
        page = await html_client.get(f"/c/bread{tab}")
        assert (page.status_code, page.headers["location"]) == (301, f"/c/loaves{tab}")
    assert (await html_client.get("/c/none")).status_code == 404


async def test_the_edit_form_of_a_community_is_shown_only_to_its_owner(
    html_client: AsyncClient, cast: Cast
) -> None:
    await factories.community(cast.alice)
    assert (await html_client.get("/c/bread/edit")).status_code == 404
    await sign_in(html_client, cast.alice)
    assert (await html_client.get("/c/bread/edit")).status_code == 200
    assert (await html_client.get("/communities/create")).status_code == 200


async def test_communities_are_listed_by_member_count(html_client: AsyncClient, cast: Cast) -> None:
    await factories.community(cast.alice, "small")
    large = await factories.community(cast.alice, "large")
    async with unit_of_work() as session:
        await communities.join(session, cast.bob, community_id=large.id)
    text = (await html_client.get("/communities")).text.split("<main")[1]
    assert text.index("/c/large") < text.index("/c/small")


async def test_user_content_is_escaped(html_client: AsyncClient, cast: Cast) -> None:
    mallet = await factories.user("mallet", bio=XSS_TEXT)
    async with unit_of_work() as session:
        user = await people.get_user(session, "mallet")
        people.set_name(user, XSS_TEXT[:50])
    community = await factories.community(mallet, "mall", description=XSS_TEXT)
    await factories.post(mallet, XSS_TEXT, slug="x", intro=XSS_TEXT, community_id=community.id)
    for address in ("/", "/mallet", "/c/mall", "/communities", "/p/1/x", "/tag/%3Cscript%3E"):
        text = (await html_client.get(address)).text
        assert "<script>alert" not in text
        assert "<img src=x" not in text
        assert "</script><img" not in text


@pytest.mark.parametrize("address", ["/new", "/alice", "/c/bread", "/communities"])
async def test_the_number_of_database_queries_does_not_grow_with_the_content(
    html_client: AsyncClient, cast: Cast, address: str
) -> None:
    community = await factories.community(cast.alice)

    await factories.post(cast.alice, "First", community_id=community.id)
    await factories.post(cast.alice, "On its own")

    async def count_queries() -> int:
        await hub.publish(messages.Resync())  # This call clears the page cache.
        with capture_queries() as queries:
            assert (await html_client.get(address)).status_code == 200
        return len(queries)

    await count_queries()  # The first request fills the caches of the process.
    few = await count_queries()
    for number in range(8):
        author = await factories.user(f"author{number}")
        await factories.post(author, f"More {number}", community_id=community.id)
        await factories.community(author, f"place{number}")
    assert 0 < few == await count_queries()


async def test_deleted_comments_disappear_from_the_sidebar(
    html_client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        reply = await comments.reply(
            session, cast.bob, post_id=post.id, text=await comments.render_text("My number is 555.")
        )
    for address in ("/new", "/bob", "/nobody-here"):
        assert "My number is 555." in (await html_client.get(address)).text
    async with unit_of_work() as session:
        await comments.delete(session, cast.bob, comment_id=reply.id)
    await wait_for_pushes()
    for address in ("/new", "/bob", "/nobody-here"):
        assert "My number is 555." not in (await html_client.get(address)).text


@pytest.mark.parametrize("tag", ["a" + "\u0315\u0300" * 2_000, "\u3164", "\u2800", "!"])
async def test_a_tag_that_no_post_can_have_is_not_found(
    html_client: AsyncClient, cast: Cast, normalized_lengths: list[int], tag: str
) -> None:
    page = await html_client.get(f"/tag/{quote(tag)}")
    assert page.status_code == 404
    assert max(normalized_lengths, default=0) < 200


async def test_the_editor_page_shows_the_stored_html_of_the_unpublished_changes(
    html_client: AsyncClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = await factories.post(cast.alice, text="Rye.", html="<p>Rye.</p>")
    async with unit_of_work() as session:
        text = await posts.render_text("Wheat and *spelt*.")
        await posts.save_draft(session, cast.alice, post_id=post.id, text=text)
    monkeypatch.setattr(safe_html, "RENDERERS", {})
    await sign_in(html_client, cast.alice)
    page = await html_client.get(f"/write/{post.id}")
    assert "Wheat and <em>spelt</em>." in page.text


async def test_pages_with_one_title_have_it_live_and_on_the_server(
    html_client: AsyncClient, cast: Cast
) -> None:
    compared = 0
    for page in list_pages():
        title = re.search(r'pageTitle\(true, "([^"]+)"', str(page.title))
        uuid = re.sub(r"\[(payment|setup)_id\]", str(ids.new_uuid()), page.route)
        response = await html_client.get(re.sub(r"\[\w+\]", "1", uuid))
        if title is not None and response.status_code == 200:
            assert f"<title>{title[1]} · Community</title>" in response.text, page.route
            compared += 1
    assert compared == 15
