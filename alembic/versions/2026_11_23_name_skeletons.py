"""Find display names and former slugs that look alike."""

import sqlalchemy as sa
from alembic import op

from community.core.text.name_skeletons import build_name_skeleton

revision = "c81e5a2d7f04"
down_revision = "b3f07a9d4c18"
branch_labels = None
depends_on = None

BATCH_SIZE = 1_000
USERS = sa.table(
    "users",
    sa.column("id", sa.BigInteger),
    sa.column("name", sa.String),
    sa.column("name_skeleton", sa.String),
)
SLUG_SKELETON = sa.text(
    "replace(replace(replace(replace(replace(replace(lower(slug), "
    "'0', 'o'), '1', 'l'), 'i', 'l'), '_', '-'), 'rn', 'm'), 'vv', 'w')"
)


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.create_index(
            "ix_former_slugs_skeleton",
            "former_slugs",
            [SLUG_SKELETON],
            postgresql_concurrently=True,
            if_not_exists=True,
        )
    # While the migration runs, processes of the previous version insert rows without this column.
    op.add_column(
        "users",
        sa.Column("name_skeleton", sa.String(length=100), server_default="", nullable=False),
    )
    connection, last = op.get_bind(), 0
    query = sa.select(USERS.c.id, USERS.c.name).order_by(USERS.c.id).limit(BATCH_SIZE)
    update = (
        sa.update(USERS)
        .where(USERS.c.id == sa.bindparam("user_id"))
        .values(name_skeleton=sa.bindparam("skeleton"))
    )
    while rows := connection.execute(query.where(USERS.c.id > last)).all():
        values = [{"user_id": row.id, "skeleton": build_name_skeleton(row.name)} for row in rows]
        connection.execute(update, values)
        last = rows[-1].id
    with op.get_context().autocommit_block():
        op.create_index(
            "ix_users_name_skeleton",
            "users",
            ["name_skeleton"],
            postgresql_concurrently=True,
            if_not_exists=True,
        )


def downgrade() -> None:
    op.drop_index("ix_users_name_skeleton", table_name="users")
    op.drop_column("users", "name_skeleton")
    op.drop_index("ix_former_slugs_skeleton", table_name="former_slugs")
