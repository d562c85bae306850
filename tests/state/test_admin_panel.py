"""Tests of the State of the Admin Panel: access, live changes of permissions, confirmation."""

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import update

from community import authentication, urls
from community.admin import waiting
from community.admin.invitations import InvitationsState
from community.admin.layout_state import AdminState
from community.admin.mail import MailsState
from community.admin.permissions import AdminPermissionsState
from community.admin.plan_features import PlanFeaturesState
from community.admin.plans.price_change_state import PriceChangeState
from community.admin.plans.promo_codes_state import PromoCodesState
from community.admin.plans.state import PlansState
from community.admin.reactions import ReactionKindsState
from community.admin.settings.transfer_state import SettingsImportState
from community.admin.user_subscriptions.state import UserSubscriptionsState
from community.admin.users.person_state import PersonState
from community.core import clock
from community.core.actor import Actor
from community.core.db import sessions as database
from community.core.db.sessions import unit_of_work
from community.domain import accounts, identity
from community.models import OutboxMessage, User, UserSession
from community.state.pages.confirmation import ConfirmationState
from community.state.pages.layout import LayoutState
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.domain.actions import publish_post, reply
from tests.domain.comments.test_comment_table import hold
from tests.domain.identity.actions import PASSWORD
from tests.state.tabs import SocketServer, Tab
from tests.workflows.payments.buyers import add_plan


async def open_panel(socket_server: SocketServer, actor: Actor, path: str = "/admin-panel") -> Tab:
    tab = await socket_server.open(actor, path)
    await tab.send(LayoutState.load)
    await tab.send(AdminState.load)
    return tab


async def wait_for_updates(socket_server: SocketServer) -> None:
    await socket_server.wait_until_idle()


@pytest.mark.parametrize("name", ["guest", "alice"])
async def test_the_panel_does_not_exist_for_strangers(
    socket_server: SocketServer, cast: Cast, name: str
) -> None:
    tab = await open_panel(socket_server, getattr(cast, name))
    assert (tab[AdminState]["access"], tab[AdminState]["sections"]) == ("missing", [])
    assert not tab[ToastsState].get("toasts")


async def test_the_sidebar_contains_the_sections_of_the_administrator(
    socket_server: SocketServer, cast: Cast
) -> None:
    limited = await factories.user("limited", sections=["posts", "users"])
    tab = await open_panel(socket_server, limited)
    assert tab[AdminState]["access"] == "granted"
    assert tab[AdminState]["sections"] == ["dashboard", "users", "posts"]


async def open_permissions(socket_server: SocketServer, actor: Actor) -> Tab:
    return await open_panel(socket_server, actor, "/admin-panel/admin-permissions")


async def set_password(actor: Actor) -> None:
    password_hash = await identity.hash_password(PASSWORD)
    async with unit_of_work() as session:
        (await session.get_one(User, actor.id)).password_hash = password_hash


async def expire_confirmations() -> None:
    """Let the time pass after which sensitive actions need the password again."""
    async with unit_of_work() as session:
        await session.execute(
            update(UserSession).values(confirmed_at=clock.now() - timedelta(minutes=15))
        )
    authentication.clear_cache()


def list_sections(tab: Tab, user: Actor) -> list[str] | None:
    """Return the sections that the matrix of a tab shows for a user."""
    people = tab[AdminPermissionsState]["administrators"]
    return next((person["sections"] for person in people if person["id"] == user.id), None)


async def test_a_sensitive_action_waits_for_the_password(
    socket_server: SocketServer, cast: Cast
) -> None:
    await set_password(cast.olga)
    tab = await open_permissions(socket_server, cast.olga)
    await tab.send(AdminPermissionsState.add, user_id=cast.alice.id)
    assert tab[ConfirmationState]["is_open"]
    assert list_sections(tab, cast.alice) is None
    await tab.send(ConfirmationState.confirm, message={"password": "wrong"})
    assert tab[ConfirmationState]["error"] == "Wrong password"
    assert list_sections(tab, cast.alice) is None
    await tab.send(ConfirmationState.confirm, message={"password": PASSWORD})
    await wait_for_updates(socket_server)
    assert not tab[ConfirmationState]["is_open"]
    assert list_sections(tab, cast.alice) == []
    await tab.send(
        AdminPermissionsState.toggle, user_id=cast.alice.id, section="users", is_granted=True
    )
    assert list_sections(tab, cast.alice) == ["users"]
    await expire_confirmations()
    await tab.send(
        AdminPermissionsState.toggle, user_id=cast.alice.id, section="users", is_granted=False
    )
    assert tab[ConfirmationState]["is_open"]
    assert list_sections(tab, cast.alice) == ["users"]


async def test_another_page_does_not_ask_for_the_password_again(
    socket_server: SocketServer, cast: Cast
) -> None:
    await set_password(cast.olga)
    tab = await open_permissions(socket_server, cast.olga)
    await tab.send(AdminPermissionsState.add, user_id=cast.alice.id)
    # As after a lost connection.
    await tab.send(AdminState.load)
    assert tab[ConfirmationState]["is_open"]
    tab.path = urls.admin_section("users")
    await tab.send(AdminState.load)
    assert not tab[ConfirmationState]["is_open"]


