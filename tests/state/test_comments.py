"""Tests of comments in open tabs: own replies, pushed updates, pagination and edits."""

from uuid import uuid4

import reflex as rx

from community.core.actor import Actor
from community.core.db import sessions as database
from community.core.db.sessions import read_session, unit_of_work
from community.core.text.markup import RenderedMessage
from community.domain import comments, follows, posts
from community.models import Post as PostRow
from community.realtime import hub, messages
from community.state.pages.comments.comments import CommentPush, CommentsState
from community.state.pages.layout import LayoutState
from community.state.pages.notifications import UnseenCountPush
from community.state.pages.posts.post import PostReactionsPush, PostState
from tests import factories
from tests.cast import Cast
from tests.query_capture import capture_queries
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
    # The response to the form and the push to all tabs are sent independently.
    pushes = bob.get_pushes(CommentPush)
    assert sorted(push["is_submitted_here"] for push in pushes) == [False, True]
    assert pushes[0]["comment"] == pushes[1]["comment"]
    for tab in (alice, guest):
        (push,) = tab.get_pushes(CommentPush)
        assert push["comment"]["html"].strip() == '<p dir="auto">Well said.</p>'
        assert push["comments_count"] == 1


async def test_each_reader_receives_a_comment_with_their_own_permissions(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        await follows.ignore(session, cast.charlie, user_id=cast.bob.id)
    readers = (cast.bob, cast.alice, cast.olga, cast.charlie, cast.guest)
    tabs = {actor.name: await open_post(socket_server, actor, post) for actor in readers}
    async with unit_of_work() as session:
        await comments.reply(session, cast.bob, post_id=post.id, text=RenderedMessage("Mine."))
    await database.wait_for_pushes()
    seen = {name: tab.get_pushes(CommentPush)[0]["comment"] for name, tab in tabs.items()}
    assert {
        name: [key for key, can in row["can"].items() if can] for name, row in seen.items()
    } == {
        cast.bob.name: ["edit", "delete"],
        cast.alice.name: ["pin", "react", "report"],
        cast.olga.name: ["edit", "delete", "pin", "react", "report", "moderate"],
        cast.charlie.name: ["react", "report"],
        cast.guest.name: [],
    }
    assert {name for name, row in seen.items() if row["text"]} == {cast.bob.name, cast.olga.name}
    assert [name for name, row in seen.items() if row["author"] is None] == [cast.charlie.name]


async def test_many_comments_in_quick_succession_are_all_pushed_in_order(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    guest = await open_post(socket_server, cast.guest, post)
    texts = [RenderedMessage(f"Number {number}") for number in range(20)]
    async with unit_of_work() as session:
        replies = [
            await comments.reply(session, cast.bob, post_id=post.id, text=text) for text in texts
        ]
    await database.wait_for_pushes()
    pushed = [push["comment"]["id"] for push in guest.get_pushes(CommentPush)]
    assert pushed == [reply.id for reply in replies]


async def test_a_reader_who_may_no_longer_read_the_post_receives_no_comments(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    alice, guest = [
        await open_post(socket_server, actor, post) for actor in (cast.alice, cast.guest)
    ]
    text = RenderedMessage("Published.")
    async with unit_of_work() as session:
        comment = await comments.reply(session, cast.bob, post_id=post.id, text=text)
        await posts.unpublish(session, cast.alice, post_id=post.id)
    await database.wait_for_pushes()
    assert [push["comment"]["id"] for push in alice.get_pushes(CommentPush)] == [comment.id]
    assert guest.get_pushes(CommentPush) == []


async def test_the_number_of_queries_of_a_push_does_not_depend_on_the_readers(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    counts = []
    for actors in ([cast.alice], [cast.bob, cast.charlie, cast.olga, cast.guest]):
        for actor in actors:
            await open_post(socket_server, actor, post)
        async with unit_of_work() as session:
            await comments.reply(session, cast.bob, post_id=post.id, text=RenderedMessage("Hello."))
        with capture_queries() as statements:
            await database.wait_for_pushes()
        counts.append(len(statements))
    assert counts[0] == counts[1] > 0


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
    assert elsewhere.get_pushes(CommentPush) == []


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
    root = alice.get_pushes(CommentPush)[0]["comment"]["id"]
    await bob.send(
        CommentsState.submit_reply,
        post_id=post.id,
        parent_id=root,
        message=make_comment_message("Answer."),
    )
    assert alice.get_pushes(UnseenCountPush)[-1]["unseen_count"] == 1


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
    comment_id = bob.get_pushes(CommentPush)[0]["comment"]["id"]
    await bob.send(CommentsState.delete, comment_id=comment_id)
    last = alice.get_pushes(CommentPush)[-1]
    assert last["comment"]["moderation_status"] == "deleted"
    assert (last["comment"]["html"], last["comment"]["author"]) == ("", None)
    assert last["comments_count"] == 0


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
    assert bob.get_pushes(CommentPush)[0]["comment"]["post_id"] == here.id
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
        comment = await comments.reply(
            session, cast.bob, post_id=post.id, text=await comments.render_text("As it was.")
        )
    bob = await open_post(socket_server, cast.bob, post)
    async with unit_of_work() as session:
        await comments.edit(
            session,
            cast.olga,
            comment_id=comment.id,
            text=await comments.render_text("As it should be."),
        )
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
    assert bob.get_pushes(CommentPush)[-1]["comment"]["text"] == "Mine."


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
    assert closed_tab.get_pushes(CommentPush) == []


async def test_a_resync_message_makes_open_tabs_reload_their_comments(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    alice = await open_post(socket_server, cast.alice, post)
    async with unit_of_work() as session:
        session.info["events"] = []
        await comments.reply(
            session, cast.bob, post_id=post.id, text=await comments.render_text("Not pushed.")
        )
        session.info["events"].clear()
    assert alice[CommentsState]["loaded_page"]["items"] == []
    await hub.publish(messages.Resync())
    await socket_server.wait_until_idle()
    (comment,) = alice[CommentsState]["loaded_page"]["items"]
    assert comment["html"].strip() == '<p dir="auto">Not pushed.</p>'


async def test_refreshing_comments_returns_current_texts_and_omits_deleted_comments(
    cast: Cast, socket_server: SocketServer
) -> None:
    post, other = await factories.post(cast.alice), await factories.post(cast.alice, "Elsewhere")
    async with unit_of_work() as session:
        edited, deleted = [
            await comments.reply(
                session, cast.bob, post_id=post.id, text=await comments.render_text(text)
            )
            for text in ("First.", "Second.")
        ]
        elsewhere = await comments.reply(
            session, cast.bob, post_id=other.id, text=await comments.render_text("Elsewhere.")
        )
        await comments.edit(
            session, cast.bob, comment_id=edited.id, text=await comments.render_text("Changed.")
        )
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
            await comments.reply(
                session,
                cast.bob,
                post_id=post.id,
                text=await comments.render_text(f"Remark {number}."),
            )
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
        await comments.reply(
            session, cast.bob, post_id=post.id, text=await comments.render_text("Loaded once.")
        )
    tab = await open_post(socket_server, cast.alice, post)
    server = await socket_server.get_state(tab, CommentsState)
    assert server.loaded_page.items == []
    await tab.send_by_name(f"{rx.State.get_full_name()}.hydrate", {})
    assert [comment["text"] for comment in tab[CommentsState]["loaded_page"]["items"]] == [""]
    assert tab[PostState]["post"]["title"] == "On sourdough"


async def test_a_reader_receives_the_html_of_a_post_but_not_its_markdown_source(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    tab = await open_post(socket_server, cast.bob, post)
    assert tab[PostState]["post"]["html"] == post.html
    assert "text" not in tab[PostState]["post"]


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
    push = alice.get_pushes(PostReactionsPush)[-1]
    assert [(row["code"], row["count"]) for row in push["reactions"]] == [("like", 1)]
    assert alice[PostState]["my_reaction"] == ""


async def test_the_markdown_of_a_comment_is_sent_only_to_users_who_may_edit_it(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        await comments.reply(
            session, cast.bob, post_id=post.id, text=await comments.render_text("*Mine*")
        )
    for actor, source in ((cast.bob, "*Mine*"), (cast.charlie, "")):
        tab = await open_post(socket_server, actor, post)
        assert [comment["text"] for comment in tab[CommentsState]["loaded_page"]["items"]] == [
            source
        ]
