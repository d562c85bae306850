"""Tests of registration by invitation. `test_register.py` tests what all registrations share."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.domain import accounts, site, tables
from community.domain.accounts import RegistrationData, invitations
from community.domain.accounts.invitations import CreatedInvitation
from community.domain.identity import HashedPassword
from community.domain.tables import parse_view
from community.models import AuditEntry, Invitation, Mail, User
from tests import factories
from tests.cast import Cast


async def set_mode(cast: Cast, mode: site.RegistrationMode) -> None:
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, site.AuthSettings(registration=mode))


@pytest.fixture
async def by_invitation(cast: Cast) -> Cast:
    await set_mode(cast, "invitation")
    return cast


async def create(actor: Actor, **values: Any) -> CreatedInvitation:
    async with unit_of_work() as session:
        return await invitations.create(session, actor, **values)


def get_token(created: CreatedInvitation) -> str:
    return created.url.partition("invitation=")[2]


async def register(token: str, email: str = "dora@example.com") -> User:
    """Register without hashing, which these tests do not need."""
    data = RegistrationData(
        "Dora", email, HashedPassword("hash"), None, invitations.hash_token(token)
    )
    async with unit_of_work() as session:
        return await accounts.register(session, data)


async def get_error(token: str, email: str = "new@example.com") -> tuple[str, str]:
    with pytest.raises(PermissionDenied) as raised:
        await register(token, email)
    return raised.value.code, raised.value.details.get("reason", "")


async def test_an_invited_person_registers_and_the_administrator_sees_the_account(
    by_invitation: Cast,
) -> None:
    created = await create(by_invitation.olga, note="Spring meeting", max_uses=2)
    user = await register(get_token(created))
    async with read_session() as session:
        details = await invitations.get_invitation(
            session, by_invitation.olga, invitation_id=created.id
        )
        stored = await session.get_one(Invitation, created.id)
        entry = (await session.scalars(select(AuditEntry))).all()[-1]
    assert [use.user.id for use in details.uses] == [user.id]
    assert (details.uses_count, details.status, details.created_by) == (
        1,
        "active",
        created.created_by,
    )
    assert get_token(created) not in str(stored.model_dump())
    assert (entry.action, entry.target_name) == ("invitation.created", "Spring meeting")


_VALUES: dict[str, dict[str, Any]] = {
    "revoked": {},
    "expired": {"lifetime_days": 1},
    "used_up": {"lifetime_days": None},
    "other_email": {"email": "invited@example.com", "lifetime_days": None},
}


async def test_each_reason_for_refusing_an_invitation(by_invitation: Cast) -> None:
    olga = by_invitation.olga
    tokens = {reason: get_token(await create(olga, **values)) for reason, values in _VALUES.items()}
    await register(tokens["used_up"])
    async with unit_of_work() as session:
        row = (await session.scalars(select(Invitation))).first()
        assert row is not None
        await invitations.revoke(session, olga, invitation_id=row.id)
        expired = await session.get_one(Invitation, row.id + 1)
        expired.expires_at = clock.now() - timedelta(seconds=1)
    for reason, token in tokens.items():
        assert await get_error(token) == ("invitation_invalid", reason)
    assert await get_error("x" * 5_000) == ("invitation_invalid", "unknown")
    assert (await get_error(""))[0] == "invitation_required"
    async with read_session() as session:
        problems = {
            reason: await invitations.find_problem(session, tokens[reason]) for reason in tokens
        }
    assert problems.pop("other_email") == ""
    assert len(set(problems.values()) - {""}) == 3


async def test_only_invited_people_learn_which_emails_have_an_account(by_invitation: Cast) -> None:
    assert (await get_error("", "alice@example.com"))[0] == "invitation_required"
    token = get_token(await create(by_invitation.olga))
    with pytest.raises(Conflict):
        await register(token, "alice@example.com")
    await register(token)  # The failed registration did not use the place.


async def test_an_invitation_for_an_email_is_sent_and_accepts_it_regardless_of_case(
    by_invitation: Cast,
) -> None:
    created = await create(by_invitation.olga, email="Invited@example.com")
    async with read_session() as session:
        mail = (await session.scalars(select(Mail))).one()
    assert (mail.recipient, mail.kind, mail.is_private) == (created.email, "invitation", True)
    assert created.url in mail.text
    await register(get_token(created), "invited@EXAMPLE.com")


async def test_concurrent_registrations_share_the_last_place(by_invitation: Cast) -> None:
    token = get_token(await create(by_invitation.olga, max_uses=3))
    outcomes = await asyncio.gather(
        *(register(token, f"dora{number}@example.com") for number in range(6)),
        return_exceptions=True,
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, PermissionDenied)]
    assert [error.details["reason"] for error in refused] == ["used_up"] * 3
    async with read_session() as session:
        assert (await session.scalars(select(Invitation))).one().uses_count == 3


@pytest.mark.parametrize("mode", ["open", "closed"])
async def test_invitations_have_no_effect_in_other_modes(cast: Cast, mode: Any) -> None:
    token = get_token(await create(cast.olga))
    await set_mode(cast, mode)
    if mode == "closed":
        assert (await get_error(token))[0] == "registration_closed"
    else:
        await register("not a token")
        await register(token, "emil@example.com")
    async with read_session() as session:
        assert (await session.scalars(select(Invitation))).one().uses_count == 0


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"max_uses": 0}, "max_uses"),
        ({"max_uses": 1_001}, "max_uses"),
        ({"max_uses": 2, "email": "a@example.com"}, "max_uses"),
        ({"email": "a@"}, "email"),
        ({"note": "x" * 201}, "note"),
        ({"lifetime_days": 0}, "lifetime_days"),
        ({"lifetime_days": 366}, "lifetime_days"),
        ({"email": "Alice@example.com"}, "email"),
    ],
)
async def test_invalid_invitations_are_refused(
    cast: Cast, values: dict[str, Any], field: str
) -> None:
    with pytest.raises((Invalid, Conflict)) as raised:
        await create(cast.olga, **values)
    assert list(raised.value.field_errors) == [field]


async def test_only_administrators_with_the_section_manage_invitations(cast: Cast) -> None:
    invited = await create(await factories.user("host", sections=["invitations"]))
    others = [
        (cast.alice, NotFound),
        (await factories.user("x", sections=["users"]), PermissionDenied),
    ]
    for actor, error in others:
        with pytest.raises(error):
            await create(actor)
        async with unit_of_work() as session:
            for act in (invitations.revoke, invitations.get_invitation):
                with pytest.raises(error):
                    await act(session, actor, invitation_id=invited.id)
            with pytest.raises(error):
                await invitations.list_invitations(session, actor)


async def test_the_filter_of_the_table_agrees_with_the_status(cast: Cast) -> None:
    now = clock.now()
    for uses, expires_at, revoked_at in [
        (0, None, None),
        (1, None, None),
        (0, now - timedelta(days=1), None),
        (1, now - timedelta(days=1), None),
        (1, now - timedelta(days=1), now),
    ]:
        async with unit_of_work() as session:
            row = await session.get_one(
                Invitation, (await invitations.create(session, cast.olga, lifetime_days=None)).id
            )
            row.uses_count, row.expires_at, row.revoked_at = uses, expires_at, revoked_at
    found = {}
    for status in ("active", "used_up", "expired", "revoked"):
        view = parse_view(invitations.INVITATION_TABLE, {"state": status})
        async with read_session() as session:
            page = await tables.load_page(session, cast.olga, invitations.INVITATION_TABLE, view)
            listed = await invitations.list_invitations(session, cast.olga)
        found[status] = {record.id for record in page.items}
        assert found[status] == {item.id for item in listed.items if item.status == status}
    assert sorted(map(len, found.values())) == [1, 1, 1, 2]
