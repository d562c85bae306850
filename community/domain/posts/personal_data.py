"""What the archive with the data of a user contains of their posts, with drafts and old texts."""

from typing import Final

from sqlmodel import col

from community.core.db.export_parts import LARGE_TEXT_BATCH_SIZE, ExportPart
from community.i18n import noop
from community.models import Post, PostDraft, PostRevision

EXPORT_PARTS: Final = (
    ExportPart(
        "posts",
        noop("Your posts, with drafts and deleted posts"),
        user=Post.author_id,
        key=Post.id,
        fields=(
            *(Post.id, Post.status, Post.title, Post.intro, Post.text, Post.cover, Post.tags),
            *(Post.community_id, Post.comments_enabled, Post.summary),
            *(Post.views_count, Post.comments_count, Post.reactions),
            *(Post.created_at, Post.saved_at, Post.published_at, Post.edited_at, Post.pinned_at),
            Post.deleted_at,
        ),
        batch_size=LARGE_TEXT_BATCH_SIZE,
    ),
    ExportPart(
        "unpublished_changes",
        noop("Changes to your posts that are not published"),
        user=Post.author_id,
        key=PostDraft.post_id,
        fields=(
            *(PostDraft.post_id, PostDraft.title, PostDraft.intro, PostDraft.text),
            *(PostDraft.cover, PostDraft.tags, PostDraft.saved_at),
        ),
        conditions=(col(PostDraft.post_id) == Post.id,),
        batch_size=LARGE_TEXT_BATCH_SIZE,
    ),
    ExportPart(
        "post_history",
        noop("Earlier versions of your posts"),
        user=Post.author_id,
        key=PostRevision.id,
        fields=(
            *(PostRevision.post_id, PostRevision.title, PostRevision.intro, PostRevision.text),
            PostRevision.created_at,
        ),
        conditions=(col(PostRevision.post_id) == Post.id,),
        batch_size=LARGE_TEXT_BATCH_SIZE,
    ),
)
