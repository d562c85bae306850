"""Tests of the accounts at other services with which users sign in."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings as hypothesis_settings, strategies as st
from sqlmodel import col, delete, select

from community import jobs
from community.core import clock, ids
from community.core.actor import GUEST, Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, DomainError, Invalid, PermissionDenied
from community.domain import identity, moderation, site
from community.domain.accounts import provider_registration
from community.domain.identity import providers
from community.domain.identity.providers import PendingIdentity
from community.domain.identity.providers.store import NewIdentity, add_identity
from community.gateways.identity import ExternalProfile
from community.models import Identity, Passkey, UsedLink, User, UserSession
from tests import factories
from tests.cast import Cast
from tests.gateways.mail.delivered_mails import read_delivered_mails

SERVICES = ("github", "x", "vk")


@pytest.fixture
async def services(cast: Cast) -> None:
    await enable_services(cast)


async def enable_services(cast: Cast) -> None:
    values: dict[str, Any] = {}
    for name in SERVICES:
        values |= {f"{name}_enabled": True, f"{name}_client_id": "a", f"{name}_client_secret": "b"}
    changes = await site.prepare_changes(site.AuthSettings, values)
    async with unit_of_work() as session:
        await site.change_settings(session, cast.olga, changes)


async def confirm(actor: Actor) -> Actor:
    async with unit_of_work() as session:
        row = UserSession(
            user_id=actor.id,
            token_hash=ids.hash_token(ids.new_token()),
            expires_at=clock.now() + identity.SESSION_LIFETIME,
        )
        session.add(row)
    return replace(actor, session_id=row.id, confirmed_at=clock.now())


def build_pending(provider: str, subject: str = "1", email: str = "") -> PendingIdentity:
    attempt = providers.create_attempt(provider)  # type: ignore[arg-type]
    profile = ExternalProfile(
        provider,  # type: ignore[arg-type]
        subject,
        email,
        is_email_verified=bool(email),
        name="Dora",
    )
    return providers.create_pending_identity(profile, attempt)


async def connect(actor: Actor, pending: PendingIdentity) -> bool:
    async with unit_of_work() as session:
        return await providers.connect(session, actor, pending=pending)


async def disconnect(actor: Actor, provider: str) -> None:
    async with unit_of_work() as session:
        await providers.disconnect(session, actor, provider=provider)


async def find_owners() -> dict[tuple[str, str], int]:
    async with read_session() as session:
        rows = await session.scalars(select(Identity))
        return {(row.provider, row.subject): row.user_id for row in rows}


async def set_password(actor: Actor, password_hash: str | None = "hash") -> None:
    async with unit_of_work() as session:
        (await session.get_one(User, actor.id)).password_hash = password_hash


async def test_both_changes_are_reported_by_mail(cast: Cast, services: None) -> None:
    await set_password(cast.alice)
    alice = await confirm(cast.alice)
    assert await connect(alice, build_pending("github"))
    assert not await connect(alice, build_pending("github"))
    await disconnect(alice, "github")
    await jobs.run_due_jobs()
    subjects = [mail["Subject"] for mail in await read_delivered_mails()]
    assert subjects == ["A sign-in method was added", "A sign-in method was removed"]


async def test_a_pending_identity_is_used_once(cast: Cast, services: None) -> None:
    await set_password(cast.alice)
    alice, pending = await confirm(cast.alice), build_pending("github")
    await connect(alice, pending)
    await disconnect(alice, "github")
    with pytest.raises(Invalid) as error:
        await connect(await confirm(cast.bob), pending)
    assert error.value.code == "identity_expired"


async def test_changes_need_a_recent_confirmation(cast: Cast, services: None) -> None:
    alice = replace(await confirm(cast.alice), confirmed_at=None)
    with pytest.raises(PermissionDenied) as error:
        await connect(alice, build_pending("github"))
    assert error.value.code == "confirmation_required"
    with pytest.raises(PermissionDenied):
        await connect(replace(alice, session_id=None, token_id=1), build_pending("github"))


async def test_one_account_of_each_service(cast: Cast, services: None) -> None:
    alice = await confirm(cast.alice)
    await connect(alice, build_pending("github", "1"))
    with pytest.raises(Conflict) as error:
        await connect(alice, build_pending("github", "2"))
    assert error.value.code == "already_connected"


async def test_an_identity_of_another_user_is_refused(cast: Cast, services: None) -> None:
    await connect(await confirm(cast.alice), build_pending("github"))
    with pytest.raises(Conflict) as error:
        await connect(await confirm(cast.bob), build_pending("github"))
    assert error.value.code == "identity_taken"


async def test_the_last_way_to_sign_in_stays(cast: Cast, services: None) -> None:
    alice = await confirm(cast.alice)
    await connect(alice, build_pending("github"))
    with pytest.raises(Conflict) as error:
        await disconnect(alice, "github")
    assert error.value.code == "last_sign_in_method"
    await connect(alice, build_pending("x"))
    await disconnect(alice, "github")
    async with read_session() as session:
        connections = await providers.list_connections(session, alice)
    assert {item.provider: item.can_disconnect for item in connections if item.is_connected} == {
        "x": False
    }


async def test_a_passkey_is_another_way_to_sign_in(cast: Cast, services: None) -> None:
    alice = await confirm(cast.alice)
    await connect(alice, build_pending("github"))
    async with unit_of_work() as session:
        session.add(
            Passkey(user_id=alice.id, credential_id="id", public_key="key", sign_count=0, name="PC")
        )
    await disconnect(alice, "github")
    assert await find_owners() == {}


async def test_a_service_that_is_switched_off_is_no_way_to_sign_in(
    cast: Cast, services: None
) -> None:
    alice = await confirm(cast.alice)
    for name in ("github", "x"):
        await connect(alice, build_pending(name))
    changes = await site.prepare_changes(site.AuthSettings, {"x_enabled": False})
    async with unit_of_work() as session:
        await site.change_settings(session, cast.olga, changes)
    with pytest.raises(Conflict):
        await disconnect(alice, "github")
    await disconnect(alice, "x")


async def test_concurrent_requests_do_not_remove_the_last_two_services(
    cast: Cast, services: None
) -> None:
    alice = await confirm(cast.alice)
    for name in ("github", "x"):
        await connect(alice, build_pending(name))
    results = await asyncio.gather(
        disconnect(alice, "github"), disconnect(alice, "x"), return_exceptions=True
    )
    assert sum(isinstance(result, Conflict) for result in results) == 1
    assert len(await find_owners()) == 1


async def test_concurrent_users_do_not_share_an_identity(cast: Cast, services: None) -> None:
    users = [await confirm(actor) for actor in (cast.alice, cast.bob)]
    results = await asyncio.gather(
        *(connect(user, build_pending("github")) for user in users), return_exceptions=True
    )
    assert sum(isinstance(result, Conflict) for result in results) == 1
    assert len(await find_owners()) == 1


async def test_a_verified_email_of_the_service_confirms_that_of_the_account(
    db: None, services: None
) -> None:
    dora = await factories.user("dora", email_verified_at=None)
    await connect(await confirm(dora), build_pending("github", email="Dora@example.com"))
    async with read_session() as session:
        assert (await session.get_one(User, dora.id)).email_verified_at is not None


async def test_an_intruder_loses_their_identity_with_the_password(
    cast: Cast, services: None
) -> None:
    """A person who registers with the email of another one must not keep access."""
    owner = await factories.user("dora", email_verified_at=None)
    async with unit_of_work() as session:
        user = await session.get_one(User, owner.id)
        await add_identity(session, user, NewIdentity("x", "intruder"))
        token = identity.build_reset_token(user).token
    password_hash = await identity.hash_password("a quiet harbour")
    async with unit_of_work() as session:
        await identity.reset_password(session, token=token, password_hash=password_hash)
    assert await find_owners() == {}


async def test_an_administrator_who_resets_a_password_removes_the_identities(
    cast: Cast, services: None
) -> None:
    await connect(await confirm(cast.alice), build_pending("github"))
    await connect(await confirm(cast.bob), build_pending("x"))
    olga = await confirm(cast.olga)
    async with unit_of_work() as session:
        await moderation.start_password_reset(session, olga, user_id=cast.alice.id, reason="stolen")
    assert await find_owners() == {("x", "1"): cast.bob.id}


@dataclass
class Model:
    """What the test expects: the owner of each identity, and who has a password."""

    owners: dict[tuple[str, str], int] = field(default_factory=dict)
    passwords: set[int] = field(default_factory=set)

    def can_sign_in(self, user_id: int) -> bool:
        return user_id in self.passwords or user_id in self.owners.values()


# Few values, so that the actions often concern the same person and the same identity.
PEOPLE = st.integers(0, 2)
USED_SERVICES = st.sampled_from(SERVICES[:2])
SUBJECTS = st.sampled_from(["1", "2"])
ACTIONS = st.one_of(
    st.tuples(st.just("connect"), PEOPLE, USED_SERVICES, SUBJECTS, st.sampled_from("abc-")),
    st.tuples(st.just("disconnect"), PEOPLE, USED_SERVICES),
    st.tuples(st.just("sign_in"), PEOPLE, USED_SERVICES, SUBJECTS),
    st.tuples(st.just("change_email"), PEOPLE, st.sampled_from("abc")),
    st.tuples(st.just("register"), USED_SERVICES, SUBJECTS, st.sampled_from("abc-")),
)


@hypothesis_settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(actions=st.lists(ACTIONS, min_size=5, max_size=15))
async def test_no_identity_reaches_another_account_and_no_account_loses_its_last_way_in(
    cast: Cast, services: None, actions: list[tuple[Any, ...]]
) -> None:
    people = [await confirm(actor) for actor in (cast.alice, cast.bob, cast.charlie)]
    async with unit_of_work() as session:
        for table in (Identity, UsedLink):
            await session.execute(delete(table))
        others = col(User.id).not_in([cast.olga.id, *(person.id for person in people)])
        await session.execute(delete(User).where(others, col(User.slug).startswith("new")))
        for number, person in enumerate(people):
            user = await session.get_one(User, person.id)
            user.email, user.password_hash = (
                f"{number}@example.com",
                "hash" if number == 2 else None,
            )
    model = Model(passwords={person.id for person in people[2:]})
    for action in actions:
        await perform(action, people, model)
        assert await find_owners() == model.owners
        for owner_id in {*model.owners.values(), *model.passwords}:
            assert model.can_sign_in(owner_id)


async def perform(action: tuple[Any, ...], people: list[Actor], model: Model) -> None:
    """Perform the action on the site and in the model."""
    kind, *values = action
    if kind == "connect":
        await _connect(people[values[0]], values[1], values[2], values[3], model)
    elif kind == "disconnect":
        await _disconnect(people[values[0]], values[1], model)
    elif kind == "sign_in":
        await _sign_in(values[1], values[2], model)
    elif kind == "register":
        await _register(values[0], values[1], values[2], model)
    else:
        async with unit_of_work() as session:
            user = await session.get_one(User, people[values[0]].id)
            user.email = f"{values[1]}{user.id}@example.com"


async def _connect(actor: Actor, provider: str, subject: str, email: str, model: Model) -> None:
    key, pending = (provider, subject), build_pending(provider, subject, f"{email}@example.com")
    has_provider = any(
        name == provider and owner == actor.id for (name, _), owner in model.owners.items()
    )
    is_allowed = model.owners.get(key, actor.id) == actor.id and (
        key in model.owners or not has_provider
    )
    try:
        await connect(actor, pending)
    except Conflict:
        assert not is_allowed
    else:
        assert is_allowed
        model.owners[key] = actor.id


async def _disconnect(actor: Actor, provider: str, model: Model) -> None:
    own = [key for key, owner in model.owners.items() if owner == actor.id]
    removed = [key for key in own if key[0] == provider]
    is_last = actor.id not in model.passwords and len(own) == 1
    try:
        await disconnect(actor, provider)
    except DomainError:
        assert not removed or is_last
    else:
        assert removed
        assert not is_last
        del model.owners[removed[0]]


async def _sign_in(provider: str, subject: str, model: Model) -> None:
    profile = ExternalProfile(provider, subject, name="Dora")  # type: ignore[arg-type]
    async with unit_of_work() as session:
        owner = await providers.find_owner(session, profile)
        assert (owner.id if owner else None) == model.owners.get((provider, subject))
        if owner is not None:
            assert (await providers.record_sign_in(session, profile)).id == owner.id


async def _register(provider: str, subject: str, email: str, model: Model) -> None:
    address = f"{email}@example.com" if email != "-" else "new@example.com"
    pending = build_pending(provider, subject, address)
    data = provider_registration.validate_registration(pending, name="New", email=address, slug="")
    key = (provider, subject)
    try:
        async with unit_of_work() as session:
            user = await provider_registration.register(session, pending, data)
    except Conflict:
        return  # The identity or the email belongs to an account. Nothing changes.
    assert user is not None
    assert key not in model.owners
    model.owners[key] = user.id


async def test_guests_cannot_connect(services: None) -> None:
    with pytest.raises(PermissionDenied):
        await connect(GUEST, build_pending("github"))
