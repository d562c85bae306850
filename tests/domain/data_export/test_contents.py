"""Tests of what the archive contains, and that it contains nothing else."""

from datetime import timedelta

from sqlmodel import SQLModel

from community import jobs
from community.core import clock
from community.core.actor import Actor
from community.core.db import export_parts
from community.core.db.export_parts import ExportPart
from community.core.db.sessions import read_session, unit_of_work
from community.domain import uploads
from community.domain.data_export import PARTS
from community.gateways.media import backends
from community.models import Notification, Upload, User, UserSession
from tests import factories
from tests.cast import Cast
from tests.domain.account_deletion.test_purge import add_personal_data, add_relations
from tests.domain.account_deletion.test_restore import fill_account
from tests.domain.actions import follow, ignore, publish_post, reply, start_draft
from tests.domain.data_export.actions import build_archive, read_json


def test_no_part_contains_a_column_with_a_secret() -> None:
    secrets = {"password_hash", "token_hash", "code_hash", "secret", "public_key", "credential_id"}
    columns = {column for table in SQLModel.metadata.sorted_tables for column in table.columns}
    assert secrets <= {column.name for column in columns}
    for part in PARTS:
        assert not {field.key for field in part.fields} & (secrets | {"client_id"}), part.name


def test_the_names_of_the_files_differ() -> None:
    assert len({part.name for part in PARTS}) == len(PARTS)


async def test_the_archive_contains_what_the_user_has_stored(cast: Cast) -> None:
    await fill_account(cast.bob, cast.alice, cast.charlie)
    await start_draft(cast.bob, "Secret plans")
    await add_relations(cast.bob, cast.alice, cast.olga)
    await add_personal_data(cast.bob, cast.olga)
    await jobs.run_due_jobs()
    archive = await build_archive(cast.bob)
    for part in PARTS:
        rows = read_json(archive, part.name)
        if part.name not in {"unpublished_changes", "post_history", "comment_history"} | {
            "email_changes",
            "owned_communities",
            "images",
        }:
            assert rows, part.name
    statuses = {post["title"]: post["status"] for post in read_json(archive, "posts")}
    assert statuses == {"First": "published", "Second": "published", "Secret plans": "draft"}
    assert read_json(archive, "account")["email"] == "bob@example.com"
    assert read_json(archive, "profile")["slug"] == "bob"
    assert read_json(archive, "profile")["chosen_badge"] == "star"
    assert [row["slug"] for row in read_json(archive, "following")] == ["alice"]
    assert [row["slug"] for row in read_json(archive, "followers")] == ["alice"]
    assert [row["slug"] for row in read_json(archive, "ignored_users")] == ["charlie"]
    [subscription] = read_json(archive, "notification_subscriptions")
    assert subscription["slug"] == "olga"
    [identity] = read_json(archive, "sign_in_services")
    assert (identity["provider"], identity["email"]) == ("github", "bob@example.com")
    assert [row["slug"] for row in read_json(archive, "former_usernames")] == ["bob-the-baker"]
    [file] = read_json(archive, "message_files")
    assert (file["name"], archive.read(file["file"])) == ("recipe.txt", b"Flour")
    assert read_json(archive, "bans")[0]["reason"] == "Bob was rude"


async def test_the_archive_contains_no_secrets_and_no_data_of_others(cast: Cast) -> None:
    post = await publish_post(cast.alice, "On rye")
    await reply(cast.alice, post, text="A private thought of Alice")
    await reply(cast.alice, post, parent=await reply(cast.bob, post), text="An answer by Alice")
    await start_draft(cast.alice, "A draft of Alice")
    await ignore(cast.alice, cast.bob)
    await add_personal_data(cast.bob, cast.olga)
    async with unit_of_work() as session:
        (await session.get_one(User, cast.bob.id)).password_hash = "hash-of-the-password"
        session.add(
            UserSession(
                user_id=cast.bob.id,
                token_hash="hash-of-a-session",
                expires_at=clock.now() + timedelta(days=1),
                viewed_user_id=cast.alice.id,
            )
        )
    await jobs.run_due_jobs()
    archive = await build_archive(cast.bob)
    for name in archive.namelist():
        text = archive.read(name).decode()
        for secret in ("hash-of", "alice@example.com", "by Alice", "of Alice", "viewed_user_id"):
            assert secret not in text, (name, secret)
        if name != "README.txt":
            assert "alice" not in text.lower(), name


