"""Create the initial tables."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "859ae12d8c02"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "former_slugs",
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("slug", sa.String(length=60), nullable=False),
        sa.Column("target_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("kind IN ('user', 'community')", name=op.f("ck_former_slugs_kind")),
        sa.PrimaryKeyConstraint("kind", "slug", name=op.f("pk_former_slugs")),
    )
    op.create_table(
        "outbox_messages",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column(
            "arguments",
            sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql"),
            nullable=False,
        ),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox_messages")),
    )
    op.create_index("ix_outbox_messages_due", "outbox_messages", ["due_at", "id"], unique=False)
    op.create_table(
        "reaction_kinds",
        sa.Column("code", sa.String(length=30), nullable=False),
        sa.Column("emoji", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("is_extended", sa.Boolean(), nullable=False),
        sa.Column("retired_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_reaction_kinds")),
    )
    op.create_table(
        "idempotency_records",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("body_hash", sa.String(length=64), nullable=False),
        sa.Column("status_code", sa.Integer(), nullable=True),
        sa.Column("encrypted_response", sa.String(), nullable=False),
        sa.Column("completed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_idempotency_records")),
    )
    op.create_index(
        "ix_idempotency_records_created_at", "idempotency_records", ["created_at"], unique=False
    )
    op.create_table(
        "users",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("slug", sa.String(length=30), nullable=False),
        sa.Column("name", sa.String(length=50), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("password_hash", sa.String(), nullable=True),
        sa.Column("bio", sa.String(length=500), nullable=False),
        sa.Column("avatar", sa.String(), nullable=True),
        sa.Column("header", sa.String(), nullable=True),
        sa.Column("default_feed", sa.String(length=10), nullable=False),
        sa.Column("shows_online", sa.Boolean(), nullable=False),
        sa.Column(
            "ignored_keywords",
            sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql"),
            nullable=False,
        ),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("followers_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("following_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("posts_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("admin_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("email_verified_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("banned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "default_feed IN ('personal', 'popular', 'new')", name=op.f("ck_users_default_feed")
        ),
        sa.CheckConstraint(
            "followers_count >= 0 AND following_count >= 0", name=op.f("ck_users_counts")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
    )
    op.create_index("ix_users_rating", "users", ["rating", "id"], unique=False)
    op.create_index(
        "uq_users_email_lower", "users", [sa.literal_column("lower(email)")], unique=True
    )
    op.create_index("uq_users_slug_lower", "users", [sa.literal_column("lower(slug)")], unique=True)
    op.create_table(
        "access_tokens",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column(
            "scopes",
            sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql"),
            nullable=False,
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_access_tokens_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_access_tokens")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_access_tokens_token_hash")),
    )
    op.create_index(op.f("ix_access_tokens_user_id"), "access_tokens", ["user_id"], unique=False)
    op.create_table(
        "communities",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("slug", sa.String(length=30), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("description", sa.String(length=500), nullable=False),
        sa.Column("rules", sa.String(length=10000), nullable=False),
        sa.Column("rules_html", sa.String(), nullable=False),
        sa.Column("avatar", sa.String(), nullable=True),
        sa.Column("header", sa.String(), nullable=True),
        sa.Column("owner_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("posting", sa.String(length=10), nullable=False),
        sa.Column("members_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("posts_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "posting IN ('everyone', 'members', 'moderators')", name=op.f("ck_communities_posting")
        ),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["users.id"], name=op.f("fk_communities_owner_id"), ondelete="RESTRICT"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_communities")),
    )
    op.create_index("ix_communities_members", "communities", ["members_count", "id"], unique=False)
    op.create_index(op.f("ix_communities_owner_id"), "communities", ["owner_id"], unique=False)
    op.create_index(
        "uq_communities_slug_lower", "communities", [sa.literal_column("lower(slug)")], unique=True
    )
    op.create_table(
        "follows",
        sa.Column(
            "follower_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "followed_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("follower_id <> followed_id", name=op.f("ck_follows_not_self")),
        sa.ForeignKeyConstraint(
            ["followed_id"], ["users.id"], name=op.f("fk_follows_followed_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["follower_id"], ["users.id"], name=op.f("fk_follows_follower_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("follower_id", "followed_id", name=op.f("pk_follows")),
    )
    op.create_index(
        "ix_follows_followers",
        "follows",
        ["followed_id", "created_at", "follower_id"],
        unique=False,
    )
    op.create_index(
        "ix_follows_following",
        "follows",
        ["follower_id", "created_at", "followed_id"],
        unique=False,
    )
    op.create_table(
        "ignores",
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column(
            "ignored_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("user_id <> ignored_id", name=op.f("ck_ignores_not_self")),
        sa.ForeignKeyConstraint(
            ["ignored_id"], ["users.id"], name=op.f("fk_ignores_ignored_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_ignores_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "ignored_id", name=op.f("pk_ignores")),
    )
    op.create_index(op.f("ix_ignores_ignored_id"), "ignores", ["ignored_id"], unique=False)
    op.create_table(
        "notification_settings",
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("email", sa.Boolean(), nullable=False),
        sa.Column(
            "muted_kinds",
            sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_notification_settings_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_notification_settings")),
    )
    op.create_table(
        "user_sessions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("user_agent", sa.String(length=400), nullable=False),
        sa.Column("address", sa.String(length=45), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_user_sessions_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_user_sessions")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_user_sessions_token_hash")),
    )
    op.create_index(
        op.f("ix_user_sessions_expires_at"), "user_sessions", ["expires_at"], unique=False
    )
    op.create_index(op.f("ix_user_sessions_user_id"), "user_sessions", ["user_id"], unique=False)
    op.create_table(
        "site_settings",
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column(
            "value",
            sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql"),
            nullable=False,
        ),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column(
            "changed_by_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.ForeignKeyConstraint(
            ["changed_by_id"],
            ["users.id"],
            name=op.f("fk_site_settings_changed_by_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_site_settings")),
    )
    op.create_table(
        "uploads",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("owner_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("alt", sa.String(length=300), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("original_size", sa.Integer(), nullable=False),
        sa.Column(
            "variants",
            sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql"),
            nullable=False,
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attached_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("detached_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("purging_since", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["users.id"], name=op.f("fk_uploads_owner_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_uploads")),
    )
    op.create_index(op.f("ix_uploads_owner_id"), "uploads", ["owner_id"], unique=False)
    op.create_index(
        "ix_uploads_unattached",
        "uploads",
        ["created_at"],
        unique=False,
        sqlite_where=sa.text("attached_at IS NULL"),
        postgresql_where=sa.text("attached_at IS NULL"),
    )
    op.create_table(
        "memberships",
        sa.Column(
            "community_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("moderator_since", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["community_id"],
            ["communities.id"],
            name=op.f("fk_memberships_community_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_memberships_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("community_id", "user_id", name=op.f("pk_memberships")),
    )
    op.create_index(op.f("ix_memberships_user_id"), "memberships", ["user_id"], unique=False)
    op.create_table(
        "notification_subscriptions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("author_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column(
            "community_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "(author_id IS NULL) <> (community_id IS NULL)",
            name=op.f("ck_notification_subscriptions_one_target"),
        ),
        sa.ForeignKeyConstraint(
            ["author_id"],
            ["users.id"],
            name=op.f("fk_notification_subscriptions_author_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["community_id"],
            ["communities.id"],
            name=op.f("fk_notification_subscriptions_community_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_notification_subscriptions_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notification_subscriptions")),
    )
    op.create_index(
        op.f("ix_notification_subscriptions_user_id"),
        "notification_subscriptions",
        ["user_id"],
        unique=False,
    )
    op.create_index(
        "uq_notification_subscriptions_author",
        "notification_subscriptions",
        ["author_id", "user_id"],
        unique=True,
    )
    op.create_index(
        "uq_notification_subscriptions_community",
        "notification_subscriptions",
        ["community_id", "user_id"],
        unique=True,
    )
    op.create_table(
        "posts",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("slug", sa.String(length=80), nullable=False),
        sa.Column("title", sa.String(length=255), nullable=False),
        sa.Column("intro", sa.String(length=500), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("html", sa.String(), nullable=False),
        sa.Column("cover", sa.String(), nullable=True),
        sa.Column(
            "author_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "community_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column(
            "tags",
            sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql"),
            nullable=False,
        ),
        sa.Column("comments_enabled", sa.Boolean(), nullable=False),
        sa.Column("summary", sa.String(), nullable=True),
        sa.Column("reading_time", sa.Integer(), nullable=False),
        sa.Column("views_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("comments_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column(
            "reactions",
            sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql"),
            nullable=False,
        ),
        sa.Column("reactions_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("hotness", sa.Float(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=True),
        sa.Column("pinned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("edited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "removed_by_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "status <> 'published' OR published_at IS NOT NULL", name=op.f("ck_posts_published_at")
        ),
        sa.CheckConstraint(
            "status IN ('draft', 'scheduled', 'published', 'unpublished', 'deleted')",
            name=op.f("ck_posts_status"),
        ),
        sa.CheckConstraint(
            "comments_count >= 0 AND reactions_count >= 0", name=op.f("ck_posts_counts")
        ),
        sa.ForeignKeyConstraint(
            ["author_id"], ["users.id"], name=op.f("fk_posts_author_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["community_id"],
            ["communities.id"],
            name=op.f("fk_posts_community_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["removed_by_id"],
            ["users.id"],
            name=op.f("fk_posts_removed_by_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_posts")),
    )
    op.create_index(
        "ix_posts_author",
        "posts",
        ["author_id", "published_at", "id"],
        unique=False,
        sqlite_where=sa.text("status = 'published'"),
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index(
        "ix_posts_author_saved", "posts", ["author_id", "status", "saved_at"], unique=False
    )
    op.create_index(
        "ix_posts_community_new",
        "posts",
        ["community_id", "published_at", "id"],
        unique=False,
        sqlite_where=sa.text("status = 'published'"),
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index(
        "ix_posts_community_popular",
        "posts",
        ["community_id", "hotness", "id"],
        unique=False,
        sqlite_where=sa.text("status = 'published'"),
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index(
        "ix_posts_new",
        "posts",
        ["published_at", "id"],
        unique=False,
        sqlite_where=sa.text("status = 'published'"),
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index(
        "ix_posts_pinned",
        "posts",
        ["community_id", "author_id"],
        unique=False,
        sqlite_where=sa.text("pinned_at IS NOT NULL"),
        postgresql_where=sa.text("pinned_at IS NOT NULL"),
    )
    op.create_index(
        "ix_posts_popular",
        "posts",
        ["hotness", "id"],
        unique=False,
        sqlite_where=sa.text("status = 'published'"),
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index("uq_posts_client", "posts", ["author_id", "client_id"], unique=True)
    op.create_table(
        "comments",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("post_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("parent_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("branch_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column(
            "path",
            sa.String()
            .with_variant(sa.String(collation="C"), "postgresql")
            .with_variant(sa.String(collation="BINARY"), "sqlite"),
            nullable=False,
        ),
        sa.Column("depth", sa.Integer(), nullable=False),
        sa.Column(
            "author_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("html", sa.String(), nullable=False),
        sa.Column("moderation_status", sa.String(length=13), nullable=False),
        sa.Column("replies_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("descendants_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column(
            "reactions",
            sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql"),
            nullable=False,
        ),
        sa.Column("reactions_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("controversy", sa.Float(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=True),
        sa.Column("pinned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("edited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "deleted_by_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "moderation_status IN ('published', 'on_moderation', 'deleted')",
            name=op.f("ck_comments_moderation_status"),
        ),
        sa.CheckConstraint("(parent_id IS NULL) = (depth = 0)", name=op.f("ck_comments_depth")),
        sa.CheckConstraint(
            "replies_count >= 0 AND descendants_count >= 0", name=op.f("ck_comments_counts")
        ),
        sa.ForeignKeyConstraint(
            ["author_id"], ["users.id"], name=op.f("fk_comments_author_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["branch_id"], ["comments.id"], name=op.f("fk_comments_branch_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["deleted_by_id"],
            ["users.id"],
            name=op.f("fk_comments_deleted_by_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["parent_id"], ["comments.id"], name=op.f("fk_comments_parent_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name=op.f("fk_comments_post_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comments")),
    )
    op.create_index("ix_comments_author", "comments", ["author_id", "id"], unique=False)
    op.create_index(
        "ix_comments_best", "comments", ["post_id", "depth", "score", "id"], unique=False
    )
    op.create_index(op.f("ix_comments_branch_id"), "comments", ["branch_id"], unique=False)
    op.create_index(
        "ix_comments_controversial",
        "comments",
        ["post_id", "depth", "controversy", "id"],
        unique=False,
    )
    op.create_index("ix_comments_new", "comments", ["post_id", "depth", "id"], unique=False)
    op.create_index("ix_comments_replies", "comments", ["parent_id", "score", "id"], unique=False)
    op.create_index("ix_comments_path", "comments", ["post_id", "path"], unique=False)
    op.create_index("uq_comments_client", "comments", ["author_id", "client_id"], unique=True)
    op.create_index(
        "uq_comments_pinned",
        "comments",
        ["post_id"],
        unique=True,
        sqlite_where=sa.text("pinned_at IS NOT NULL"),
        postgresql_where=sa.text("pinned_at IS NOT NULL"),
    )
    op.create_table(
        "post_drafts",
        sa.Column("post_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("title", sa.String(length=255), nullable=False),
        sa.Column("intro", sa.String(length=500), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("cover", sa.String(), nullable=True),
        sa.Column(
            "tags",
            sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql"),
            nullable=False,
        ),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name=op.f("fk_post_drafts_post_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("post_id", name=op.f("pk_post_drafts")),
    )
    op.create_table(
        "post_revisions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("post_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("editor_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("title", sa.String(length=255), nullable=False),
        sa.Column("intro", sa.String(length=500), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["editor_id"],
            ["users.id"],
            name=op.f("fk_post_revisions_editor_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name=op.f("fk_post_revisions_post_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_post_revisions")),
    )
    op.create_index(op.f("ix_post_revisions_post_id"), "post_revisions", ["post_id"], unique=False)
    op.create_table(
        "post_tags",
        sa.Column("tag", sa.String(length=40), nullable=False),
        sa.Column("post_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("hotness", sa.Float(), nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name=op.f("fk_post_tags_post_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("tag", "post_id", name=op.f("pk_post_tags")),
    )
    op.create_index(
        "ix_post_tags_new", "post_tags", ["tag", "published_at", "post_id"], unique=False
    )
    op.create_index(
        "ix_post_tags_popular", "post_tags", ["tag", "hotness", "post_id"], unique=False
    )
    op.create_index(op.f("ix_post_tags_post_id"), "post_tags", ["post_id"], unique=False)
    op.create_table(
        "post_watches",
        sa.Column("post_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name=op.f("fk_post_watches_post_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_post_watches_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("post_id", "user_id", name=op.f("pk_post_watches")),
    )
    op.create_index(op.f("ix_post_watches_user_id"), "post_watches", ["user_id"], unique=False)
    op.create_table(
        "comment_media",
        sa.Column(
            "comment_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("upload_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["comment_id"],
            ["comments.id"],
            name=op.f("fk_comment_media_comment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["upload_id"],
            ["uploads.id"],
            name=op.f("fk_comment_media_upload_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("comment_id", "position", name=op.f("pk_comment_media")),
    )
    op.create_index(
        op.f("ix_comment_media_upload_id"), "comment_media", ["upload_id"], unique=False
    )
    op.create_table(
        "comment_revisions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column(
            "comment_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("editor_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["comment_id"],
            ["comments.id"],
            name=op.f("fk_comment_revisions_comment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["editor_id"],
            ["users.id"],
            name=op.f("fk_comment_revisions_editor_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comment_revisions")),
    )
    op.create_index(
        op.f("ix_comment_revisions_comment_id"), "comment_revisions", ["comment_id"], unique=False
    )
    op.create_table(
        "mentions",
        sa.Column(
            "comment_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.ForeignKeyConstraint(
            ["comment_id"], ["comments.id"], name=op.f("fk_mentions_comment_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_mentions_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("comment_id", "user_id", name=op.f("pk_mentions")),
    )
    op.create_index(op.f("ix_mentions_user_id"), "mentions", ["user_id"], unique=False)
    op.create_table(
        "notifications",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column(
            "recipient_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("collapse_key", sa.String(length=60), nullable=False),
        sa.Column("post_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column(
            "comment_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.Column(
            "community_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.Column("actors_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("bumped_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["comment_id"],
            ["comments.id"],
            name=op.f("fk_notifications_comment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["community_id"],
            ["communities.id"],
            name=op.f("fk_notifications_community_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name=op.f("fk_notifications_post_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["recipient_id"],
            ["users.id"],
            name=op.f("fk_notifications_recipient_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notifications")),
    )
    op.create_index(
        op.f("ix_notifications_comment_id"), "notifications", ["comment_id"], unique=False
    )
    op.create_index(
        "ix_notifications_inbox", "notifications", ["recipient_id", "bumped_at", "id"], unique=False
    )
    op.create_index(op.f("ix_notifications_post_id"), "notifications", ["post_id"], unique=False)
    op.create_index(
        "ix_notifications_unread",
        "notifications",
        ["recipient_id"],
        unique=False,
        sqlite_where=sa.text("read_at IS NULL"),
        postgresql_where=sa.text("read_at IS NULL"),
    )
    op.create_index(
        "ix_notifications_unseen",
        "notifications",
        ["recipient_id"],
        unique=False,
        sqlite_where=sa.text("seen_at IS NULL"),
        postgresql_where=sa.text("seen_at IS NULL"),
    )
    op.create_index(
        "uq_notifications_unread_collapse_key",
        "notifications",
        ["recipient_id", "collapse_key"],
        unique=True,
        sqlite_where=sa.text("read_at IS NULL"),
        postgresql_where=sa.text("read_at IS NULL"),
    )
    op.create_table(
        "reactions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("post_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column(
            "comment_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.Column("code", sa.String(length=30), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "(post_id IS NULL) <> (comment_id IS NULL)", name=op.f("ck_reactions_one_target")
        ),
        sa.ForeignKeyConstraint(["code"], ["reaction_kinds.code"], name=op.f("fk_reactions_code")),
        sa.ForeignKeyConstraint(
            ["comment_id"],
            ["comments.id"],
            name=op.f("fk_reactions_comment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name=op.f("fk_reactions_post_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_reactions_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reactions")),
    )
    op.create_index(op.f("ix_reactions_comment_id"), "reactions", ["comment_id"], unique=False)
    op.create_index(op.f("ix_reactions_post_id"), "reactions", ["post_id"], unique=False)
    op.create_index("uq_reactions_comment", "reactions", ["user_id", "comment_id"], unique=True)
    op.create_index("uq_reactions_post", "reactions", ["user_id", "post_id"], unique=True)
    op.create_table(
        "notification_actors",
        sa.Column(
            "notification_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("acted_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["notification_id"],
            ["notifications.id"],
            name=op.f("fk_notification_actors_notification_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_notification_actors_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("notification_id", "user_id", name=op.f("pk_notification_actors")),
    )
    op.create_index(
        "ix_notification_actors_newest",
        "notification_actors",
        ["notification_id", "acted_at"],
        unique=False,
    )
    op.create_index(
        op.f("ix_notification_actors_user_id"), "notification_actors", ["user_id"], unique=False
    )


def downgrade() -> None:
    op.drop_index(op.f("ix_notification_actors_user_id"), table_name="notification_actors")
    op.drop_index("ix_notification_actors_newest", table_name="notification_actors")
    op.drop_table("notification_actors")
    op.drop_index("uq_reactions_post", table_name="reactions")
    op.drop_index("uq_reactions_comment", table_name="reactions")
    op.drop_index(op.f("ix_reactions_post_id"), table_name="reactions")
    op.drop_index(op.f("ix_reactions_comment_id"), table_name="reactions")
    op.drop_table("reactions")
    op.drop_index(
        "uq_notifications_unread_collapse_key",
        table_name="notifications",
        sqlite_where=sa.text("read_at IS NULL"),
        postgresql_where=sa.text("read_at IS NULL"),
    )
    op.drop_index(
        "ix_notifications_unseen",
        table_name="notifications",
        sqlite_where=sa.text("seen_at IS NULL"),
        postgresql_where=sa.text("seen_at IS NULL"),
    )
    op.drop_index(
        "ix_notifications_unread",
        table_name="notifications",
        sqlite_where=sa.text("read_at IS NULL"),
        postgresql_where=sa.text("read_at IS NULL"),
    )
    op.drop_index(op.f("ix_notifications_post_id"), table_name="notifications")
    op.drop_index("ix_notifications_inbox", table_name="notifications")
    op.drop_index(op.f("ix_notifications_comment_id"), table_name="notifications")
    op.drop_table("notifications")
    op.drop_index(op.f("ix_mentions_user_id"), table_name="mentions")
    op.drop_table("mentions")
    op.drop_index(op.f("ix_comment_revisions_comment_id"), table_name="comment_revisions")
    op.drop_table("comment_revisions")
    op.drop_index(op.f("ix_comment_media_upload_id"), table_name="comment_media")
    op.drop_table("comment_media")
    op.drop_index(op.f("ix_post_watches_user_id"), table_name="post_watches")
    op.drop_table("post_watches")
    op.drop_index(op.f("ix_post_tags_post_id"), table_name="post_tags")
    op.drop_index("ix_post_tags_popular", table_name="post_tags")
    op.drop_index("ix_post_tags_new", table_name="post_tags")
    op.drop_table("post_tags")
    op.drop_index(op.f("ix_post_revisions_post_id"), table_name="post_revisions")
    op.drop_table("post_revisions")
    op.drop_table("post_drafts")
    op.drop_index(
        "uq_comments_pinned",
        table_name="comments",
        sqlite_where=sa.text("pinned_at IS NOT NULL"),
        postgresql_where=sa.text("pinned_at IS NOT NULL"),
    )
    op.drop_index("uq_comments_client", table_name="comments")
    op.drop_index("ix_comments_path", table_name="comments")
    op.drop_index("ix_comments_replies", table_name="comments")
    op.drop_index("ix_comments_new", table_name="comments")
    op.drop_index("ix_comments_controversial", table_name="comments")
    op.drop_index(op.f("ix_comments_branch_id"), table_name="comments")
    op.drop_index("ix_comments_best", table_name="comments")
    op.drop_index("ix_comments_author", table_name="comments")
    op.drop_table("comments")
    op.drop_index("uq_posts_client", table_name="posts")
    op.drop_index(
        "ix_posts_popular",
        table_name="posts",
        sqlite_where=sa.text("status = 'published'"),
        postgresql_where=sa.text("status = 'published'"),
    )
    op.drop_index(
        "ix_posts_pinned",
        table_name="posts",
        sqlite_where=sa.text("pinned_at IS NOT NULL"),
        postgresql_where=sa.text("pinned_at IS NOT NULL"),
    )
    op.drop_index(
        "ix_posts_new",
        table_name="posts",
        sqlite_where=sa.text("status = 'published'"),
        postgresql_where=sa.text("status = 'published'"),
    )
    op.drop_index(
        "ix_posts_community_popular",
        table_name="posts",
        sqlite_where=sa.text("status = 'published'"),
        postgresql_where=sa.text("status = 'published'"),
    )
    op.drop_index(
        "ix_posts_community_new",
        table_name="posts",
        sqlite_where=sa.text("status = 'published'"),
        postgresql_where=sa.text("status = 'published'"),
    )
    op.drop_index("ix_posts_author_saved", table_name="posts")
    op.drop_index(
        "ix_posts_author",
        table_name="posts",
        sqlite_where=sa.text("status = 'published'"),
        postgresql_where=sa.text("status = 'published'"),
    )
    op.drop_table("posts")
    op.drop_index(
        "uq_notification_subscriptions_community", table_name="notification_subscriptions"
    )
    op.drop_index("uq_notification_subscriptions_author", table_name="notification_subscriptions")
    op.drop_index(
        op.f("ix_notification_subscriptions_user_id"), table_name="notification_subscriptions"
    )
    op.drop_table("notification_subscriptions")
    op.drop_index(op.f("ix_memberships_user_id"), table_name="memberships")
    op.drop_table("memberships")
    op.drop_index(
        "ix_uploads_unattached",
        table_name="uploads",
        sqlite_where=sa.text("attached_at IS NULL"),
        postgresql_where=sa.text("attached_at IS NULL"),
    )
    op.drop_index(op.f("ix_uploads_owner_id"), table_name="uploads")
    op.drop_table("uploads")
    op.drop_table("site_settings")
    op.drop_index(op.f("ix_user_sessions_user_id"), table_name="user_sessions")
    op.drop_index(op.f("ix_user_sessions_expires_at"), table_name="user_sessions")
    op.drop_table("user_sessions")
    op.drop_table("notification_settings")
    op.drop_index(op.f("ix_ignores_ignored_id"), table_name="ignores")
    op.drop_table("ignores")
    op.drop_index("ix_follows_following", table_name="follows")
    op.drop_index("ix_follows_followers", table_name="follows")
    op.drop_table("follows")
    op.drop_index("uq_communities_slug_lower", table_name="communities")
    op.drop_index(op.f("ix_communities_owner_id"), table_name="communities")
    op.drop_index("ix_communities_members", table_name="communities")
    op.drop_table("communities")
    op.drop_index(op.f("ix_access_tokens_user_id"), table_name="access_tokens")
    op.drop_table("access_tokens")
    op.drop_index("uq_users_slug_lower", table_name="users")
    op.drop_index("uq_users_email_lower", table_name="users")
    op.drop_index("ix_users_rating", table_name="users")
    op.drop_table("users")
    op.drop_index("ix_idempotency_records_created_at", table_name="idempotency_records")
    op.drop_table("idempotency_records")
    op.drop_table("reaction_kinds")
    op.drop_index("ix_outbox_messages_due", table_name="outbox_messages")
    op.drop_table("outbox_messages")
    op.drop_table("former_slugs")
