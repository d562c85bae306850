"""Tests of the words and links that names, profiles and communities may not contain."""

from typing import Any

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.core.errors import DomainError
from community.domain import accounts, communities, people, site
from community.domain.people import ProfileChanges
from community.domain.site import ContentSettings
from tests import factories
from tests.cast import Cast
from tests.domain.actions import run

BLOCKED = ContentSettings(blocked_words=["casino"], blocked_domains=["spam.example"])
NEW_ACCOUNTS = ContentSettings(new_account_hours=24, new_accounts="hold")
LINK = "See https://a.example"


async def configure(cast: Cast, settings: ContentSettings) -> None:
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, settings)


async def list_invalid_fields(action: Any, actor: Actor, *args: Any, **kwargs: Any) -> list[str]:
    try:
        await run(action, actor, *args, **kwargs)
    except DomainError as error:
        return list(error.field_errors)
    return []


async def change_profile(actor: Actor, **changes: str) -> list[str]:
    return await list_invalid_fields(people.change_profile, actor, ProfileChanges(**changes))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "C\u0430sino Ann"),
        ("slug", "casino-ann"),
        ("bio", "Play at the casino"),
        ("bio", "Look at spam.example"),
    ],
)
async def test_profiles_contain_no_listed_words_and_sites(
    cast: Cast, field: str, value: str
) -> None:
    await configure(cast, BLOCKED)
    assert await change_profile(cast.alice, **{field: value}) == [field]
    assert await change_profile(cast.olga, **{field: value}) == []


async def test_a_word_that_a_profile_already_contains_has_no_effect(cast: Cast) -> None:
    assert await change_profile(cast.alice, bio="Casino") == []
    await configure(cast, BLOCKED)
    assert await change_profile(cast.alice, bio="Casino, bread") == []
    assert await change_profile(cast.alice, name="Casino") == ["name"]


@pytest.mark.parametrize(("name", "slug"), [("Casino", None), ("Ann", "the-casino")])
async def test_a_new_account_has_no_listed_words_in_its_name(
    cast: Cast, name: str, slug: str | None
) -> None:
    await configure(cast, BLOCKED)
    data = await accounts.validate_registration(
        name=name, email="ann@example.com", password="correct horse battery", slug=slug
    )
    with pytest.raises(DomainError) as caught:
        async with unit_of_work() as session:
            await accounts.register(session, data)
    assert list(caught.value.field_errors) == ["slug" if slug else "name"]


async def test_new_accounts_add_no_links(cast: Cast) -> None:
    newcomer = await factories.user("newcomer", created_at=clock.now(), bio=LINK)
    await configure(cast, NEW_ACCOUNTS)
    assert await change_profile(newcomer, bio=f"{LINK}!") == []
    assert await change_profile(newcomer, bio="https://b.example") == ["bio"]
    assert await change_profile(cast.olga, bio="https://b.example") == []
    await configure(cast, ContentSettings())
    assert await change_profile(newcomer, bio="https://b.example") == []


async def test_communities_contain_no_listed_words_and_no_links_of_new_accounts(
    cast: Cast,
) -> None:
    newcomer = await factories.user("newcomer", created_at=clock.now())
    rules = await communities.render_rules("No [casino](https://a.example).")
    bread = await factories.community(newcomer)
    await configure(cast, BLOCKED)
    for changes in (
        {"name": "Casino"},
        {"slug": "casino"},
        {"description": "A casino"},
        {"rules": rules},
    ):
        fields: Any = {"slug": "rye", "name": "Rye", **changes}
        assert await list_invalid_fields(communities.create, newcomer, **fields) == list(changes)
        fields = {"community_id": bread.id, **changes}
        assert await list_invalid_fields(communities.edit, newcomer, **fields) == list(changes)
    await configure(cast, NEW_ACCOUNTS)
    changes = {"description": LINK}
    fields = {"slug": "rye", "name": "Rye", **changes}
    assert await list_invalid_fields(communities.create, newcomer, **fields) == ["description"]
