"""Tests of passkeys with a device that is software, and that also lies."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.domain import site
from community.domain.accounts import OPERATOR
from community.domain.identity import passkeys
from community.domain.identity.passkeys import Ceremony, PasskeyCredential, PasskeyView
from community.models import Mail, Passkey, User
from tests.domain.identity.second_factor import register_and_sign_in, start_setup
from tests.domain.identity.software_authenticator import SoftwareAuthenticator


@pytest.fixture
async def dora(db: None) -> Actor:
    return (await register_and_sign_in())[1]


async def start(actor: Actor) -> Ceremony:
    async with read_session() as session:
        return await passkeys.start_registration(session, actor)


async def add(
    actor: Actor, device: SoftwareAuthenticator, ceremony: Ceremony | None = None
) -> PasskeyView:
    ceremony = ceremony or await start(actor)
    credential = device.create(ceremony.options)
    async with unit_of_work() as session:
        return await passkeys.register(
            session, actor, token=ceremony.token, credential=credential, name="Phone"
        )


async def sign_in(token: str, credential: PasskeyCredential) -> int:
    async with unit_of_work() as session:
        user = await passkeys.verify_sign_in(session, token=token, credential=credential)
        return user.id


async def sign_in_with(device: SoftwareAuthenticator) -> int:
    ceremony = passkeys.start_sign_in()
    return await sign_in(ceremony.token, device.sign(ceremony.options))


async def test_a_user_signs_in_with_a_passkey(dora: Actor) -> None:
    device = SoftwareAuthenticator()
    added = await add(dora, device)
    assert added.last_used_at is None
    assert await sign_in_with(device) == dora.id
    async with read_session() as session:
        (listed,) = await passkeys.list_passkeys(session, dora)
        subjects = list(
            await session.scalars(select(Mail.subject).where(Mail.kind == "credentials_changed"))
        )
    assert (listed.name, listed.last_used_at is not None) == ("Phone", True)
    assert subjects == ["A passkey was added"]


async def test_the_options_require_the_device_to_check_the_user(dora: Actor) -> None:
    await add(dora, SoftwareAuthenticator())
    ceremony = await start(dora)
    selection = ceremony.options["authenticatorSelection"]
    assert (selection["userVerification"], selection["residentKey"]) == ("required", "required")
    assert len(ceremony.options["excludeCredentials"]) == 1
    sign_in_options = passkeys.start_sign_in().options
    assert sign_in_options["userVerification"] == "required"
    assert not sign_in_options.get("allowCredentials")


LIES: dict[str, dict[str, Any]] = {
    "another origin": {"origin": "https://example.com"},
    "another port": {"origin": "http://localhost:3001"},
    "another site": {"site_id": "example.com"},
    "no user verification": {"verifies_user": False},
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
async def test_a_passkey_that_lies_is_not_stored(dora: Actor, lie: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        await add(dora, SoftwareAuthenticator(**lie))
    async with read_session() as session:
        assert await passkeys.list_passkeys(session, dora) == []


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
async def test_a_sign_in_that_lies_is_refused(dora: Actor, lie: dict[str, Any]) -> None:
    device = SoftwareAuthenticator()
    await add(dora, device)
    for name, value in lie.items():
        setattr(device, name, value)
    with pytest.raises(PermissionDenied) as raised:
        await sign_in_with(device)
    assert raised.value.code == "invalid_credentials"


async def test_a_count_that_goes_back_is_refused(dora: Actor) -> None:
    device = SoftwareAuthenticator(sign_count=5)
    await add(dora, device)
    copy = replace(device)
    await sign_in_with(device)
    await sign_in_with(device)
    with pytest.raises(PermissionDenied):
        await sign_in_with(copy)


async def test_a_challenge_is_accepted_once_and_in_its_browser(dora: Actor) -> None:
    device = SoftwareAuthenticator()
    await add(dora, device)
    ceremony, other = passkeys.start_sign_in(), passkeys.start_sign_in()
    credential = device.sign(ceremony.options)
    with pytest.raises(PermissionDenied):
        await sign_in(other.token, credential)
    await sign_in(ceremony.token, credential)
    with pytest.raises(Invalid):
        await sign_in(ceremony.token, credential)
    for token in ("", "x", (await start(dora)).token):
        with pytest.raises(Invalid):
            await sign_in(token, device.sign(ceremony.options))


async def test_a_challenge_expires(dora: Actor) -> None:
    device = SoftwareAuthenticator()
    await add(dora, device)
    ceremony = passkeys.start_sign_in()
    with clock.travel(timedelta(minutes=5, seconds=1)), pytest.raises(Invalid):
        await sign_in(ceremony.token, device.sign(ceremony.options))


async def test_a_challenge_for_a_new_passkey_belongs_to_its_user(dora: Actor) -> None:
    _user, erik = await register_and_sign_in("Erik")
    with pytest.raises(Invalid):
        await add(erik, SoftwareAuthenticator(), await start(dora))
    ceremony = await start(dora)
    await add(dora, SoftwareAuthenticator(), ceremony)
    with pytest.raises(Invalid):
        await add(dora, SoftwareAuthenticator(), ceremony)


async def test_an_unknown_passkey_or_one_with_another_key_or_user_is_refused(dora: Actor) -> None:
    _user, erik = await register_and_sign_in("Erik")
    device, other = SoftwareAuthenticator(), SoftwareAuthenticator()
    await add(dora, device)
    await add(erik, other)
    unknown = SoftwareAuthenticator(user_handle=device.user_handle)
    forged = replace(unknown, credential_id=device.credential_id)
    swapped = replace(device, user_handle=other.user_handle)
    nameless = replace(device, user_handle="")
    for liar in (unknown, forged, swapped, nameless):
        with pytest.raises(PermissionDenied):
            await sign_in_with(liar)


async def test_a_passkey_is_stored_once(dora: Actor) -> None:
    device = SoftwareAuthenticator()
    await add(dora, device)
    with pytest.raises(Conflict):
        await add(dora, device)


async def test_a_deleted_account_has_no_passkeys(dora: Actor) -> None:
    device = SoftwareAuthenticator()
    await add(dora, device)
    async with unit_of_work() as session:
        (await session.get_one(User, dora.id)).deleted_at = clock.now()
    with pytest.raises(PermissionDenied):
        await sign_in_with(device)


async def test_users_rename_and_remove_only_their_passkeys(dora: Actor) -> None:
    _user, erik = await register_and_sign_in("Erik")
    device = SoftwareAuthenticator()
    passkey_id = (await add(dora, device)).id
    for name, error in ((" ", Invalid), ("x" * 61, Invalid)):
        with pytest.raises(error):
            async with unit_of_work() as session:
                await passkeys.rename(session, dora, passkey_id=passkey_id, name=name)
    async with unit_of_work() as session:
        renamed = await passkeys.rename(session, dora, passkey_id=passkey_id, name=" Laptop ")
    assert renamed.name == "Laptop"
    with pytest.raises(NotFound):
        async with unit_of_work() as session:
            await passkeys.remove(session, erik, passkey_id=passkey_id)
    async with unit_of_work() as session:
        await passkeys.remove(session, dora, passkey_id=passkey_id)
    with pytest.raises(PermissionDenied):
        await sign_in_with(device)


async def test_only_a_confirmed_session_adds_and_removes_passkeys(dora: Actor) -> None:
    passkey_id = (await add(dora, SoftwareAuthenticator())).id
    for other in (replace(dora, confirmed_at=None), replace(dora, session_id=None, token_id=1)):
        with pytest.raises(PermissionDenied):
            await start(other)
        with pytest.raises(PermissionDenied):
            async with unit_of_work() as session:
                await passkeys.remove(session, other, passkey_id=passkey_id)


async def test_a_report_removes_the_passkeys_of_a_thief_and_keeps_earlier_ones(dora: Actor) -> None:
    await add(dora, SoftwareAuthenticator())
    for since, count in ((timedelta(minutes=1), 1), (-timedelta(minutes=1), 0)):
        async with unit_of_work() as session:
            user = await session.get_one(User, dora.id)
            await passkeys.remove_added_since(session, user, clock.now() + since)
            assert len((await session.scalars(select(Passkey.id))).all()) == count


async def remove(actor: Actor, passkey: PasskeyView) -> None:
    async with unit_of_work() as session:
        await passkeys.remove(session, actor, passkey_id=passkey.id)


async def remove_password(actor: Actor) -> None:
    async with unit_of_work() as session:
        (await session.get_one(User, actor.id)).password_hash = None


async def test_the_last_way_to_sign_in_stays(dora: Actor) -> None:
    phone, laptop = [await add(dora, SoftwareAuthenticator()) for _device in range(2)]
    await remove_password(dora)
    await remove(dora, phone)
    with pytest.raises(Conflict) as raised:
        await remove(dora, laptop)
    assert raised.value.code == "last_sign_in_method"


async def test_concurrent_requests_do_not_remove_the_last_two_passkeys(dora: Actor) -> None:
    added = [await add(dora, SoftwareAuthenticator()) for _device in range(2)]
    await remove_password(dora)
    results = await asyncio.gather(
        *(remove(dora, passkey) for passkey in added), return_exceptions=True
    )
    assert sorted(type(result).__name__ for result in results) == ["Conflict", "NoneType"]


async def test_devices_and_apps_show_the_name_of_the_site_that_administrators_chose(
    dora: Actor,
) -> None:
    async with unit_of_work() as session:
        settings = site.GeneralSettings(site_name="Breadcrumbs")
        await site.update_settings(session, OPERATOR, settings)
    site.settings_cache.clear()
    assert (await start(dora)).options["rp"]["name"] == "Breadcrumbs"
    assert "issuer=Breadcrumbs" in (await start_setup(dora)).url
