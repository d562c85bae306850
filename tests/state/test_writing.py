"""Tests of the State classes for the editor and for the list of drafts."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import communities, posts, site
from community.domain.posts import DraftView
from community.domain.site import ContentSettings
from community.models import Post as PostRow
from community.state.pages.posts.drafts import DraftsState
from community.state.pages.posts.writing import WritingState
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab


async def open_editor(socket_server: SocketServer, actor: Actor, path: str = "/write") -> Tab:
    tab = await socket_server.open(actor, path)
    await tab.send(WritingState.load)
    return tab


def make_draft_message(
    post_id: int | None = None, *, base_version: int | None = None, **changes: Any
) -> dict[str, Any]:
    """Return a message in the format in which the browser sends changes to a draft."""
    return {
        "client_id": uuid4().hex,
        "post_id": post_id,
        "base_version": base_version,
        "revision": uuid4().int % 10**9,
        "changes": changes,
    }


async def get_draft(actor: Actor, post_id: int) -> DraftView:
    async with read_session() as session:
        return await posts.get_draft(session, actor, post_id)


async def start_draft(actor: Actor, title: str = "On rye", text: str = "Flour.") -> PostRow:
    async with unit_of_work() as session:
        return await posts.create_draft(
            session, actor, title=title, text=await posts.render_text(text)
        )


async def list_draft_titles(actor: Actor) -> list[str]:
    async with read_session() as session:
        return [draft.title for draft in (await posts.list_drafts(session, actor)).items]


async def test_opening_the_editor_creates_no_draft(cast: Cast, socket_server: SocketServer) -> None:
    tab = await open_editor(socket_server, cast.alice)
    assert (tab[WritingState]["draft"], tab[WritingState]["path"]) == (None, "/write")
    assert await list_draft_titles(cast.alice) == []


async def test_the_first_save_creates_a_draft_and_returns_its_url(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_editor(socket_server, cast.alice)
    sent = make_draft_message(title="On rye", text="Flour, *water*.", tags=["Rye"])
    await tab.send(WritingState.save, message=sent)
    saved = tab[WritingState]["saved"]
    draft = await get_draft(cast.alice, saved["post_id"])
    assert (draft.title, draft.text, draft.tags) == ("On rye", "Flour, *water*.", ["rye"])
    assert (saved["revision"], saved["version"]) == (sent["revision"], draft.version)
    assert saved["url"] == f"/write/{draft.id}"


async def test_a_draft_message_sent_twice_is_stored_once(
    cast: Cast, socket_server: SocketServer
) -> None:
    """Send the same message from two new tabs, as a browser does after a lost response."""
    sent = make_draft_message(title="On rye")
    for _ in range(2):
        tab = await open_editor(socket_server, cast.alice)
        await tab.send(WritingState.save, message=sent)
        assert tab[WritingState]["saved"]["version"] == 1
    assert await list_draft_titles(cast.alice) == ["On rye"]


async def test_saving_from_a_second_window_reports_a_conflict(
    cast: Cast, socket_server: SocketServer
) -> None:
    draft = await start_draft(cast.alice)
    here, there = [
        await open_editor(socket_server, cast.alice, f"/write/{draft.id}") for _ in range(2)
    ]
    await there.send(
        WritingState.save, message=make_draft_message(draft.id, base_version=1, text="There.")
    )
    sent = make_draft_message(draft.id, base_version=1, text="Here.")
    await here.send(WritingState.save, message=sent)
    rejected = here[WritingState]["rejected"]
    assert (rejected["kind"], rejected["revision"]) == ("changed", sent["revision"])
    assert (await get_draft(cast.alice, draft.id)).text == "There."
    await here.send(WritingState.reload_draft, post_id=draft.id)
    assert here[WritingState]["draft"]["text"] == "There."
    await here.send(
        WritingState.save, message=make_draft_message(draft.id, base_version=None, text="Here.")
    )
    assert (await get_draft(cast.alice, draft.id)).text == "Here."


async def test_saving_a_deleted_draft_reports_that_it_was_deleted(
    cast: Cast, socket_server: SocketServer
) -> None:
    draft = await start_draft(cast.alice)
    tab = await open_editor(socket_server, cast.alice, f"/write/{draft.id}")
    async with unit_of_work() as session:
        await posts.delete(session, cast.alice, post_id=draft.id)
    await tab.send(
        WritingState.save, message=make_draft_message(draft.id, base_version=1, text="More.")
    )
    assert tab[WritingState]["rejected"]["kind"] == "deleted"


async def test_an_invalid_field_is_reported_with_a_message(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_editor(socket_server, cast.alice)
    await tab.send(WritingState.save, message=make_draft_message(title="x" * 256, text="Flour."))
    rejected = tab[WritingState]["rejected"]
    assert rejected["kind"] == "rejected"
    assert rejected["errors"] == {"title": "Use at most 255 characters. You have used 256."}
    assert await list_draft_titles(cast.alice) == []


async def test_publishing_redirects_to_the_post(cast: Cast, socket_server: SocketServer) -> None:
    bread = await factories.community(cast.bob)
    tab = await open_editor(socket_server, cast.alice, "/write")
    sent = make_draft_message(title="On rye", text="Flour.", community_id=bread.id, intro="Short.")
    await tab.send(WritingState.publish, message=sent)
    saved = tab[WritingState]["saved"]
    assert saved["redirect_to"] == f"/p/{saved['post_id']}/on-rye"
    async with read_session() as session:
        post = await posts.get_view(session, cast.guest, saved["post_id"])
    assert post.community is not None
    assert (post.community.slug, post.intro) == ("bread", "Short.")


async def test_a_rejected_publication_saves_no_changes(
    cast: Cast, socket_server: SocketServer
) -> None:
    closed = await factories.community(cast.bob, posting="moderators")
    draft = await start_draft(cast.alice)
    tab = await open_editor(socket_server, cast.alice, f"/write/{draft.id}")
    sent = make_draft_message(draft.id, base_version=1, text="New words.", community_id=closed.id)
    await tab.send(WritingState.publish, message=sent)
    assert tab[WritingState]["rejected"]["message"] == "Only moderators can publish in Bread."
    after = await get_draft(cast.alice, draft.id)
    assert (after.status, after.text, after.version) == ("draft", "Flour.", 1)


async def test_publishing_without_a_title_is_rejected(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_editor(socket_server, cast.alice)
    await tab.send(WritingState.publish, message=make_draft_message(text="Flour."))
    assert tab[WritingState]["rejected"]["errors"] == {"title": "Enter a title."}
    assert await list_draft_titles(cast.alice) == []


async def test_readers_see_changes_only_after_publishing(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    tab = await open_editor(socket_server, cast.alice, f"/write/{post.id}")
    await tab.send(
        WritingState.save, message=make_draft_message(post.id, base_version=1, text="Better.")
    )
    saved = tab[WritingState]["saved"]
    assert saved["has_unpublished_changes"] is True
    async with read_session() as session:
        assert (await posts.get_view(session, cast.bob, post.id)).text == "Flour, water, *time*."
    update = make_draft_message(
        post.id, base_version=saved["version"], text="Best.", comments_enabled=False
    )
    await tab.send(WritingState.publish, message=update)
    async with read_session() as session:
        seen = await posts.get_view(session, cast.bob, post.id)
    assert (seen.text, seen.comments_enabled) == ("Best.", False)
    assert tab[WritingState]["saved"]["has_unpublished_changes"] is False


async def test_discarding_changes_restores_the_published_version(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    tab = await open_editor(socket_server, cast.alice, f"/write/{post.id}")
    await tab.send(
        WritingState.save, message=make_draft_message(post.id, base_version=1, text="Worse.")
    )
    await tab.send(WritingState.discard_changes, post_id=post.id)
    assert tab[WritingState]["draft"]["text"] == "Flour, water, *time*."


async def test_the_url_can_preselect_a_community_that_the_user_may_post_in(
    cast: Cast, socket_server: SocketServer
) -> None:
    await factories.community(cast.bob)
    await factories.community(cast.bob, "closed", posting="moderators")
    chosen = {}
    for slug in ("bread", "closed", "nowhere"):
        tab = await open_editor(socket_server, cast.alice, f"/write?community={slug}")
        community = tab[WritingState]["initial_community"]
        chosen[slug] = community and community["slug"]
    assert chosen == {"bread": "bread", "closed": None, "nowhere": None}


async def test_communities_are_found_by_name(cast: Cast, socket_server: SocketServer) -> None:
    mine, other = await factories.community(cast.bob), await factories.community(cast.bob, "rye")
    async with unit_of_work() as session:
        await communities.join(session, cast.alice, community_id=mine.id)
    tab = await open_editor(socket_server, cast.alice)
    assert [community["slug"] for community in tab[WritingState]["community_options"]] == [
        mine.slug,
        other.slug,
    ]
    await tab.send(WritingState.search_communities, name="ry")
    assert [community["slug"] for community in tab[WritingState]["community_options"]] == ["rye"]


@pytest.mark.parametrize(
    "path", ["/write", "/write/1", "/write/none", "/write/9999999999999999999"]
)
async def test_a_guest_sees_no_draft_and_cannot_save(
    cast: Cast, socket_server: SocketServer, path: str
) -> None:
    draft = await start_draft(cast.alice)
    tab = await open_editor(socket_server, cast.guest, path)
    assert tab[WritingState]["draft"] is None
    await _send_every_draft_event(tab, draft.id)
    assert tab[ToastsState]["is_sign_in_open"] is True
    assert tab[WritingState].get("saved") is None
    assert (await get_draft(cast.alice, draft.id)).version == 1


async def test_another_user_cannot_view_or_change_a_draft(
    cast: Cast, socket_server: SocketServer
) -> None:
    draft = await start_draft(cast.alice)
    tab = await open_editor(socket_server, cast.bob, f"/write/{draft.id}")
    assert (tab[WritingState]["draft"], tab[WritingState]["is_missing"]) == (None, True)
    await _send_every_draft_event(tab, draft.id)
    assert tab[WritingState]["rejected"]["kind"] == "deleted"
    after = await get_draft(cast.alice, draft.id)
    assert (after.status, after.text, after.version) == ("draft", "Flour.", 1)


async def test_another_user_cannot_edit_a_published_post(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    tab = await open_editor(socket_server, cast.bob, f"/write/{post.id}")
    assert (tab[WritingState]["draft"], tab[WritingState]["is_missing"]) == (None, True)
    await _send_every_draft_event(tab, post.id)
    assert tab[WritingState]["rejected"]["kind"] == "rejected"
    assert (await get_draft(cast.alice, post.id)).text == "Flour, water, *time*."


async def test_a_banned_user_cannot_save_a_draft(cast: Cast, socket_server: SocketServer) -> None:
    tab = await open_editor(socket_server, cast.mallory)
    await tab.send(WritingState.save, message=make_draft_message(title="Spam"))
    assert "banned" in tab[WritingState]["rejected"]["message"]
    assert await list_draft_titles(cast.mallory) == []


async def test_an_administrator_edits_a_post_of_another_user_without_a_draft(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    tab = await open_editor(socket_server, cast.olga, f"/write/{post.id}")
    assert tab[WritingState]["is_author"] is False
    await tab.send(
        WritingState.save, message=make_draft_message(post.id, base_version=1, text="Mine now.")
    )
    assert (
        tab[WritingState]["rejected"]["message"] == "Only the author can edit drafts of this post."
    )
    await tab.send(
        WritingState.publish,
        message=make_draft_message(post.id, base_version=1, text="Without the insult."),
    )
    async with read_session() as session:
        seen = await posts.get_view(session, cast.bob, post.id)
    assert (seen.text, seen.author.slug) == ("Without the insult.", "alice")


@pytest.mark.parametrize(
    "invalid_message",
    [
        {},
        {"client_id": "x", "revision": 1, "changes": {}},
        {**make_draft_message(), "changes": {"status": "published"}},
        {**make_draft_message(), "changes": {"author_id": 1}},
        {**make_draft_message(), "changes": {"tags": "rye"}},
        {**make_draft_message(), "post_id": "1; drop table posts"},
        {**make_draft_message(), "post_id": 10**30},
    ],
)
async def test_an_invalid_draft_message_creates_no_draft(
    cast: Cast, socket_server: SocketServer, invalid_message: Mapping[str, Any]
) -> None:
    tab = await open_editor(socket_server, cast.alice)
    for handler in (WritingState.save, WritingState.publish):
        await tab.send(handler, message=dict(invalid_message))
    assert tab[WritingState].get("saved") is None
    assert await list_draft_titles(cast.alice) == []


def list_loaded_titles(tab: Tab) -> list[str]:
    return [draft["title"] for draft in tab[DraftsState]["loaded_page"]["rows"]]


async def test_drafts_can_be_listed_deleted_and_restored(
    cast: Cast, socket_server: SocketServer
) -> None:
    draft = await start_draft(cast.alice)
    tab = await socket_server.open(cast.alice, "/drafts")
    await tab.send(DraftsState.load)
    assert list_loaded_titles(tab) == ["On rye"]
    await tab.send(DraftsState.delete, post_id=draft.id)
    assert tab[DraftsState]["removed_ids"] == [draft.id]
    [toast] = tab[ToastsState]["toasts"]
    await tab.send(ToastsState.undo, toast_id=toast["id"])
    assert tab[ToastsState]["last_undone_id"] == toast["id"]
    await tab.send(DraftsState.load)
    assert tab[DraftsState]["removed_ids"] == []
    assert list_loaded_titles(tab) == ["On rye"]


async def test_a_long_list_of_drafts_is_paginated(cast: Cast, socket_server: SocketServer) -> None:
    for number in range(25):
        await start_draft(cast.alice, f"Draft {number}")
    tab = await socket_server.open(cast.alice, "/drafts")
    await tab.send(DraftsState.load)
    first = list_loaded_titles(tab)
    cursor = tab[DraftsState]["loaded_page"]["next_cursor"]
    await tab.send(DraftsState.load_more, cursor=cursor)
    assert len(first) == 20
    titles = [*first, *list_loaded_titles(tab)]
    assert titles == [f"Draft {number}" for number in reversed(range(25))]
    assert tab[DraftsState]["loaded_page"]["next_cursor"] == ""


async def test_drafts_of_other_users_cannot_be_deleted(
    cast: Cast, socket_server: SocketServer
) -> None:
    draft = await start_draft(cast.alice)
    for actor in (cast.bob, cast.olga, cast.guest):
        tab = await socket_server.open(actor, "/drafts")
        await tab.send(DraftsState.load)
        assert (tab[DraftsState].get("loaded_page") or {"rows": []})["rows"] == []
        await tab.send(DraftsState.delete, post_id=draft.id)
        await tab.send(DraftsState.discard_changes, post_id=draft.id)
    assert await list_draft_titles(cast.alice) == ["On rye"]


async def _send_every_draft_event(tab: Tab, post_id: int) -> None:
    await tab.send(WritingState.reload_draft, post_id=post_id)
    await tab.send(WritingState.discard_changes, post_id=post_id)
    await tab.send(WritingState.search_communities, name="")
    for handler in (WritingState.save, WritingState.publish):
        await tab.send(
            handler, message=make_draft_message(post_id, base_version=None, text="Mine.")
        )


async def test_the_editor_shows_the_configured_limit_of_tags_at_once(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_editor(socket_server, cast.alice)
    assert tab[WritingState]["limits"]["max_tags"] == posts.PostLimitsView().max_tags
    changed = ContentSettings(max_post_tags=2, tag_choice="list", allowed_tags=("rye",))
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, changed)
    await socket_server.wait_until_idle()
    limits = tab[WritingState]["limits"]
    assert (limits["max_tags"], limits["allowed_tags"]) == (2, ["rye"])
    reopened = await open_editor(socket_server, cast.alice)
    assert reopened[WritingState]["limits"] == limits
