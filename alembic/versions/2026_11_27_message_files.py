"""Create the table of files in private messages, and add the pictures of groups."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "d5f08a2c61b7"
down_revision = "f4a91c6d83b7"
branch_labels = None
depends_on = None


def upgrade() -> None:
    key = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "chat_files",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("chat_id", key, nullable=True),
        sa.Column("owner_id", key, nullable=False),
        sa.Column("message_id", key, nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("alt", sa.String(300), nullable=False),
        sa.Column("content_type", sa.String(100), nullable=False),
        *(
            sa.Column(name, sa.Integer(), nullable=False)
            for name in ("size", "original_size", "width", "height")
        ),
        sa.Column(
            "variants",
            sa.JSON().with_variant(postgresql.JSONB(), "postgresql"),
            nullable=False,
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("purging_since", sa.DateTime(timezone=True), nullable=True),
        *(
            sa.ForeignKeyConstraint(
                [column],
                [f"{table}.id"],
                name=op.f(f"fk_chat_files_{column}"),
                ondelete="CASCADE" if table == "users" else "SET NULL",
            )
            for column, table in (
                ("chat_id", "chats"),
                ("owner_id", "users"),
                ("message_id", "messages"),
            )
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat_files")),
    )
    for column in ("chat_id", "owner_id", "message_id"):
        op.create_index(op.f(f"ix_chat_files_{column}"), "chat_files", [column])
    is_unsent = sa.text("message_id IS NULL")
    op.create_index(
        "ix_chat_files_unsent",
        "chat_files",
        ["created_at"],
        sqlite_where=is_unsent,
        postgresql_where=is_unsent,
    )
    op.add_column("chats", sa.Column("picture_id", sa.Uuid(), nullable=True))
    op.add_column(
        "messages", sa.Column("files_count", sa.Integer(), server_default="0", nullable=False)
    )


def downgrade() -> None:
    op.drop_column("messages", "files_count")
    op.drop_column("chats", "picture_id")
    op.drop_table("chat_files")
