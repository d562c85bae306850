"""Add the search index of posts and comments. A job writes the tokens of existing texts."""

import sqlalchemy as sa
from alembic import op

revision = "c3f58a1e7d20"
down_revision = "5d0c7b2e94fa"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

# Tokens contain these characters in addition to letters and digits (domain/search/tokens.py).
SQLITE_TOKENS = """
CREATE VIRTUAL TABLE search_tokens
USING fts5(tokens, detail=none, columnsize=0, tokenize="ascii tokenchars '_^:+#'")
"""
SQLITE_TRIGGER = """
CREATE TRIGGER search_documents_delete AFTER DELETE ON search_documents
BEGIN DELETE FROM search_tokens WHERE rowid = old.id; END
"""
POSTGRESQL_TOKENS = """
CREATE TABLE search_tokens (
    document_id BIGINT PRIMARY KEY REFERENCES search_documents (id) ON DELETE CASCADE,
    tokens tsvector NOT NULL
)
"""
# Without the list of pending entries, which every search would have to read.
POSTGRESQL_INDEX = """
CREATE INDEX ix_search_tokens ON search_tokens USING gin (tokens) WITH (fastupdate = off)
"""
FILL = """
INSERT INTO search_documents (post_id, comment_id, published_at, outdated_at)
SELECT post_id, comment_id, published_at, CURRENT_TIMESTAMP
FROM (
    SELECT id AS post_id, NULL AS comment_id, published_at
    FROM posts WHERE status = 'published' AND published_at IS NOT NULL
    UNION ALL
    SELECT post_id, id AS comment_id, created_at AS published_at
    FROM comments WHERE moderation_status = 'published'
) AS texts
ORDER BY published_at, post_id, comment_id
"""


def upgrade() -> None:
    op.create_table(
        "search_documents",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("post_id", BIG_KEY, nullable=False),
        sa.Column("comment_id", BIG_KEY, nullable=True),
        sa.Column("community_id", BIG_KEY, nullable=True),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("is_late", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("is_moved", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("title_stems", sa.String(), server_default="", nullable=False),
        sa.Column("words_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("reactions_level", sa.Integer(), server_default="0", nullable=False),
        sa.Column("comments_level", sa.Integer(), server_default="0", nullable=False),
        sa.Column("outdated_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["post_id"],
            ["posts.id"],
            name=op.f("fk_search_documents_post_id_posts"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["comment_id"],
            ["comments.id"],
            name=op.f("fk_search_documents_comment_id_comments"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_search_documents")),
    )
    create_indexes()
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for statement in (
        (SQLITE_TOKENS, SQLITE_TRIGGER) if is_sqlite else (POSTGRESQL_TOKENS, POSTGRESQL_INDEX)
    ):
        # Not `sa.text`, which would read `:+` as a parameter.
        op.get_bind().exec_driver_sql(statement)
    op.execute(FILL)


def create_indexes() -> None:
    create_partial_index("uq_search_documents_post", ["post_id"], "comment_id IS NULL", unique=True)
    op.create_index("uq_search_documents_comment", "search_documents", ["comment_id"], unique=True)
    op.create_index("ix_search_documents_post", "search_documents", ["post_id"])
    create_partial_index(
        "ix_search_documents_published", ["published_at", "id"], "is_late IS FALSE"
    )
    create_partial_index("ix_search_documents_late", ["published_at", "id"], "is_late IS TRUE")
    create_partial_index("ix_search_documents_moved", ["id"], "is_moved IS TRUE")
    create_partial_index("ix_search_documents_outdated", ["id"], "outdated_at IS NOT NULL")


def create_partial_index(
    name: str, columns: list[str], condition: str, *, unique: bool = False
) -> None:
    where = sa.text(condition)
    op.create_index(
        name,
        "search_documents",
        columns,
        unique=unique,
        sqlite_where=where,
        postgresql_where=where,
    )


def downgrade() -> None:
    op.execute("DROP TABLE search_tokens")
    op.drop_table("search_documents")
