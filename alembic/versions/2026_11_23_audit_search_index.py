"""Add the index with which the Admin Panel searches in the audit log."""

from alembic import op

revision = "a71c93e5d204"
down_revision = "d52c8e1f7a94"
branch_labels = None
depends_on = None

SEARCH_INDEX = """
CREATE INDEX CONCURRENTLY IF NOT EXISTS ix_audit_entries_search ON audit_entries
USING gin (search_text gin_trgm_ops)
"""


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        # The index must not block administrators while it is created.
        with op.get_context().autocommit_block():
            op.execute(SEARCH_INDEX)


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP INDEX IF EXISTS ix_audit_entries_search")
