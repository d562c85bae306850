"""Tests of comments in open tabs: own replies, pushed updates, pagination and edits."""

from uuid import uuid4

import reflex as rx

from community.core import database
from community.core.actor import Actor
from community.core.database import read_session, unit_of_work
from community.domain import comments, posts
from community.models import Post as PostRow
from community.realtime import hub, topics
from community.state.comments import CommentsState, LiveCommentsState
from community.state.layout import LayoutState
from community.state.post import PostState
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab


async def open_post(socket_server: SocketServer, actor: Actor, post: PostRow) -> Tab:
    tab = await socket_server.open(actor, f"/p/{post.id}/{post.slug}")
    await tab.send(LayoutState.load)
    await tab.send(PostState.load)
    return tab


def make_comment_message(text: str) -> dict[str, object]:
    return {"text": text, "media": [], "client_id": uuid4().hex}


async def test_a_reply_appears_for_its_author_and_in_every_other_open_tab(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    alice, bob, guest = [
        await open_post(socket_server, actor, post) for actor in (cast.alice, cast.bob, cast.guest)
    ]
    await bob.send(
        CommentsState.submit_reply,
        post_id=post.id,
        parent_id=0,
        message=make_comment_message("Well said."),
    )
    assert [comment["text"] for comment in bob[CommentsState]["own_comments"]] == ["Well said."]
    for tab in (alice, guest):
        assert [comment["text"] for comment in tab[LiveCommentsState]["updates"]] == ["Well said."]
        assert tab[LiveCommentsState]["total"] == 1


async def test_pushed_updates_contain_only_what_a_guest_may_see(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    alice = await open_post(socket_server, cast.alice, post)
    await alice.send(
        CommentsState.submit_reply,
        post_id=post.id,
        parent_id=0,
        message=make_comment_message("Mine."),
    )
    assert alice[LiveCommentsState]["updates"][0]["can"]["edit"] is False
    assert alice[CommentsState]["own_comments"][0]["can"]["edit"] is True


async def test_tabs_that_show_another_post_receive_no_new_comments(
    cast: Cast, socket_server: SocketServer
) -> None:
    here, there = await factories.post(cast.alice), await factories.post(cast.alice, "Elsewhere")
    elsewhere = await open_post(socket_server, cast.charlie, there)
    bob = await open_post(socket_server, cast.bob, here)
    await bob.send(
        CommentsState.submit_reply,
        post_id=here.id,
        parent_id=0,
        message=make_comment_message("Here."),
    )
    assert elsewhere[LiveCommentsState].get("updates", []) == []


async def test_a_reply_increases_the_notification_count_in_the_open_tab_of_the_recipient(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    alice, bob = (
        await open_post(socket_server, cast.alice, post),
        await open_post(socket_server, cast.bob, post),
    )
    await alice.send(
        CommentsState.submit_reply,
        post_id=post.id,
        parent_id=0,
        message=make_comment_message("First."),
    )
    root = alice[CommentsState]["own_comments"][0]["id"]
    await bob.send(
        CommentsState.submit_reply,
        post_id=post.id,
        parent_id=root,
        message=make_comment_message("Answer."),
    )
    assert alice[LayoutState]["unseen_count"] == 1


async def test_a_deleted_comment_is_removed_from_open_tabs(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    alice, bob = (
        await open_post(socket_server, cast.alice, post),
        await open_post(socket_server, cast.bob, post),
    )
    await bob.send(
        CommentsState.submit_reply,
        post_id=post.id,
        parent_id=0,
        message=make_comment_message("Regretted."),
    )
    await bob.send(CommentsState.delete, comment_id=bob[CommentsState]["own_comments"][0]["id"])
    last = alice[LiveCommentsState]["updates"][-1]
    assert (last["moderation_status"], last["text"], last["author"]) == ("deleted", "", None)
    assert alice[LiveCommentsState]["total"] == 0


async def test_the_error_for_a_rejected_reply_contains_the_client_id_of_the_reply(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    bob = await open_post(socket_server, cast.bob, post)
    sent = make_comment_message("x" * 10_001)
    await bob.send(CommentsState.submit_reply, post_id=post.id, parent_id=0, message=sent)
    assert bob[CommentsState]["rejected"]["client_id"] == sent["client_id"]
    assert "10,000 characters" in bob[CommentsState]["rejected"]["message"]
    assert bob[CommentsState].get("saved", {}) == {}


async def test_a_reply_is_added_to_the_given_post_even_if_the_tab_shows_another_post(
    cast: Cast, socket_server: SocketServer
) -> None:
    here, there = await factories.post(cast.alice), await factories.post(cast.alice, "Elsewhere")
    bob = await open_post(socket_server, cast.bob, here)
    bob.path = f"/p/{there.id}/{there.slug}"
    await bob.send(
        CommentsState.submit_reply,
        post_id=here.id,
        parent_id=0,
        message=make_comment_message("Here."),
    )
    await bob.send(PostState.react, post_id=here.id, code="like")
    assert bob[CommentsState]["own_comments"][0]["post_id"] == here.id
    async with read_session() as session:
        liked, other = [await posts.get_view(session, cast.bob, post.id) for post in (here, there)]
    assert (liked.my_reaction, liked.comments_count) == ("like", 1)
    assert (other.my_reaction, other.comments_count) == (None, 0)


async def test_the_acknowledgement_of_a_reply_contains_its_client_id_and_revision(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    bob = await open_post(socket_server, cast.bob, post)
    sent = {**make_comment_message("Well said."), "revision": 2}
    await bob.send(CommentsState.submit_reply, post_id=post.id, parent_id=0, message=sent)
    assert bob[CommentsState]["saved"] == {"client_id": sent["client_id"], "revision": 2}


async def test_an_edit_of_an_outdated_comment_version_is_rejected_and_can_be_sent_again(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        comment = await comments.reply(session, cast.bob, post_id=post.id, text="As it was.")
    bob = await open_post(socket_server, cast.bob, post)
    async with unit_of_work() as session:
        await comments.edit(session, cast.olga, comment_id=comment.id, text="As it should be.")
    base_version = bob[CommentsState]["loaded_page"]["items"][0]["version"]
    await bob.send(
        CommentsState.save_edit,
        comment_id=comment.id,
        message={**make_comment_message("Mine."), "base_version": base_version},
    )
    rejected = bob[CommentsState]["rejected"]
    assert "changed since you started editing" in rejected["message"]
    await bob.send(
        CommentsState.save_edit,
        comment_id=comment.id,
        message={**make_comment_message("Mine."), "base_version": rejected["version"]},
    )
    assert bob[CommentsState]["own_comments"][0]["text"] == "Mine."


async def test_a_closed_tab_receives_no_pushed_comments(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    closed_tab = await open_post(socket_server, cast.charlie, post)
    bob = await open_post(socket_server, cast.bob, post)
    socket_server.close(closed_tab)
    await bob.send(
        CommentsState.submit_reply,
        post_id=post.id,
        parent_id=0,
        message=make_comment_message("Anyone?"),
    )
    assert closed_tab[LiveCommentsState].get("updates", []) == []


async def test_a_resync_message_makes_open_tabs_reload_their_comments(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    alice = await open_post(socket_server, cast.alice, post)
    async with unit_of_work() as session:
        session.info["events"] = []
        await comments.reply(session, cast.bob, post_id=post.id, text="Not pushed.")
        session.info["events"].clear()
    assert alice[CommentsState]["loaded_page"]["items"] == []
    await hub.publish(topics.RESYNC, {})
    await database.wait_for_pushes()
    await socket_server.wait_until_idle()
    (comment,) = alice[CommentsState]["loaded_page"]["items"]
    assert comment["html"].strip() == "<p>Not pushed.</p>"


async def test_refreshing_comments_returns_current_texts_and_omits_deleted_comments(
    cast: Cast, socket_server: SocketServer
) -> None:
    post, other = await factories.post(cast.alice), await factories.post(cast.alice, "Elsewhere")
    async with unit_of_work() as session:
        edited, deleted = [
            await comments.reply(session, cast.bob, post_id=post.id, text=text)
            for text in ("First.", "Second.")
        ]
        elsewhere = await comments.reply(session, cast.bob, post_id=other.id, text="Elsewhere.")
        await comments.edit(session, cast.bob, comment_id=edited.id, text="Changed.")
        await comments.delete(session, cast.bob, comment_id=deleted.id)
    tab = await open_post(socket_server, cast.bob, post)
    requested_ids = [edited.id, deleted.id, elsewhere.id]
    await tab.send(CommentsState.refresh, comment_ids=requested_ids)
    loaded_page = tab[CommentsState]["loaded_page"]
    assert loaded_page["requested_ids"] == requested_ids
    assert [(comment["id"], comment["text"]) for comment in loaded_page["items"]] == [
        (edited.id, "Changed.")
    ]


async def test_pages_loaded_from_a_cursor_are_marked_as_a_continuation(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        for number in range(45):
            await comments.reply(session, cast.bob, post_id=post.id, text=f"Remark {number}.")
    first = await open_post(socket_server, cast.bob, post)
    async with read_session() as session:
        thread = await comments.get_thread(session, cast.bob, post_id=post.id)
    later = await socket_server.open(
        cast.bob, f"/p/{post.id}/{post.slug}?after={thread.next_cursor}"
    )
    await later.send(PostState.load)
    loaded = later[CommentsState]["loaded_page"]
    await later.send(CommentsState.load_more, cursor=loaded["next_cursor"])
    assert (loaded["is_continuation"], later[CommentsState]["loaded_page"]["is_continuation"]) == (
        True,
        True,
    )
    assert first[CommentsState]["loaded_page"]["is_continuation"] is False


async def test_loaded_comments_are_not_stored_in_the_server_state(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        await comments.reply(session, cast.bob, post_id=post.id, text="Loaded once.")
    tab = await open_post(socket_server, cast.alice, post)
    server = await socket_server.get_state(tab, CommentsState)
    assert server.loaded_page.items == []
    await tab.send_by_name(f"{rx.State.get_full_name()}.hydrate", {})
    assert [comment["text"] for comment in tab[CommentsState]["loaded_page"]["items"]] == [""]
    assert tab[PostState]["post"]["title"] == "On sourdough"


async def test_a_draft_disappears_from_an_open_tab_after_signing_out(
    cast: Cast, socket_server: SocketServer
) -> None:
    draft = await factories.post(cast.alice, status="draft", published_at=None)
    tab = await open_post(socket_server, cast.alice, draft)
    assert tab[PostState]["post"]["title"] == "On sourdough"
    socket_server.sign_out(tab)
    await tab.send(LayoutState.load)
    assert tab[PostState]["post"] is None


async def test_a_reaction_to_the_post_is_pushed_to_every_open_tab(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    alice, bob = (
        await open_post(socket_server, cast.alice, post),
        await open_post(socket_server, cast.bob, post),
    )
    await bob.send(PostState.react, post_id=post.id, code="like")
    assert bob[PostState]["my_reaction"] == "like"
    assert [(row["code"], row["count"]) for row in alice[PostState]["reactions"]] == [("like", 1)]
    assert alice[PostState]["my_reaction"] == ""


async def test_the_markdown_of_a_comment_is_sent_only_to_users_who_may_edit_it(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        await comments.reply(session, cast.bob, post_id=post.id, text="*Mine*")
    for actor, source in ((cast.bob, "*Mine*"), (cast.charlie, "")):
        tab = await open_post(socket_server, actor, post)
        assert [comment["text"] for comment in tab[CommentsState]["loaded_page"]["items"]] == [
            source
        ]
