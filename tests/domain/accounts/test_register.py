import asyncio

import pytest

from community.core.errors import Conflict, Invalid
from community.domain import accounts
from tests.cast import Cast
from tests.domain.accounts.people import PASSWORD, join


async def test_the_first_on_an_empty_site_becomes_administrator(db: None) -> None:
    first, second = await join("Dora"), await join("Emil")
    assert first.admin_since is not None
    assert second.admin_since is None


async def test_of_two_who_are_first_at_once_one_becomes_administrator(db: None) -> None:
    people = await asyncio.gather(*(join(name) for name in ("Dora", "Emil", "Fatima", "Goran")))
    assert sum(person.admin_since is not None for person in people) == 1


async def test_the_address_is_made_of_the_name(db: None) -> None:
    assert (await join("Дора Ивановна", email="dora@example.com")).slug == "dora-ivanovna"


async def test_namesakes_get_addresses_of_their_own(db: None) -> None:
    people = [await join("Dora", email=f"dora{number}@example.com") for number in range(12)]
    assert people[1].slug == "dora-2"
    assert len({person.slug for person in people}) == 12


async def test_namesakes_who_join_at_once_get_addresses_of_their_own(cast: Cast) -> None:
    people = await asyncio.gather(
        *(join("Dora", email=f"dora{number}@example.com") for number in range(4))
    )
    assert len({person.slug for person in people}) == 4


@pytest.mark.parametrize("name", ["Admin", "Li", "12345", "🙂", "!!!"])
async def test_a_name_that_makes_no_address_still_gets_one(cast: Cast, name: str) -> None:
    person = await join(name, email="new@example.com")
    assert 3 <= len(person.slug) <= 30
    assert person.slug != "admin"


async def test_an_address_can_be_chosen(cast: Cast) -> None:
    assert (await join("Dora", slug="Sea_Dora")).slug == "sea_dora"


async def test_a_chosen_address_that_is_taken_is_refused(cast: Cast) -> None:
    with pytest.raises(Conflict) as refusal:
        await join("Dora", slug="ALICE")
    assert "slug" in refusal.value.fields


@pytest.mark.parametrize(
    "slug", ["settings", "_rx", "12345", "ab", "a" * 31, "dora.b", "дора", "a/b"]
)
async def test_reserved_and_impossible_addresses_are_refused(db: None, slug: str) -> None:
    with pytest.raises(Invalid) as refusal:
        await join("Dora", slug=slug)
    assert "slug" in refusal.value.fields


async def test_an_email_is_one_account_however_it_is_spelled(cast: Cast) -> None:
    with pytest.raises(Conflict) as refusal:
        await join("Dora", email="ALICE@Example.com")
    assert "email" in refusal.value.fields


async def test_of_two_who_use_one_email_at_once_one_joins(cast: Cast) -> None:
    outcomes = await asyncio.gather(
        *(join("Dora", email="dora@example.com") for _ in range(4)), return_exceptions=True
    )
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 3


@pytest.mark.parametrize(
    "email", ["", "dora", "dora@", "@example.com", "a b@example.com", "dora@x", "d\0@ex.com"]
)
async def test_what_cannot_be_an_email_is_refused(db: None, email: str) -> None:
    with pytest.raises(Invalid) as refusal:
        await join("Dora", email=email)
    assert "email" in refusal.value.fields


@pytest.mark.parametrize(
    "password",
    [
        "short12",
        "x" * 129,
        "aaaaaaaaaaaa",
        "PassWord1",
        "qwertyuiop",
        "dora@example.com",
        "Dora Ivanovna",
    ],
)
async def test_passwords_that_attackers_try_first_are_refused(db: None, password: str) -> None:
    with pytest.raises(Invalid) as refusal:
        await join("Dora Ivanovna", email="dora@example.com", password=password)
    assert "password" in refusal.value.fields


@pytest.mark.parametrize("password", ["eight ch", "x7" * 64, "пароль из слов", "🦊🦊🦊🦊 eight"])
async def test_long_and_foreign_passwords_are_welcome(db: None, password: str) -> None:
    assert (await join("Dora", password=password)).password_hash is not None


async def test_everything_that_is_wrong_is_said_at_once(db: None) -> None:
    with pytest.raises(Invalid) as refusal:
        await accounts.apply(name=" ", email="dora", password="short", slug="x")
    assert refusal.value.fields.keys() == {"name", "email", "password", "slug"}


async def test_names_are_kept_on_one_line_without_tricks(db: None) -> None:
    person = await join("  Do\u202era \n\x00 B ", email="dora@example.com")
    assert person.name == "Dora B"


async def test_the_password_itself_is_nowhere(db: None) -> None:
    person = await join("Dora")
    assert PASSWORD not in str(person.model_dump())
    assert (person.password_hash or "").startswith("$argon2id$")
