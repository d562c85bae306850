"""Tests of the checklist of first steps on a new site."""

import pytest

from community.components.feeds import static_setup_checklist
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import PermissionDenied
from community.core.settings import settings
from community.domain import discovery, site
from community.domain.discovery import SetupChecklist
from community.wiring import wire
from tests import factories
from tests.query_capture import capture_queries


@pytest.fixture(autouse=True)
def wire_events() -> None:
    wire()


@pytest.fixture
async def admin(db: None) -> Actor:
    return await factories.user("ada", is_admin=True)


async def find_checklist(actor: Actor) -> SetupChecklist | None:
    async with read_session() as session:
        return await discovery.find_setup_checklist(session, actor)


async def test_on_a_new_site_no_step_is_done(admin: Actor) -> None:
    assert await find_checklist(admin) == SetupChecklist(
        is_site_named=False,
        has_community=False,
        has_post=False,
        has_members=False,
        invite_url="http://localhost:3000/?modal=auth&form=register",
    )


async def test_each_step_is_done_as_soon_as_it_is_true(
    admin: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings(), "site_name", "Rye")
    # A site without a payment provider needs nothing for payments.
    done = {"is_site_named", "is_ready_for_payments"}
    assert await list_done_steps(admin) == done
    await factories.community(admin)
    assert await list_done_steps(admin) == (done := done | {"has_community"})
    await factories.post(admin, status="draft", published_at=None)
    assert await list_done_steps(admin) == done
    await factories.post(admin)
    assert await list_done_steps(admin) == done | {"has_post"}
    await factories.user("bob")
    assert await find_checklist(admin) is None


async def list_done_steps(actor: Actor) -> set[str]:
    checklist = await find_checklist(actor)
    assert checklist is not None
    return {name for name, value in checklist if value is True}


async def test_only_administrators_get_it(admin: Actor) -> None:
    member = await factories.user("bob")
    with capture_queries() as statements:
        assert await find_checklist(member) is None
    assert statements == []


async def test_after_it_is_dismissed_no_administrator_gets_it(admin: Actor) -> None:
    other = await factories.user("olga", is_admin=True)
    async with unit_of_work() as session:
        await site.update_settings(
            session, admin, site.ChecklistSettings(is_checklist_dismissed=True)
        )
    assert await find_checklist(admin) is None
    assert await find_checklist(other) is None


async def test_only_administrators_can_dismiss_it(admin: Actor) -> None:
    member = await factories.user("bob")
    with pytest.raises(PermissionDenied):
        async with unit_of_work() as session:
            await site.update_settings(
                session, member, site.ChecklistSettings(is_checklist_dismissed=True)
            )
    assert await find_checklist(admin) is not None


async def test_it_offers_no_registration_link_while_registration_is_closed(admin: Actor) -> None:
    checklist = await find_checklist(admin)
    assert checklist is not None
    links = {}
    for mode in ("open", "invitation", "closed"):
        settings_of_mode = site.AuthSettings(registration=mode)
        async with unit_of_work() as session:
            await site.update_settings(session, admin, settings_of_mode)
        checklist = await find_checklist(admin)
        assert checklist is not None
        html = str(static_setup_checklist(checklist))
        links[mode] = [text for text in ("Copy link", "/invitations", "/auth") if text in html]
    assert links == {"open": ["Copy link"], "invitation": ["/invitations"], "closed": ["/auth"]}
