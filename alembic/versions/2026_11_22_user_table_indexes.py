"""Add the indexes of the table of users in the Admin Panel."""

import sqlalchemy as sa
from alembic import op

revision = "a71d3c9e5b02"
down_revision = "f3b9d27c6e14"
branch_labels = None
depends_on = None

SORT_KEYS: dict[str, str | sa.TextClause] = {
    "ix_users_name_lower": sa.text("lower(name)"),
    "ix_users_created_at": "created_at",
    "ix_users_last_seen_at": "last_seen_at",
    "ix_users_posts_count": "posts_count",
    "ix_users_followers_count": "followers_count",
}
CONDITIONS = {
    "ix_users_banned": "banned_at IS NOT NULL",
    "ix_users_deleted": "deleted_at IS NOT NULL",
    "ix_users_unverified": "email_verified_at IS NULL",
}
SEARCH_INDEX = """
CREATE INDEX CONCURRENTLY IF NOT EXISTS ix_users_search ON users
USING gin (lower(' ' || name || ' ' || slug || ' ' || email) gin_trgm_ops)
"""


def upgrade() -> None:
    is_postgresql = op.get_bind().dialect.name == "postgresql"
    if is_postgresql:
        op.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
    # Creating an index concurrently does not block the writes of a running site. It is not possible
    # in a transaction.
    with op.get_context().autocommit_block():
        for name, key in SORT_KEYS.items():
            op.create_index(
                name, "users", [key, "id"], postgresql_concurrently=True, if_not_exists=True
            )
        for name, condition in CONDITIONS.items():
            op.create_index(
                name,
                "users",
                ["id"],
                sqlite_where=sa.text(condition),
                postgresql_where=sa.text(condition),
                postgresql_concurrently=True,
                if_not_exists=True,
            )
        if is_postgresql:
            op.execute(SEARCH_INDEX)


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP INDEX IF EXISTS ix_users_search")
    for name in (*CONDITIONS, *SORT_KEYS):
        op.drop_index(name, "users")
