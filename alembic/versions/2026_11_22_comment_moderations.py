"""Record changes of the moderation status of comments, and hold new comments for moderation."""

import sqlalchemy as sa
from alembic import op

revision = "f1a37c0d92be"
down_revision = "e58c2a7d41f6"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
HIDDEN = sa.text("moderation_status <> 'published'")


def upgrade() -> None:
    _create_list_indexes()
    # While the migration runs, processes of the previous version insert rows without this column.
    op.add_column(
        "comments",
        sa.Column(
            "awaits_first_publication", sa.Boolean(), server_default=sa.false(), nullable=False
        ),
    )
    op.create_table(
        "comment_moderations",
        sa.Column("id", KEY, nullable=False),
        sa.Column("comment_id", KEY, nullable=False),
        sa.Column("actor_id", KEY, nullable=True),
        sa.Column("status_before", sa.String(length=13), nullable=False),
        sa.Column("status", sa.String(length=13), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("rule", sa.String(length=30), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["actor_id"],
            ["users.id"],
            name=op.f("fk_comment_moderations_actor_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["comment_id"],
            ["comments.id"],
            name=op.f("fk_comment_moderations_comment_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comment_moderations")),
    )
    op.create_index(
        op.f("ix_comment_moderations_comment_id"), "comment_moderations", ["comment_id"]
    )


def downgrade() -> None:
    for name in ("ix_comments_created_at", "ix_comments_community", "ix_comments_hidden"):
        op.drop_index(name, table_name="comments")
    op.drop_index(op.f("ix_comment_moderations_comment_id"), table_name="comment_moderations")
    op.drop_table("comment_moderations")
    op.drop_column("comments", "awaits_first_publication")


def _create_list_indexes() -> None:
    # On PostgreSQL, creating these indexes must not block users who write comments. If creating one
    # fails, the migration starts again. Therefore it first creates the indexes, which are committed
    # one by one.
    with op.get_context().autocommit_block():
        op.create_index(
            "ix_comments_hidden",
            "comments",
            ["moderation_status", "id"],
            sqlite_where=HIDDEN,
            postgresql_where=HIDDEN,
            postgresql_concurrently=True,
            if_not_exists=True,
        )
        for name, column in (
            ("ix_comments_community", "community_id"),
            ("ix_comments_created_at", "created_at"),
        ):
            op.create_index(
                name, "comments", [column, "id"], postgresql_concurrently=True, if_not_exists=True
            )
