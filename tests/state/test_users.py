"""Tests of the State of the section with all users: side sheet, history and bulk actions."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlmodel import select, update

from community import authentication, jobs
from community.admin.users.cleanup_state import CleanupState
from community.admin.users.history_state import PAGE_SIZE, HistoryState
from community.admin.users.overview import OverviewState
from community.admin.users.person_state import PersonState
from community.admin.users.roles_state import RolesState
from community.admin.users.state import UsersState
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import accounts, audit, moderation
from community.domain.accounts import AccountChanges
from community.models import AccountMerge, OneTimeCodeSecret, User, UserSession
from community.state.pages.confirmation import ConfirmationState
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.domain.actions import publish_post, reply, unpublish_post
from tests.state.tabs import SocketServer, Tab

# Each action in the side sheet: the dialog, the handler, its arguments, and the audited action.
ACTIONS: dict[str, tuple[str, Any, dict[str, Any], str]] = {
    "ban": ("ban", PersonState.ban, {"message": {"reason": "Spam", "days": "7"}}, "banned"),
    "edit": ("edit", PersonState.edit, {"message": {"name": "Robert"}}, "edited"),
    "verify": ("", PersonState.set_verified, {"is_verified": False}, "email_unverified"),
    "sign out": ("sign_out", PersonState.sign_out, {"message": {}}, "signed_out"),
    "reset": ("reset", PersonState.reset_password, {"message": {"reason": ""}}, "password_reset"),
    "two-step": (
        "two_step",
        PersonState.remove_second_factor,
        {"message": {"reason": "Lost phone"}},
        "second_factor_removed",
    ),
    "view": ("view", PersonState.view_as, {"message": {"reason": ""}}, "view_started"),
    "merge": (
        "merge",
        PersonState.merge,
        {"message": {"target": "@alice", "confirmation": "bob", "reason": ""}},
        "merged",
    ),
}


async def open_sheet(server: SocketServer, actor: Actor, user: Actor) -> Tab:
    """Open the sheet of a user with a second factor, after the actor confirmed who they are."""
    async with unit_of_work() as session:
        secret = OneTimeCodeSecret(user_id=user.id, secret="x", confirmed_at=clock.now())
        await session.merge(secret)
    tab = await server.open(actor, f"/admin-panel/users?record={user.id}")
    await confirm_passwords()
    await tab.send(UsersState.load)
    return tab


async def confirm_passwords() -> None:
    async with unit_of_work() as session:
        await session.execute(update(UserSession).values(confirmed_at=clock.now()))
    authentication.clear_cache()


async def perform(tab: Tab, action: str) -> None:
    dialog, handler, arguments, _action = ACTIONS[action]
    if dialog:
        await tab.send(PersonState.open_dialog, dialog=dialog)
    await tab.send(handler, **arguments)


async def list_actions() -> list[str]:
    """Return the actions in the audit log, without their prefix, newest first."""
    async with read_session() as session:
        page = await audit.list_entries(session, accounts.OPERATOR)
    return [entry.action.removeprefix("user.") for entry in page.items]


async def load(user: Actor) -> User:
    async with read_session() as session:
        return await session.get_one(User, user.id)


def get_toasts(tab: Tab) -> list[str]:
    return [toast["text"] for toast in tab[ToastsState].get("toasts", [])]


@pytest.mark.parametrize("action", ACTIONS)
async def test_an_action_closes_its_dialog_and_is_in_the_audit_log(
    cast: Cast, socket_server: SocketServer, action: str
) -> None:
    tab = await open_sheet(socket_server, cast.olga, cast.bob)
    assert tab[PersonState]["person"]["can"] == {
        "edit": True,
        "manage": True,
        "view_as": True,
        "merge": True,
    }
    await perform(tab, action)
    assert tab[PersonState]["error"] == ""
    assert tab[PersonState]["dialog"] == ("reset" if action == "reset" else "")
    assert ACTIONS[action][3] in await list_actions()


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("name", ["guest", "alice", "helper"])
async def test_others_cannot_act_even_if_they_send_the_events(
    cast: Cast, socket_server: SocketServer, action: str, name: str
) -> None:
    helper = await factories.user("helper", sections=["posts"])
    tab = await open_sheet(socket_server, getattr(cast, name, helper), cast.bob)
    await perform(tab, action)
    assert tab[PersonState].get("person") is None
    assert tab[HistoryState].get("loaded_page") is None
    assert await list_actions() == []


@pytest.mark.parametrize("action", ACTIONS)
async def test_an_administrator_with_fewer_rights_cannot_act_on_one_with_more(
    cast: Cast, socket_server: SocketServer, action: str
) -> None:
    helper = await factories.user("helper", sections=["users"])
    tab = await open_sheet(socket_server, helper, cast.olga)
    assert not any(tab[PersonState]["person"]["can"].values())
    await perform(tab, action)
    assert await list_actions() == []


@pytest.mark.parametrize("action", ACTIONS)
async def test_an_act_on_a_user_who_has_vanished_shows_why_it_failed(
    cast: Cast, socket_server: SocketServer, action: str
) -> None:
    tab = await open_sheet(socket_server, cast.olga, cast.bob)
    async with unit_of_work() as session:
        (await session.get_one(User, cast.bob.id)).deleted_at = clock.now()
    await perform(tab, action)
    assert (tab[PersonState]["error"] or get_toasts(tab)[-1]) == "No one here uses that name."
    assert await list_actions() == []


async def test_an_edit_that_another_administrator_has_overtaken_shows_both_values(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_sheet(socket_server, cast.olga, cast.bob)
    await tab.send(PersonState.open_dialog, dialog="edit")
    form = {"name": "Robert", "slug": "bob", "email": "bob@example.com", "bio": ""}
    async with unit_of_work() as session:
        changes = AccountChanges(name="Bobby", bio="Baker")
        await moderation.edit_user(session, accounts.OPERATOR, user_id=cast.bob.id, changes=changes)
    await tab.send(PersonState.edit, message=form)
    assert tab[PersonState]["errors"] == {"name": "Changed in the meantime to: Bobby"}
    assert (await load(cast.bob)).name == "Bobby"
    await tab.send(PersonState.edit, message=form)
    assert tab[PersonState]["dialog"] == ""
    # The form was opened before the bio was changed, and did not change it.
    user = await load(cast.bob)
    assert (user.name, user.bio) == ("Robert", "Baker")


async def test_invalid_fields_show_their_errors_in_the_form(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_sheet(socket_server, cast.olga, cast.bob)
    await tab.send(PersonState.open_dialog, dialog="edit")
    await tab.send(PersonState.edit, message={"name": "", "slug": "alice", "email": "nobody"})
    assert set(tab[PersonState]["errors"]) == {"name", "email"}
    await tab.send(PersonState.edit, message={"slug": "alice"})
    assert set(tab[PersonState]["errors"]) == {"slug"}


async def test_the_open_sheet_follows_the_actions_of_another_administrator(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_sheet(socket_server, cast.olga, cast.bob)
    other = await open_sheet(
        socket_server, await factories.user("other", sections=["users"]), cast.bob
    )
    await perform(tab, "ban")
    await socket_server.wait_until_idle()
    assert other[PersonState]["person"]["ban_reason"] == "Spam"
    assert other[PersonState]["ban_text"].startswith("Banned until")
    await tab.send(PersonState.open_dialog, dialog="lift")
    await tab.send(PersonState.lift_ban, message={"reason": "A mistake"})
    await socket_server.wait_until_idle()
    assert other[PersonState]["person"]["banned_at"] is None


async def test_a_ban_by_another_administrator_reloads_what_it_changes_in_the_open_sheet(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_sheet(socket_server, cast.olga, cast.bob)
    other = await open_sheet(
        socket_server, await factories.user("other", sections=["users", "posts"]), cast.bob
    )
    await publish_post(cast.bob)
    await other.send(HistoryState.select_tab, tab="sanctions")
    await perform(tab, "ban")
    assert other[UsersState]["user"]["status"] == "banned"
    assert [row["title"] for row in other[HistoryState]["loaded_page"]["rows"]] == ["Spam"]
    await other.send(HistoryState.select_tab, tab="changes")
    await tab.send(PersonState.lift_ban, message={"reason": "A mistake"})
    assert other[UsersState]["user"]["status"] == "active"
    assert other[HistoryState]["loaded_page"]["rows"][0]["title"] == "Ban lifted"
    # A ban does not change the number of posts, which is counted when the sheet opens.
    assert other[OverviewState]["overview"]["posts"] == "0"
    await other.send(UsersState.open_record, record_id=cast.bob.id)
    assert other[OverviewState]["overview"]["posts"] == "1"


async def test_a_ban_that_another_administrator_made_meanwhile_is_replaced_only_knowingly(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_sheet(socket_server, cast.olga, cast.bob)
    other = await open_sheet(
        socket_server, await factories.user("other", sections=["users"]), cast.bob
    )
    await other.send(PersonState.open_dialog, dialog="ban")
    await perform(tab, "ban")
    message = {"reason": "Insults", "days": "0"}
    await other.send(PersonState.ban, message=message)
    assert other[PersonState]["dialog"] == "ban"
    assert "Someone else has banned this user until" in other[PersonState]["error"]
    assert "Spam" in other[PersonState]["error"]
    assert other[PersonState]["person"]["ban_reason"] == "Spam"
    await other.send(PersonState.ban, message=message)
    assert (other[PersonState]["dialog"], other[PersonState]["error"]) == ("", "")
    assert other[PersonState]["person"]["ban_reason"] == "Insults"


async def test_each_tab_of_the_history_shows_its_entries_page_by_page(
    cast: Cast, socket_server: SocketServer
) -> None:
    await factories.post(cast.bob, title="On rye")
    for _number in range(PAGE_SIZE + 1):
        await socket_server.open(cast.bob)
    tab = await open_sheet(socket_server, cast.olga, cast.bob)
    first = tab[HistoryState]["loaded_page"]
    assert len(first["rows"]) == PAGE_SIZE
    await tab.send(HistoryState.show_older, cursor=first["next_cursor"])
    second = tab[HistoryState]["loaded_page"]
    # The browser appends the page to the one that ends with this cursor.
    assert (second["start_cursor"], second["next_cursor"]) == (first["next_cursor"], "")
    assert len(second["rows"]) == 1
    await perform(tab, "ban")
    for code, title in (("posts", "On rye"), ("sanctions", "Spam"), ("changes", "Banned")):
        await tab.send(HistoryState.select_tab, tab=code)
        assert [row["title"] for row in tab[HistoryState]["loaded_page"]["rows"]] == [title]
    await tab.send(HistoryState.show_older, cursor="not a cursor")
    assert tab[HistoryState]["loaded_page"]["start_cursor"] == ""


async def select_and_confirm(tab: Tab, action: str, users: list[Actor], **message: str) -> None:
    await tab.send(UsersState.load)
    for user in users:
        await tab.send(UsersState.select_row, record_id=user.id, is_selected=True)
    await tab.send(UsersState.ask, action=action, record_id=0)
    await tab.send(UsersState.confirm, message=message)


def _is_banned(user: User) -> bool:
    return user.banned_until is not None and user.ban_reason == "Spam"


def _is_verified(user: User) -> bool:
    return user.email_verified_at is not None


@pytest.mark.parametrize(
    ("action", "has_changed", "changed"),
    [
        ("ban", _is_banned, "2 users banned"),
        ("verify", _is_verified, "2 emails marked as verified"),
    ],
    ids=["ban", "verify"],
)
async def test_a_bulk_action_says_how_many_users_changed_and_why_the_others_did_not(
    cast: Cast,
    socket_server: SocketServer,
    action: str,
    has_changed: Callable[[User], bool],
    changed: str,
) -> None:
    async with unit_of_work() as session:
        await session.execute(update(User).values(email_verified_at=None))
    tab = await open_sheet(socket_server, cast.olga, cast.bob)
    await select_and_confirm(
        tab, action, [cast.alice, cast.bob, cast.olga], reason="Spam", days="7"
    )
    assert tab[UsersState]["action_result"] == f"{changed}, 1 record failed"
    [failure] = tab[UsersState]["action_failures"]
    assert failure["label"] == "Olga"
    assert failure["message"] == "You can't do this with your own account."
    assert all([has_changed(await load(user)) for user in (cast.alice, cast.bob)])
    assert tab[UsersState]["selected_ids"] == []
    await tab.send(UsersState.close_result)
    assert tab[UsersState]["action_failures"] == []


async def test_users_are_signed_out_together_after_the_password_was_confirmed(
    cast: Cast, socket_server: SocketServer
) -> None:
    for user in (cast.alice, cast.bob):
        await socket_server.open(user)
    tab = await socket_server.open(cast.olga, "/admin-panel/users")
    await select_and_confirm(tab, "sign_out", [cast.alice, cast.bob], reason="Stolen laptop")
    assert tab[ConfirmationState]["is_open"]
    assert await list_actions() == []
    await confirm_passwords()
    await tab.send(UsersState.confirm, message={"reason": "Stolen laptop"})
    assert await list_actions() == ["signed_out", "signed_out"]
    assert get_toasts(tab)[-1] == "2 users signed out"
    async with read_session() as session:
        open_sessions = select(UserSession.user_id).where(UserSession.revoked_at == None)  # noqa: E711
        assert set(await session.scalars(open_sessions)) == {cast.olga.id}


async def test_a_bulk_ban_without_a_reason_changes_nothing(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_sheet(socket_server, cast.olga, cast.bob)
    await select_and_confirm(tab, "ban", [cast.alice, cast.bob], reason=" ", days="7")
    assert tab[UsersState]["action_error"] == "Enter a reason."
    assert await list_actions() == []


async def test_a_merge_needs_the_typed_username_and_another_account(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_sheet(socket_server, cast.olga, cast.bob)
    await tab.send(PersonState.open_dialog, dialog="merge")
    for target, confirmation, message in (
        ("alice", "alice", "Type the name exactly: bob"),
        ("nobody", "bob", "No one here uses that name."),
        ("bob", "bob", "Choose another account."),
    ):
        form = {"target": target, "confirmation": confirmation}
        await tab.send(PersonState.merge, message=form)
        assert tab[PersonState]["error"] == message
    async with read_session() as session:
        assert (await session.scalars(select(AccountMerge))).all() == []


async def test_a_cleanup_shows_counts_and_progress_and_is_undone(
    cast: Cast, socket_server: SocketServer
) -> None:
    await publish_post(cast.bob)
    tab = await open_sheet(socket_server, cast.olga, cast.bob)
    await tab.send(CleanupState.ask, user_id=cast.bob.id)
    assert tab[CleanupState]["hide_text"] == "1 post · 0 comments · 0 private messages"
    form = {"content": "delete", "posts": "on", "comments": "on", "days": "7", "ban": "on"}
    await tab.send(CleanupState.start, message=form)
    assert tab[CleanupState]["error"]  # the reason is missing
    await tab.send(CleanupState.start, message=form | {"reason": "Spam"})
    assert tab[CleanupState]["user_id"] == 0
    assert tab[CleanupState]["cleanup"]["state"] == "running"
    await jobs.run_due_jobs()
    await socket_server.wait_until_idle()
    assert tab[CleanupState]["cleanup"]["state"] == "finished"
    assert tab[CleanupState]["progress"] == "1 of 1"
    assert tab[PersonState]["person"]["banned_at"]
    await tab.send(CleanupState.undo, cleanup_id=tab[CleanupState]["cleanup"]["id"])
    await jobs.run_due_jobs()
    await socket_server.wait_until_idle()
    assert tab[CleanupState]["cleanup"]["state"] == "undone"


async def test_others_cannot_clean_up(cast: Cast, socket_server: SocketServer) -> None:
    limited = await factories.user("limited", sections=["posts", "comments"])
    for actor in (cast.guest, cast.alice, limited):
        tab = await socket_server.open(actor, "/admin-panel/users")
        await confirm_passwords()
        await tab.send(CleanupState.ask, user_id=cast.bob.id)
        await tab.send(CleanupState.start, message={"posts": "on", "reason": "Spam"})
        assert tab[CleanupState].get("cleanup") is None
        assert not tab[CleanupState].get("hide_text")


async def test_the_sheet_shows_and_changes_the_role_and_sections(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_sheet(socket_server, cast.olga, cast.bob)
    await tab.send(RolesState.grant)
    assert tab[PersonState]["person"]["is_admin"] is True
    await tab.send(RolesState.toggle, section="posts", is_granted=True)
    await tab.send(RolesState.toggle, section="mail", is_granted=True)
    await tab.send(RolesState.toggle, section="posts", is_granted=False)
    assert tab[PersonState]["person"]["sections"] == ["mail"]
    await tab.send(RolesState.set_full, is_granted=True)
    assert tab[PersonState]["person"]["sections"] == ["*"]
    await tab.send(RolesState.revoke)
    assert tab[PersonState]["person"]["is_admin"] is False


async def test_a_limited_administrator_grants_only_their_own_sections(
    cast: Cast, socket_server: SocketServer
) -> None:
    limited = await factories.user("limited", sections=["users", "posts"])
    tab = await open_sheet(socket_server, limited, cast.bob)
    assert tab[RolesState]["grantable"] == ["users", "posts"]
    await tab.send(RolesState.grant)
    await tab.send(RolesState.toggle, section="posts", is_granted=True)
    await tab.send(RolesState.toggle, section="mail", is_granted=True)
    await tab.send(RolesState.set_full, is_granted=True)
    assert tab[PersonState]["person"]["sections"] == ["posts"]


async def test_the_sheet_shows_other_sections_only_to_those_who_may_open_them(
    cast: Cast, socket_server: SocketServer
) -> None:
    await reply(cast.bob, await publish_post(cast.alice))
    # The links lead to tables that also list what the public number leaves out.
    await unpublish_post(cast.bob, await publish_post(cast.bob))
    tab = await open_sheet(socket_server, cast.olga, cast.bob)
    overview = tab[OverviewState]["overview"]
    assert (overview["posts"], overview["comments"]) == ("1", "1")
    assert (overview["reports"], overview["plan"]) == ("0", "No plan")
    limited = await factories.user("limited", sections=["users"])
    tab = await open_sheet(socket_server, limited, cast.bob)
    overview = tab[OverviewState].get("overview", {})
    assert not overview.get("posts")
    assert not overview.get("comments")


async def test_a_deleted_account_closes_what_can_be_done_with_it(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_sheet(socket_server, cast.olga, cast.bob)
    await tab.send(PersonState.open_dialog, dialog="delete")
    form = {"content": "anonymize", "confirmation": "alice", "reason": "Asked for it"}
    await tab.send(PersonState.delete_account, message=form)
    assert "bob" in tab[PersonState]["error"]
    await tab.send(PersonState.delete_account, message=form | {"confirmation": "bob"})
    assert tab[PersonState]["person"] is None
    assert tab[PersonState]["dialog"] == ""
