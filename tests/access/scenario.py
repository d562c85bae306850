"""The users and objects of the access matrix, created once for all its cells."""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from community.core import clock
from community.core.actor import GUEST, Actor
from community.core.db.sessions import unit_of_work
from community.domain import chat, comments, communities, follows, posts, site
from community.domain.comments.moderation.status_changes import set_hidden_status
from community.domain.comments.threads import queries
from community.gateways.media import backends
from community.models import Comment, Community, Membership, Post, User
from tests import factories
from tests.domain.actions import delete_comment, edit_post, reply, run

# `author` wrote all posts and `writer` all comments. `moderator`, `banned_moderator` and `owner`
# have these roles in the community of the posts, of which `member` is a member. `author` owns the
# community into which posts are moved, and `new_moderator` is a moderator there. The owner of
# another community is `elsewhere`. `author` and `writer` ignore `ignored`. The account of `deleted`
# is deleted, but the browser still has its session cookie. The users of `LEAVERS`, which have no
# role, have deleted their accounts.
ROLES = (
    "guest member author writer moderator banned_moderator new_moderator elsewhere owner "
    "administrator banned deleted ignored"
).split()
MEMBERS_BY_OWNER = {
    "owner": ("member", "moderator", "banned_moderator"),
    "author": ("new_moderator",),
}
LEAVERS = {"of_deleted": "anonymize", "hidden_with_author": "delete"}
COMMENT_TEXT = "The words of the comment"


@dataclass
class Scenario:
    """The users by role, and the ids of posts, comments, communities and other users by name."""

    users: dict[str, Actor]
    posts: dict[str, int] = field(default_factory=dict)
    comments: dict[str, int] = field(default_factory=dict)
    communities: dict[str, int] = field(default_factory=dict)
    chat_id: int = 0
    message_id: int = 0
    file_id: str = ""
    target_id: int = 0

    def get_id(self, kind: str, name: str) -> int:
        ids: dict[str, dict[str, int]] = {
            "post": self.posts,
            "comment": self.comments,
            "community": self.communities,
            "site": {"new": 0},
        }
        return ids[kind][name]

    def get_user_id(self, role: str) -> int:
        return self.users[role].id if role in self.users else 0

    def get_slug(self, community_id: int) -> str:
        return next((slug for slug, id_ in self.communities.items() if id_ == community_id), "")


async def create_scenario() -> Scenario:
    users = {"guest": GUEST}
    for role in ROLES[1:]:
        users[role] = await factories.user(
            role, is_admin=role == "administrator", is_banned="banned" in role
        )
    async with unit_of_work() as session:
        endpoint: Any = {"ai_base_url": "http://127.0.0.1:9/v1", "ai_model": "model"}
        await site.update_settings(
            session,
            users["administrator"],
            site.GeneralSettings(**endpoint, ai_summary_min_minutes=1),
        )
    scenario = Scenario(users, target_id=(await factories.user("target")).id)
    await _create_communities(scenario)
    created = await _create_posts(scenario)
    await _create_content_of_leavers(scenario, created["published"])
    await _create_comments(scenario, created)
    await _create_chat(scenario)
    async with unit_of_work() as session:
        for role in ("author", "writer"):
            await follows.ignore(session, users[role], user_id=users["ignored"].id)
        (await session.get_one(User, users["deleted"].id)).deleted_at = clock.now()
    return scenario


async def _create_chat(scenario: Scenario) -> None:
    """Create a conversation of `member` and `elsewhere`."""
    writer = replace(scenario.users["member"], features=frozenset({"private_messages"}))
    other = scenario.users["elsewhere"]
    opened, _ = await run(chat.start, writer, user_id=other.id)
    text = await chat.render_text("For you only")
    message = await run(chat.send, writer, chat_id=opened.id, text=text)
    await run(chat.accept, other, chat_id=opened.id)
    processed = await chat.files.process_file(b"For you only", name="secret.txt")
    file = await run(chat.files.store, writer, chat_id=opened.id, processed=processed)
    await chat.files.store_files(backends.get_private_storage(), processed)
    await run(chat.send, writer, chat_id=opened.id, text=text, files=[file.id])
    scenario.chat_id, scenario.message_id, scenario.file_id = opened.id, message.id, str(file.id)


async def _create_communities(scenario: Scenario) -> None:
    users = scenario.users
    owners = {"bread": "owner", "closed": "owner", "locked": "owner", "own": "author"}
    owners |= {"elsewhere": "elsewhere", "members": "owner", "moderators": "owner"}
    for slug, owner in owners.items():
        posting = slug if slug in {"members", "moderators"} else "everyone"
        community = await factories.community(users[owner], slug, posting=posting)
        scenario.communities[slug] = community.id
        members = MEMBERS_BY_OWNER.get(owner, ())
        async with unit_of_work() as session:
            session.add_all(
                Membership(
                    community_id=community.id,
                    user_id=users[role].id,
                    moderator_since=clock.now() if "moderator" in role else None,
                )
                for role in members
            )
            (await session.get_one(Community, community.id)).members_count += len(members)


