"""Add the index with which the Admin Panel searches in the texts of posts."""

from alembic import op

revision = "b93e1f6a8d57"
down_revision = "a81c0d5e7f42"
branch_labels = None
depends_on = None

SEARCH_INDEX = """
CREATE INDEX CONCURRENTLY IF NOT EXISTS ix_posts_search ON posts
USING gin (lower(' ' || title || ' ' || text) gin_trgm_ops)
"""


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        # The index must not block users who write posts while it is created.
        with op.get_context().autocommit_block():
            op.execute(SEARCH_INDEX)


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP INDEX IF EXISTS ix_posts_search")
