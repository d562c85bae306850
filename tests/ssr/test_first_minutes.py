"""Tests of what the server renders for guests, newcomers and administrators of a new site."""

from httpx import AsyncClient

from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast


async def test_guests_see_write_and_join_in_the_header(
    html_client: AsyncClient, cast: Cast
) -> None:
    guest = (await html_client.get("/new")).text
    header = guest[guest.index("<header") : guest.index("</header>")]
    assert 'href="/?modal=auth&amp;next=%2Fwrite"' in header
    assert 'href="/?modal=auth&amp;form=register"' in header
    assert ">Join</a>" in header
    await sign_in(html_client, cast.alice)
    member = (await html_client.get("/new")).text
    assert "form=register" not in member


async def test_an_empty_personal_feed_contains_suggestions(
    html_client: AsyncClient, cast: Cast
) -> None:
    await factories.post(cast.bob)
    await factories.community(cast.charlie)
    await sign_in(html_client, cast.alice)
    main = await get_main(html_client, "/personal")
    assert 'href="/bob"' in main
    assert 'href="/c/bread"' in main
    assert ">Join<" in main
    assert ">Follow<" in main
    assert 'href="/alice"' not in main


async def test_without_suggestions_an_empty_personal_feed_says_what_to_do(
    html_client: AsyncClient, cast: Cast
) -> None:
    await sign_in(html_client, cast.alice)
    assert "Find communities" in await get_main(html_client, "/personal")


async def test_only_administrators_of_a_new_site_see_the_setup_checklist(
    html_client: AsyncClient, cast: Cast
) -> None:
    for path in ("/", "/popular", "/new", "/personal"):
        assert "Set up your site" not in await get_main(html_client, path)
    await sign_in(html_client, cast.alice)
    assert "Set up your site" not in await get_main(html_client, "/")
    await sign_in(html_client, cast.olga)
    for path in ("/", "/popular", "/new", "/personal"):
        main = await get_main(html_client, path)
        assert "Set up your site" in main
        assert "You&#39;re the administrator" in main


async def get_main(html_client: AsyncClient, path: str) -> str:
    html = (await html_client.get(path)).text
    return html[html.index("<main") : html.index("</main>")]
