"""Tests of the links in mails that end notifications by email."""

import pytest
from httpx import AsyncClient

from community import urls
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.signed_tokens import build_token
from community.domain import notifications
from community.domain.notifications import NotificationKind, NotificationPreferences, emails
from tests.cast import Cast
from tests.domain.actions import run
from tests.gateways.mail.unsubscribe_links import build_path

CROSS_SITE = {"Origin": "https://mail.example", "Sec-Fetch-Site": "cross-site"}
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


async def get_preferences(actor: Actor) -> NotificationPreferences:
    async with read_session() as session:
        return await notifications.get_preferences(session, actor)


@pytest.fixture(autouse=True)
async def turn_copies_on(cast: Cast) -> None:
    for actor in (cast.alice, cast.bob):
        await run(notifications.update_preferences, actor, email=True)


@pytest.mark.parametrize("is_multipart", [False, True])
async def test_mail_programs_unsubscribe_with_one_request(
    client: AsyncClient, cast: Cast, is_multipart: bool
) -> None:
    body = (
        {"files": {name: (None, value) for name, value in ONE_CLICK.items()}}
        if is_multipart
        else {"data": ONE_CLICK}
    )
    path = build_path(cast.alice, NotificationKind.MENTION)
    for _ in range(2):
        response = await client.post(path, headers=CROSS_SITE, **body)
        assert response.status_code == 204
    preferences = await get_preferences(cast.alice)
    assert (preferences.email, preferences.types["mention"]) == (False, True)
    assert (await get_preferences(cast.bob)).email


async def test_links_that_are_not_valid_change_nothing(client: AsyncClient, cast: Cast) -> None:
    claims = {"sub": str(cast.alice.id), "scope": "", "kind": ""}
    later = clock.now() + emails.LINK_LIFETIME
    token = build_path(cast.alice).partition("token=")[2]
    tokens = {
        "forged": token[:-4] + ("aaaa" if token[-4:] != "aaaa" else "bbbb"),
        "of another purpose": build_token("verification", expires_at=later, **claims),
        "expired": build_token("unsubscribe", expires_at=clock.now(), **claims),
        "of a missing account": build_token(
            "unsubscribe", expires_at=later, **(claims | {"sub": "999"})
        ),
        "empty": "",
    }
    for reason, invalid in tokens.items():
        response = await client.post(urls.UNSUBSCRIBE, json={"token": invalid})
        assert response.status_code == 422, reason
    assert (await get_preferences(cast.alice)).email


async def test_links_work_for_years(client: AsyncClient, cast: Cast) -> None:
    path = build_path(cast.alice)
    with clock.travel(emails.LINK_LIFETIME * 0.9):
        assert (await client.post(path, headers=CROSS_SITE)).status_code == 204
    assert not (await get_preferences(cast.alice)).email