async def test_two_administrators_see_the_changes_of_each_other(
    socket_server: SocketServer, cast: Cast
) -> None:
    maria = await factories.user("maria", is_admin=True)
    tab = await open_permissions(socket_server, maria)
    async with unit_of_work() as session:
        user = await session.get_one(User, cast.alice.id)
        await accounts.grant_admin(session, user, ["posts"])
    await wait_for_updates(socket_server)
    assert list_sections(tab, cast.alice) == ["posts"]


async def test_open_panels_follow_changes_of_the_permissions(
    socket_server: SocketServer, cast: Cast
) -> None:
    limited = await factories.user("limited", sections=["users", "posts"])
    tab = await open_panel(socket_server, limited)
    async with unit_of_work() as session:
        user = await session.get_one(User, limited.id)
        await accounts.grant_admin(session, user, ["posts"])
    await wait_for_updates(socket_server)
    assert tab[AdminState]["sections"] == ["dashboard", "posts"]
    async with unit_of_work() as session:
        await accounts.revoke_admin(session, await session.get_one(User, limited.id))
    await wait_for_updates(socket_server)
    assert (tab[AdminState]["access"], tab[AdminState]["sections"]) == ("missing", [])
    assert tab[LayoutState]["is_admin"] is False


async def test_a_change_by_another_administrator_keeps_the_identity_of_the_open_tab(
    socket_server: SocketServer, cast: Cast
) -> None:
    limited = await factories.user("limited", sections=["users", "posts"])
    tab = await open_panel(socket_server, limited)
    olga_tab = await open_permissions(socket_server, cast.olga)
    async with unit_of_work() as session:
        await session.execute(update(UserSession).values(confirmed_at=clock.now()))
    authentication.clear_cache()
    await olga_tab.send(
        AdminPermissionsState.toggle, user_id=limited.id, section="users", is_granted=False
    )
    await wait_for_updates(socket_server)
    assert tab[LayoutState]["viewer"]["slug"] == "limited"
    assert tab[AdminState]["sections"] == ["dashboard", "posts"]


async def test_the_sidebar_shows_what_waits_to_those_who_may_open_the_section(
    socket_server: SocketServer, cast: Cast
) -> None:
    waiting.clear_waiting_cache()
    comment = await reply(cast.bob, await publish_post(cast.alice))
    limited = await factories.user("limited", sections=["posts", "jobs"])
    tabs = [await open_panel(socket_server, actor) for actor in (cast.olga, limited, cast.alice)]
    assert [tab[AdminState]["waiting"] for tab in tabs] == [{}, {}, {}]
    await hold(cast.olga, comment)
    await database.wait_for_pushes()
    await wait_for_updates(socket_server)
    assert [tab[AdminState]["waiting"] for tab in tabs] == [{"comments": "1"}, {}, {}]
    async with unit_of_work() as session:
        session.add(OutboxMessage(name="broken", last_error="Disk full"))
    waiting.clear_waiting_cache()
    await tabs[1].send(AdminState.refresh_waiting)
    assert tabs[1][AdminState]["waiting"] == {"jobs": "1"}


DIALOGS: dict[str, tuple[str, Any, dict[str, Any], str, Any]] = {
    "plan": ("subscription-prices", PlansState.open_form, {}, "is_form_open", False),
    "promo code": ("subscription-prices", PromoCodesState.open_form, {}, "is_form_open", False),
    "price change": (
        "subscription-prices",
        PriceChangeState.ask,
        {"dialog": "plan", "plan_id": 1},
        "dialog",
        "",
    ),
    "feature": (
        "subscription-features",
        PlanFeaturesState.open_form,
        {},
        "is_form_open",
        False,
    ),
    "reaction": (
        "like-reactions",
        ReactionKindsState.open_form,
        {},
        "is_form_open",
        False,
    ),
    "invitation": ("invitations", InvitationsState.open_form, {}, "is_form_open", False),
    "test email": ("mail", MailsState.open_test, {}, "is_test_open", False),
    "grant": ("user-subscriptions", UserSubscriptionsState.open_form, {}, "is_form_open", False),
    "user": ("users", PersonState.open_dialog, {"dialog": "edit"}, "dialog", ""),
    "import": ("settings/general", SettingsImportState.open_dialog, {}, "is_open", False),
}


@pytest.mark.parametrize("name", DIALOGS)
async def test_a_dialog_is_closed_at_the_next_visit(
    socket_server: SocketServer, cast: Cast, name: str
) -> None:
    section, open_event, payload, var, closed = DIALOGS[name]
    tab = await open_panel(socket_server, cast.olga, f"/admin-panel/{section}")
    await tab.send(open_event, **payload)
    assert get_vars(tab, open_event)[var] != closed
    await tab.send(AdminState.load)
    assert get_vars(tab, open_event)[var] == closed


def get_vars(tab: Tab, handler: Any) -> dict[str, Any]:
    """Return the vars that the tab has received from the State of an event handler."""
    return tab.vars[handler.state_full_name]


async def test_a_change_by_another_administrator_leaves_a_form_open(
    socket_server: SocketServer, cast: Cast
) -> None:
    tab = await open_panel(socket_server, cast.olga, "/admin-panel/subscription-prices")
    await tab.send(PlansState.open_form)
    await add_plan(cast.olga, name="Plus", price=500)
    await wait_for_updates(socket_server)
    assert [plan["name"] for plan in tab[PlansState]["rows"]] == ["Plus"]
    assert tab[PlansState]["is_form_open"]
