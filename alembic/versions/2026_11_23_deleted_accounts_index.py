"""Add the index with which the purge finds deleted accounts."""

import sqlalchemy as sa
from alembic import op

revision = "c9e27d05b3a1"
down_revision = "c4d19a6be870"
branch_labels = None
depends_on = None

IS_DELETED = sa.text("purge_at IS NOT NULL")


def upgrade() -> None:
    # Creating an index concurrently does not block the writes of a running site.
    with op.get_context().autocommit_block():
        op.create_index(
            "ix_users_purge",
            "users",
            ["purge_at", "id"],
            sqlite_where=IS_DELETED,
            postgresql_where=IS_DELETED,
            postgresql_concurrently=True,
            if_not_exists=True,
        )


def downgrade() -> None:
    op.drop_index("ix_users_purge", "users")
