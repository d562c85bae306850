"""Pages as complete HTML: what is answered, to whom, and for how long it stays true."""

from httpx import AsyncClient

from community import recognition
from community.core import database
from community.core.database import unit_of_work
from community.domain import comments, posts
from tests import factories
from tests.api.people import sign_in
from tests.cast import Cast
from tests.queries import counted


async def test_the_page_of_a_post_holds_its_text_and_its_discussion(
    browser: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        await comments.reply(session, cast.bob, post_id=post.id, text="Well *said*.")
    page = await browser.get(f"/p/{post.id}/on-sourdough")
    assert page.status_code == 200
    assert "Flour, water, <em>time</em>." in page.text
    assert "Well <em>said</em>." in page.text
    assert "<title>On sourdough · Community</title>" in page.text
    assert f'rel="canonical" href="http://localhost:3000/p/{post.id}/on-sourdough"' in page.text


async def test_an_address_with_another_slug_moved_for_ever(
    browser: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    for address in (f"/p/{post.id}", f"/p/{post.id}/an-old-title"):
        page = await browser.get(address)
        assert (page.status_code, page.headers["location"]) == (301, f"/p/{post.id}/on-sourdough")


async def test_what_is_not_there_is_404_and_what_is_not_public_too(
    browser: AsyncClient, cast: Cast
) -> None:
    draft = await factories.post(cast.alice, status="draft", published_at=None)
    for address in ("/p/999/nothing", "/p/abc/x", f"/p/{draft.id}/on-sourdough"):
        assert (await browser.get(address)).status_code == 404


async def test_an_author_reads_the_draft_that_is_404_for_others(
    browser: AsyncClient, cast: Cast
) -> None:
    draft = await factories.post(cast.alice, status="draft", published_at=None)
    await sign_in(browser, cast.alice)
    assert (await browser.get(f"/p/{draft.id}/on-sourdough")).status_code == 200


async def test_a_page_is_made_once_and_anew_when_something_in_it_changes(
    browser: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    await browser.get(address)
    with counted() as queries:
        await browser.get(address)
    assert not queries
    async with unit_of_work() as session:
        await comments.reply(session, cast.bob, post_id=post.id, text="News.")
    await database.pushed()
    assert "News." in (await browser.get(address)).text


async def test_somebody_signed_in_gets_the_same_text_in_a_frame_of_their_own(
    browser: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    guest = await browser.get(address)
    await sign_in(browser, cast.bob)
    member = await browser.get(address)
    assert "Sign in" in guest.text
    assert 'href="/bob"' in member.text
    assert "Flour, water" in member.text


async def test_an_unpublished_post_is_gone_at_once(browser: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    assert (await browser.get(address)).status_code == 200
    async with unit_of_work() as session:
        await posts.unpublish(session, cast.alice, post_id=post.id)
    await database.pushed()
    assert (await browser.get(address)).status_code == 404


async def test_hostile_names_and_titles_are_only_text(browser: AsyncClient, cast: Cast) -> None:
    mallory = await factories.person("eve", bio="")
    post = await factories.post(
        mallory, "</title><script>alert(1)</script>", slug="x", intro='"><img src=x onerror=1>'
    )
    page = await browser.get(f"/p/{post.id}/x")
    assert "<script>alert" not in page.text
    assert "<img src=x" not in page.text


async def test_a_page_that_did_not_change_is_304(browser: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    first = await browser.get(address)
    again = await browser.get(address, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_the_same_page_compressed_and_plain(browser: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    zipped = await browser.get(address, headers={"Accept-Encoding": "gzip"})
    plain = await browser.get(address, headers={"Accept-Encoding": "identity"})
    assert zipped.headers["content-encoding"] == "gzip"
    assert zipped.text == plain.text


async def test_programs_and_other_addresses_go_on_to_the_application(
    browser: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    program = await browser.get(
        f"/p/{post.id}/on-sourdough", headers={"Accept": "application/json"}
    )
    assert [program.text, (await browser.get("/assets/x.js")).text] == ["behind", "behind"]


async def test_every_page_renews_the_cookie_of_somebody_signed_in(
    browser: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    assert "set-cookie" not in (await browser.get(address)).headers
    await sign_in(browser, cast.alice)
    token = browser.cookies["session"]
    page = await browser.get(address)
    assert page.headers["set-cookie"] == recognition.session_cookie_header(token)


async def test_only_our_own_scripts_may_run(browser: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    policy = (await browser.get(f"/p/{post.id}/on-sourdough")).headers["content-security-policy"]
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "unsafe" not in scripts
    assert "'sha256-" in scripts
