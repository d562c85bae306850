"""Tests of the section with invitations, and of what guests see of the registration."""

import pytest

from community.admin.invitations import InvitationsState
from community.core.actor import GUEST
from community.core.db import sessions as database
from community.core.db.sessions import unit_of_work
from community.domain import site
from community.domain.accounts import invitations
from community.state.pages.layout import LayoutState
from community.state.runtime.toasts import ToastsState
from tests.cast import Cast
from tests.state.tabs import SocketServer


async def test_an_administrator_creates_and_revokes_an_invitation(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await socket_server.open(cast.olga, "/admin-panel/invitations")
    await tab.send(InvitationsState.load)
    await tab.send(InvitationsState.open_form)
    form = {"note": "Spring", "email": "", "max_uses": "", "lifetime_days": "0"}
    await tab.send(InvitationsState.save, message={**form, "max_uses": "0"})
    assert tab[InvitationsState]["errors"].keys() == {"max_uses"}
    await tab.send(InvitationsState.save, message=form)
    assert "/register?invitation=" in tab[InvitationsState]["created_url"]
    row = tab[InvitationsState]["loaded_page"]["rows"][0]
    await tab.send(InvitationsState.open_record, record_id=row["id"])
    await tab.send(InvitationsState.ask, action="revoke", record_id=row["id"])
    await tab.send(InvitationsState.confirm, message={"reason": ""})
    assert tab[InvitationsState]["record"]["status"] == "revoked"


@pytest.mark.parametrize("mode", ["invitation", "closed"])
async def test_open_pages_learn_who_can_register(
    cast: Cast, socket_server: SocketServer, mode: site.RegistrationMode
) -> None:
    tab = await socket_server.open(GUEST, "/")
    await tab.send(LayoutState.load)
    assert tab[LayoutState]["site"]["registration"] == "open"
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, site.AuthSettings(registration=mode))
    await database.wait_for_pushes()
    await socket_server.wait_until_idle()
    assert tab[LayoutState]["site"]["registration"] == mode


async def test_an_invitation_that_cannot_be_used_is_reported_before_the_form_is_filled_in(
    cast: Cast, socket_server: SocketServer
) -> None:
    async with unit_of_work() as session:
        created = await invitations.create(session, cast.olga)
    token = created.url.partition("invitation=")[2]
    for value, problem in [(token, ""), ("other", "This invitation link is not valid.")]:
        path = f"/?modal=auth&form=register&invitation={value}"
        tab = await socket_server.open(GUEST, path)
        await tab.send(LayoutState.load)
        shown = tab[ToastsState]
        assert shown["invitation"] == value
        assert shown["invitation_problem"].startswith(problem)
        assert bool(shown["invitation_problem"]) == bool(problem)
