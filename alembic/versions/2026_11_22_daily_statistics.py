"""Add the daily statistics, and an index with which posts are counted by day."""

import sqlalchemy as sa
from alembic import op

revision = "f3b9d27c6e14"
down_revision = "f1a6d30c9b58"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # A concurrent creation does not block the writes of a running site. It needs no transaction.
    with op.get_context().autocommit_block():
        op.create_index(
            "ix_posts_published_at",
            "posts",
            ["published_at"],
            postgresql_concurrently=True,
            if_not_exists=True,
        )
    op.create_table(
        "daily_statistics",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("people", sa.Integer(), nullable=False),
        sa.Column("posts", sa.Integer(), nullable=False),
        sa.Column("comments", sa.Integer(), nullable=False),
        sa.Column("active", sa.Integer(), nullable=True),
        sa.Column("online", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_daily_statistics")),
    )


def downgrade() -> None:
    op.drop_index("ix_posts_published_at", table_name="posts")
    op.drop_table("daily_statistics")
