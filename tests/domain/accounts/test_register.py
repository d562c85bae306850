import asyncio

import pytest

from community.core.errors import Conflict, Invalid
from community.domain import accounts
from tests.cast import Cast
from tests.domain.identity.actions import PASSWORD, register_user


async def test_the_first_user_becomes_administrator(db: None) -> None:
    first, second = await register_user("Dora"), await register_user("Emil")
    assert first.admin_since is not None
    assert second.admin_since is None


async def test_concurrent_first_registrations_create_one_administrator(db: None) -> None:
    users = await asyncio.gather(
        *(register_user(name) for name in ("Dora", "Emil", "Fatima", "Goran"))
    )
    assert sum(user.admin_since is not None for user in users) == 1


async def test_the_slug_is_derived_from_the_name(db: None) -> None:
    assert (await register_user("Дора Ивановна", email="dora@example.com")).slug == "dora-ivanovna"


async def test_users_with_the_same_name_get_different_slugs(cast: Cast) -> None:
    users = [await register_user("Dora", email=f"dora{number}@example.com") for number in range(12)]
    assert users[1].slug == "dora-2"
    assert len({user.slug for user in users}) == 12


async def test_concurrently_registered_users_with_the_same_name_get_different_slugs(
    cast: Cast,
) -> None:
    users = await asyncio.gather(
        *(register_user("Dora", email=f"dora{number}@example.com") for number in range(4))
    )
    assert len({user.slug for user in users}) == 4


@pytest.mark.parametrize("name", ["Admin", "Li", "12345", "🙂", "!!!"])
async def test_a_user_whose_name_yields_no_valid_slug_gets_a_generated_slug(
    cast: Cast, name: str
) -> None:
    user = await register_user(name, email="new@example.com")
    assert 3 <= len(user.slug) <= 30
    assert user.slug != "admin"


async def test_a_user_can_choose_a_slug_at_registration(cast: Cast) -> None:
    assert (await register_user("Dora", slug="Sea_Dora")).slug == "sea_dora"


async def test_a_taken_slug_is_rejected(cast: Cast) -> None:
    with pytest.raises(Conflict) as raised:
        await register_user("Dora", slug="ALICE")
    assert "slug" in raised.value.field_errors


@pytest.mark.parametrize(
    "slug", ["settings", "_rx", "12345", "ab", "a" * 31, "dora.b", "дора", "a/b"]
)
async def test_reserved_and_invalid_slugs_are_rejected(db: None, slug: str) -> None:
    with pytest.raises(Invalid) as raised:
        await register_user("Dora", slug=slug)
    assert "slug" in raised.value.field_errors


async def test_email_addresses_are_unique_regardless_of_case(cast: Cast) -> None:
    with pytest.raises(Conflict) as raised:
        await register_user("Dora", email="ALICE@Example.com")
    assert "email" in raised.value.field_errors


async def test_only_one_of_several_concurrent_registrations_with_the_same_email_succeeds(
    cast: Cast,
) -> None:
    outcomes = await asyncio.gather(
        *(register_user("Dora", email="dora@example.com") for _ in range(4)), return_exceptions=True
    )
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 3


@pytest.mark.parametrize(
    "email", ["", "dora", "dora@", "@example.com", "a b@example.com", "dora@x", "d\0@ex.com"]
)
async def test_an_invalid_email_is_rejected(db: None, email: str) -> None:
    with pytest.raises(Invalid) as raised:
        await register_user("Dora", email=email)
    assert "email" in raised.value.field_errors


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
async def test_weak_passwords_are_rejected(db: None, password: str) -> None:
    with pytest.raises(Invalid) as raised:
        await register_user("Dora Ivanovna", email="dora@example.com", password=password)
    assert "password" in raised.value.field_errors


@pytest.mark.parametrize("password", ["eight ch", "x7" * 64, "пароль из слов", "🦊🦊🦊🦊 eight"])
async def test_long_and_non_ascii_passwords_are_accepted(db: None, password: str) -> None:
    assert (await register_user("Dora", password=password)).password_hash is not None


async def test_all_invalid_fields_are_reported_together(db: None) -> None:
    with pytest.raises(Invalid) as raised:
        await accounts.validate_registration(name=" ", email="dora", password="short", slug="x")
    assert raised.value.field_errors.keys() == {"name", "email", "password", "slug"}


async def test_user_names_are_normalized_to_a_single_line(db: None) -> None:
    user = await register_user("  Do\u202era \n\x00 B ", email="dora@example.com")
    assert user.name == "Dora B"


async def test_the_password_is_stored_only_as_a_hash(db: None) -> None:
    user = await register_user("Dora")
    assert PASSWORD not in str(user.model_dump())
    assert (user.password_hash or "").startswith("$argon2id$")
