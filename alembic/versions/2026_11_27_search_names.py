"""Add the index of names that suggestions search, and let jobs fill it."""

import datetime as dt

import sqlalchemy as sa
from alembic import op

revision = "5d0c7b2e94fa"
down_revision = "b7e3d19c50a4"
branch_labels = None
depends_on = None

KINDS = ("community", "user", "post")


def upgrade() -> None:
    op.create_table(
        "search_names",
        sa.Column("kind", sa.String(length=9), nullable=False),
        sa.Column("word", _text(), nullable=False),
        sa.Column("rank", sa.SmallInteger(), nullable=False),
        sa.Column("target_id", sa.BigInteger(), nullable=False),
        sa.Column("tag", _text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "kind", "word", "rank", "target_id", "tag", name=op.f("pk_search_names")
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_search_names_target", "search_names", ["kind", "target_id", "tag"])
    op.create_table(
        "search_words",
        sa.Column("kind", sa.String(length=9), nullable=False),
        sa.Column("word", _text(), nullable=False),
        sa.Column("uses", sa.SmallInteger(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "word", name=op.f("pk_search_words")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_search_words_uses", "search_words", ["kind", "uses", "word"])
    _enqueue_jobs()


def downgrade() -> None:
    op.execute("DELETE FROM outbox_messages WHERE name = 'index_names'")
    op.drop_table("search_words")
    op.drop_table("search_names")


def _text() -> sa.types.TypeEngine[str]:
    return (
        sa.String()
        .with_variant(sa.String(collation="C"), "postgresql")
        .with_variant(sa.String(collation="BINARY"), "sqlite")
    )


def _enqueue_jobs() -> None:
    """Let jobs index the names that exist. A new site has none."""
    connection = op.get_bind()
    if connection.execute(sa.text("SELECT 1 FROM users LIMIT 1")).first() is None:
        return
    json_type = sa.JSON().with_variant(sa.dialects.postgresql.JSONB(), "postgresql")
    messages = sa.table(
        "outbox_messages",
        sa.column("name", sa.String()),
        sa.column("arguments", json_type),
        sa.column("created_at", sa.DateTime(timezone=True)),
        sa.column("due_at", sa.DateTime(timezone=True)),
    )
    now = dt.datetime.now(dt.UTC)
    for kind in KINDS:
        values = {"name": "index_names", "arguments": {"kind": kind}, "created_at": now}
        connection.execute(sa.insert(messages).values(**values, due_at=now))