async def test_the_archive_contains_the_images_of_the_user_only(cast: Cast) -> None:
    own, others = await factories.upload(cast.bob), await factories.upload(cast.alice)
    removed, lost = await factories.upload(cast.bob), await factories.upload(cast.bob)
    for upload in (own, others, removed):
        for storage_key in uploads.queries.list_storage_keys(upload):
            await backends.get_storage().put(storage_key, storage_key.encode())
    async with unit_of_work() as session:
        (await session.get_one(Upload, removed.id)).removed_at = clock.now()
    archive = await build_archive(cast.bob)
    media = [name for name in archive.namelist() if name.startswith("media/")]
    assert media == [f"media/{own.id}.webp"]
    assert archive.read(media[0]).decode() == uploads.queries.list_storage_keys(own)[-1]
    listed = {row["file"] for row in read_json(archive, "images")}
    assert listed == {f"media/{own.id}.webp", f"media/{lost.id}.webp"}


async def test_of_a_video_the_archive_contains_the_video(cast: Cast) -> None:
    upload = await factories.upload(cast.bob)
    async with unit_of_work() as session:
        (await session.get_one(Upload, upload.id)).video_size = 7
    async with read_session() as session:
        upload = await session.get_one(Upload, upload.id)
    for storage_key in uploads.queries.list_storage_keys(upload):
        await backends.get_storage().put(storage_key, storage_key.encode())
    archive = await build_archive(cast.bob)
    assert archive.read(f"media/{upload.id}.mp4").endswith(b".mp4")
    [row] = read_json(archive, "images")
    assert row["file"] == f"media/{upload.id}.mp4"
    assert "video_size" not in row


async def test_long_lists_are_read_in_batches(cast: Cast) -> None:
    numbers = range(2 * export_parts.DEFAULT_BATCH_SIZE)
    async with unit_of_work() as session:
        session.add_all(
            Notification(recipient_id=cast.bob.id, kind="new_follower", collapse_key=str(number))
            for number in numbers
        )
    archive = await build_archive(cast.bob)
    assert len(read_json(archive, "notifications")) == len(numbers)


async def read_keys(part: ExportPart, actor: Actor) -> int:
    rows, after = 0, None
    while True:
        async with read_session() as session:
            batch = await part.read(session, actor.id, after)
        rows, after = rows + len(batch.rows), batch.next_key
        if after is None:
            return rows


async def test_a_row_that_is_deleted_between_batches_does_not_shift_the_next_one(
    cast: Cast,
) -> None:
    part = next(part for part in PARTS if part.name == "posts")
    size = part.batch_size
    created = [await publish_post(cast.bob) for _ in range(size + 2)]
    async with read_session() as session:
        first = await part.read(session, cast.bob.id)
    assert (len(first.rows), first.next_key) == (size, created[size - 1].id)
    async with read_session() as session:
        second = await part.read(session, cast.bob.id, first.next_key)
    assert [row["id"] for row in second.rows] == [post.id for post in created[size:]]
    assert await read_keys(part, cast.bob) == size + 2


async def test_the_readme_names_every_file(cast: Cast) -> None:
    await follow(cast.bob, cast.alice)
    archive = await build_archive(cast.bob)
    readme = archive.read("README.txt").decode("utf-8-sig")
    assert "@bob" in readme
    for part in PARTS:
        assert f"{part.name}.json" in readme
    assert set(archive.namelist()) == {"README.txt", *(f"{part.name}.json" for part in PARTS)}
