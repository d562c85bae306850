"""Store the file names of uploads and which of them administrators removed."""

import sqlalchemy as sa
from alembic import op

revision = "b8e2f60a94d7"
down_revision = "c93f0b6a7d25"
branch_labels = None
depends_on = None

INDEXES = {"ix_uploads_created": ["created_at", "id"], "ix_uploads_size": ["size", "id"]}
SEARCH_INDEX = """
CREATE INDEX CONCURRENTLY IF NOT EXISTS ix_uploads_search ON uploads
USING gin (lower(' ' || name || ' ' || alt) gin_trgm_ops)
"""


def upgrade() -> None:
    op.add_column(
        "uploads", sa.Column("name", sa.String(length=255), server_default="", nullable=False)
    )
    op.add_column("uploads", sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True))
    # The indexes must not block users who upload images while they are created.
    with op.get_context().autocommit_block():
        for name, columns in INDEXES.items():
            op.create_index(
                name, "uploads", columns, postgresql_concurrently=True, if_not_exists=True
            )
        if op.get_bind().dialect.name == "postgresql":
            op.execute(SEARCH_INDEX)


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP INDEX IF EXISTS ix_uploads_search")
    for name in INDEXES:
        op.drop_index(name, table_name="uploads")
    op.drop_column("uploads", "removed_at")
    op.drop_column("uploads", "name")
