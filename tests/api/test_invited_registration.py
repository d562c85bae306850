"""Tests of registrations on a site that requires both an invitation and a confirmed email."""

from datetime import timedelta
from typing import Any

import pytest
from httpx import AsyncClient, Response

from community import jobs, urls
from community.core import clock
from community.core.actor import GUEST
from community.core.db.sessions import read_session, unit_of_work
from community.domain import site
from community.domain.accounts import invitations
from community.models import Invitation
from community.state.pages.sign_in.link_content import LinkPage, get_link_page
from tests.cast import Cast
from tests.gateways.mail.delivered_mails import find_token, read_delivered_mails

PASSWORD = "a quiet harbour"


@pytest.fixture
async def strict_site(cast: Cast) -> None:
    values = {"require_verified_email": True, "registration": "invitation"}
    await change(cast, values)


async def change(cast: Cast, values: dict[str, Any]) -> None:
    changes = await site.prepare_changes(site.AuthSettings, values)
    async with unit_of_work() as session:
        await site.change_settings(session, cast.olga, changes)


async def invite(cast: Cast, **values: Any) -> tuple[int, str]:
    async with unit_of_work() as session:
        created = await invitations.create(session, cast.olga, **values)
    return created.id, created.url.partition("invitation=")[2]


async def count_uses(invitation_id: int) -> int:
    async with read_session() as session:
        return (await session.get_one(Invitation, invitation_id)).uses_count


async def register(client: AsyncClient, email: str, token: str) -> Response:
    form = {"name": "Dora", "email": email, "password": PASSWORD, "invitation": token}
    return await client.post("/register", json=form)


async def get_mailed_tokens() -> dict[str, str]:
    """Send the waiting mails. Return the token of the link by the recipient of the mail."""
    await jobs.run_due_jobs()
    return {str(mail["To"]): find_token(mail) for mail in await read_delivered_mails()}


async def get_page(token: str) -> LinkPage:
    async with read_session() as session:
        return await get_link_page(session, GUEST, urls.VERIFICATION_PAGE, {"token": token})


async def confirm(client: AsyncClient, token: str) -> Response:
    return await client.post("/email/verify", json={"token": token})


async def test_the_place_of_an_invitation_is_used_when_the_email_is_confirmed(
    client: AsyncClient, cast: Cast, strict_site: None
) -> None:
    invitation_id, token = await invite(cast)
    refused = await register(client, "dora@example.com", "")
    assert (refused.status_code, refused.json()["code"]) == (403, "invitation_required")
    assert (await register(client, "dora@example.com", token)).status_code == 202
    assert await count_uses(invitation_id) == 0
    links = await get_mailed_tokens()
    assert (await confirm(client, links["dora@example.com"])).status_code == 201
    assert await count_uses(invitation_id) == 1


async def test_of_two_who_share_a_place_the_second_learns_that_it_is_used(
    client: AsyncClient, cast: Cast, strict_site: None
) -> None:
    invitation_id, token = await invite(cast)
    for email in ("dora@example.com", "emil@example.com"):
        assert (await register(client, email, token)).status_code == 202
    links = await get_mailed_tokens()
    assert (await confirm(client, links["emil@example.com"])).status_code == 201
    client.cookies.clear()
    late = await confirm(client, links["dora@example.com"])
    assert (late.status_code, late.json()["code"]) == (403, "invitation_invalid")
    assert late.json()["details"]["reason"] == "used_up"
    assert await count_uses(invitation_id) == 1


async def test_an_invitation_that_expires_before_the_email_is_confirmed_still_counts(
    client: AsyncClient, cast: Cast, strict_site: None
) -> None:
    invitation_id, token = await invite(cast, lifetime_days=1)
    with clock.travel(timedelta(hours=23)):
        assert (await register(client, "dora@example.com", token)).status_code == 202
        links = await get_mailed_tokens()
    with clock.travel(timedelta(hours=25)):
        refused = await register(client, "emil@example.com", token)
        assert refused.json()["details"]["reason"] == "expired"
        assert (await confirm(client, links["dora@example.com"])).status_code == 201
    assert await count_uses(invitation_id) == 1


@pytest.mark.parametrize("cause", ["revoked", "closed"])
async def test_the_page_of_the_link_says_why_the_account_cannot_be_created(
    client: AsyncClient, cast: Cast, strict_site: None, cause: str
) -> None:
    invitation_id, token = await invite(cast)
    await register(client, "dora@example.com", token)
    (link,) = (await get_mailed_tokens()).values()
    assert (await get_page(link)).form == "confirm"
    if cause == "revoked":
        async with unit_of_work() as session:
            await invitations.revoke(session, cast.olga, invitation_id=invitation_id)
    else:
        await change(cast, {"registration": "closed"})
    text = "This invitation was revoked. Ask for a new one."
    page = await get_page(link)
    assert (page.title, page.form) == ("Your account can't be created", "")
    assert page.text == (text if cause == "revoked" else "Registration is closed.")
    assert (await confirm(client, link)).status_code == 403


async def test_an_invited_taken_email_gets_the_same_answer_as_a_free_one(
    client: AsyncClient, cast: Cast, strict_site: None
) -> None:
    _id, token = await invite(cast, max_uses=5)
    answers = [
        (answer.status_code, answer.content)
        for email in ("alice@example.com", "free@example.com")
        for answer in [await register(client, email, token)]
    ]
    assert answers[0] == answers[1] == (202, b"")
