"""Add posts that wait for a moderator."""

import sqlalchemy as sa
from alembic import op

revision = "b7e40c93d1f8"
down_revision = "f6c2d7b15a38"
branch_labels = None
depends_on = None

HELD = sa.text("status = 'on_moderation'")
OLD_STATUSES = "'draft', 'scheduled', 'published', 'unpublished', 'deleted'"
NEW_STATUSES = "'draft', 'scheduled', 'on_moderation', 'published', 'unpublished', 'deleted'"


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.create_index(
            "ix_posts_held",
            "posts",
            ["community_id", "id"],
            sqlite_where=HELD,
            postgresql_where=HELD,
            postgresql_concurrently=True,
            if_not_exists=True,
        )
        op.create_index(
            "ix_posts_table",
            "posts",
            [sa.text("coalesce(published_at, created_at)"), "id"],
            postgresql_concurrently=True,
            if_not_exists=True,
        )
    op.add_column(
        "posts", sa.Column("hold_rule", sa.String(length=20), server_default="", nullable=False)
    )
    op.add_column("posts", sa.Column("approved_at", sa.DateTime(timezone=True), nullable=True))
    _change_statuses((OLD_STATUSES, 12), (NEW_STATUSES, 13))


def downgrade() -> None:
    op.execute(
        "UPDATE posts SET status = CASE WHEN published_at IS NULL THEN 'draft' "
        "ELSE 'unpublished' END WHERE status = 'on_moderation'"
    )
    op.execute(
        "UPDATE posts SET status_before_deletion = 'unpublished' "
        "WHERE status_before_deletion = 'on_moderation'"
    )
    _change_statuses((NEW_STATUSES, 13), (OLD_STATUSES, 12))
    op.drop_index("ix_posts_table", table_name="posts")
    op.drop_index("ix_posts_held", table_name="posts")
    op.drop_column("posts", "approved_at")
    op.drop_column("posts", "hold_rule")


def _change_statuses(before: tuple[str, int], after: tuple[str, int]) -> None:
    if op.get_bind().dialect.name == "sqlite":
        _change_sqlite_schema(before, after)
        return
    op.drop_constraint(op.f("ck_posts_status"), "posts", type_="check")
    for column in ("status", "status_before_deletion"):
        op.alter_column("posts", column, type_=sa.String(length=after[1]))
    op.create_check_constraint(op.f("ck_posts_status"), "posts", f"status IN ({after[0]})")


def _change_sqlite_schema(before: tuple[str, int], after: tuple[str, int]) -> None:
    """Change the stored definition of the table (https://sqlite.org/lang_altertable.html#otheralter).

    Copying the table would delete the rows that refer to it, because foreign keys are enforced.
    """
    connection = op.get_bind()
    version = connection.scalar(sa.text("PRAGMA schema_version"))
    connection.execute(sa.text("PRAGMA writable_schema = ON"))
    for old, new in (
        (f"status IN ({before[0]})", f"status IN ({after[0]})"),
        (f"status VARCHAR({before[1]})", f"status VARCHAR({after[1]})"),
        (
            f"status_before_deletion VARCHAR({before[1]})",
            f"status_before_deletion VARCHAR({after[1]})",
        ),
    ):
        connection.execute(
            sa.text(
                "UPDATE sqlite_schema SET sql = replace(sql, :old, :new) "
                "WHERE type = 'table' AND name = 'posts'"
            ),
            {"old": old, "new": new},
        )
    connection.execute(sa.text(f"PRAGMA schema_version = {version + 1}"))
    connection.execute(sa.text("PRAGMA writable_schema = OFF"))
