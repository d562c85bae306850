"""Add the table of clean-ups, and mark the posts and comments that they hide."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "a81c0d5e7f42"
down_revision = "3b9d1e7f5c20"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
JSON = sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql")
IS_MARKED = sa.text("cleanup_id IS NOT NULL")


def upgrade() -> None:
    for table in ("posts", "comments"):
        op.add_column(table, sa.Column("cleanup_id", BIG_KEY, nullable=True))
    op.create_table(
        "cleanups",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("user_id", BIG_KEY, nullable=False),
        sa.Column("created_by_id", BIG_KEY, nullable=True),
        sa.Column("is_deletion", sa.Boolean(), nullable=False),
        sa.Column("kinds", JSON, nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("position", BIG_KEY, nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("hidden", sa.Integer(), nullable=False),
        sa.Column("profile", JSON, nullable=False),
        sa.Column("pinned_ids", JSON, nullable=False),
        sa.Column("sanction_id", BIG_KEY, nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("undone_by_id", BIG_KEY, nullable=True),
        sa.CheckConstraint(
            "state IN ('running', 'finished', 'undoing', 'undone')",
            name=op.f("ck_cleanups_state"),
        ),
        sa.ForeignKeyConstraint(
            ["created_by_id"],
            ["users.id"],
            name=op.f("fk_cleanups_created_by_id_users"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["undone_by_id"],
            ["users.id"],
            name=op.f("fk_cleanups_undone_by_id_users"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_cleanups_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cleanups")),
    )
    op.create_index("ix_cleanups_user", "cleanups", ["user_id", "id"])
    # Creating an index concurrently does not block the writes of a running site.
    with op.get_context().autocommit_block():
        for table in ("posts", "comments"):
            op.create_index(
                f"ix_{table}_cleanup",
                table,
                ["cleanup_id", "id"],
                sqlite_where=IS_MARKED,
                postgresql_where=IS_MARKED,
                postgresql_concurrently=True,
                if_not_exists=True,
            )


def downgrade() -> None:
    for table in ("comments", "posts"):
        op.drop_index(f"ix_{table}_cleanup", table)
    op.drop_table("cleanups")
    for table in ("comments", "posts"):
        op.drop_column(table, "cleanup_id")