async def close_communities(scenario: Scenario) -> None:
    closers = {"closed": "owner", "locked": "administrator"}
    for slug, role in closers.items():
        await run(communities.close, scenario.users[role], community_id=scenario.communities[slug])


async def _create_posts(scenario: Scenario) -> dict[str, Post]:
    author, bread = scenario.users["author"], scenario.communities["bread"]
    statuses: dict[str, dict[str, Any]] = {
        "published": {},
        "on_profile": {"community_id": None},
        "comments_closed": {"comments_enabled": False},
        "moved": {},
        "moved_deleted": {},
        "draft": {"status": "draft", "published_at": None},
        "scheduled": {"status": "scheduled", "published_at": None},
        "draft_for_members": {
            "status": "draft",
            "published_at": None,
            "community_id": scenario.communities["members"],
        },
        "draft_for_moderators": {
            "status": "draft",
            "published_at": None,
            "community_id": scenario.communities["moderators"],
        },
        "waiting": {"status": "on_moderation", "published_at": None},
        "unpublished": {},
        "taken_down": {},
        "deleted": {},
        "deleted_by_administrator": {},
        "in_closed_community": {"community_id": scenario.communities["closed"]},
        "draft_in_closed_community": {
            "status": "draft",
            "published_at": None,
            "community_id": scenario.communities["closed"],
        },
    }
    created: dict[str, Post] = {}
    for name, values in statuses.items():
        post = await factories.post(author, name, **{"community_id": bread, **values})
        scenario.posts[name], created[name] = post.id, post
    await edit_post(author, created["moved_deleted"], community_id=scenario.communities["own"])
    for name, role, action in (
        ("unpublished", "author", posts.unpublish),
        ("taken_down", "moderator", posts.unpublish),
        ("deleted", "author", posts.delete),
        ("moved_deleted", "author", posts.delete),
        ("deleted_by_administrator", "administrator", posts.delete),
    ):
        await run(action, scenario.users[role], post_id=scenario.posts[name])
    return created


async def _create_content_of_leavers(scenario: Scenario, post: Post) -> None:
    """Create posts and comments of users who then delete their account.

    The post of the first one is `of_deleted`, and so on.
    """
    for name, content in LEAVERS.items():
        leaver = await factories.user(name.replace("_", "-"))
        own = await factories.post(leaver, name, community_id=scenario.communities["bread"])
        scenario.posts[name] = own.id
        for prefix in ("", "stub_"):
            comment = await _add_comment(scenario, post, prefix + name, leaver)
        await reply(scenario.users["member"], post, "An answer", comment)
        async with unit_of_work() as session:
            row = await session.get_one(User, leaver.id)
            row.deleted_at, row.content_choice = clock.now(), content
            row.purge_at = clock.now() + timedelta(days=30)
        if content == "delete":
            await _hide_content(leaver)


async def _hide_content(leaver: Actor) -> None:
    async with unit_of_work() as session:
        await posts.hide_with_author(session, author_ids=[leaver.id], limit=10)
        while await comments.hide_with_author(session, author_ids=[leaver.id]):
            pass


async def _create_comments(scenario: Scenario, created: dict[str, Post]) -> None:
    """Create a comment in each state: on a post, and on a moved post before and after the move."""
    users = scenario.users
    await _create_comments_on(scenario, created["published"], "", users["moderator"])
    await _create_comments_on(scenario, created["moved"], "moved_", users["moderator"])
    await edit_post(users["author"], created["moved"], community_id=scenario.communities["own"])
    await _create_comments_on(scenario, created["moved"], "late_", users["new_moderator"])
    await close_communities(scenario)


async def _create_comments_on(
    scenario: Scenario, post: Post, prefix: str, moderator: Actor
) -> None:
    await _add_comment(scenario, post, f"{prefix}published")
    await _hold(moderator, await _add_comment(scenario, post, f"{prefix}held"))
    deleters = {"by_writer": scenario.users["writer"], "by_moderator": moderator}
    for name, deleter in deleters.items():
        comment = await _add_comment(scenario, post, f"{prefix}deleted_{name}")
        stub = await _add_comment(scenario, post, f"{prefix}stub_{name}")
        await reply(scenario.users["member"], post, "An answer", stub)
        await delete_comment(deleter, comment)
        await delete_comment(deleter, stub)


async def _add_comment(
    scenario: Scenario, post: Post, name: str, writer: Actor | None = None
) -> Comment:
    writer = writer or scenario.users["writer"]
    comment = await reply(writer, post, f"{COMMENT_TEXT} {name}.")
    scenario.comments[name] = comment.id
    edited = await comments.render_text(f"{COMMENT_TEXT} {name}!")
    await run(comments.edit, writer, comment_id=comment.id, text=edited)
    return comment


async def _hold(moderator: Actor, comment: Comment) -> None:
    async with unit_of_work() as session:
        row, _ = await queries.get_with_ancestors_for_update(session, moderator, comment.id)
        await set_hidden_status(session, row, "on_moderation")
