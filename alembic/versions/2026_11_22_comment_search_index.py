"""Add the index with which the Admin Panel searches in comments."""

from alembic import op

revision = "d4e07b91c3f8"
down_revision = "c1f4a7b29d60"
branch_labels = None
depends_on = None

SEARCH_INDEX = """
CREATE INDEX CONCURRENTLY IF NOT EXISTS ix_comments_search ON comments
USING gin (lower(' ' || text) gin_trgm_ops)
"""


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        # The index must not block users who write comments while it is created.
        with op.get_context().autocommit_block():
            op.execute(SEARCH_INDEX)


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP INDEX IF EXISTS ix_comments_search")
