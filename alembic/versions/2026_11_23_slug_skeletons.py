"""Add indexes that find slugs which look alike."""

import sqlalchemy as sa
from alembic import op

revision = "d40c7e1f92b8"
down_revision = "b93d60f8a1c2"
branch_labels = None
depends_on = None

SKELETON = sa.text(
    "replace(replace(replace(replace(replace(replace(lower(slug), "
    "'0', 'o'), '1', 'l'), 'i', 'l'), '_', '-'), 'rn', 'm'), 'vv', 'w')"
)


def upgrade() -> None:
    # Creating an index concurrently does not block the writes of a running site. It is not possible
    # in a transaction.
    with op.get_context().autocommit_block():
        for table in ("users", "communities"):
            op.create_index(
                f"ix_{table}_slug_skeleton",
                table,
                [SKELETON],
                postgresql_concurrently=True,
                if_not_exists=True,
            )


def downgrade() -> None:
    for table in ("users", "communities"):
        op.drop_index(f"ix_{table}_slug_skeleton", table)
