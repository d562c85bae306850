"""Store the messages that a clean-up hides, and mark the requests that it withdraws."""

import sqlalchemy as sa
from alembic import op

revision = "f7a25d0c9b14"
down_revision = "c3f58a1e7d20"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
IS_MARKED = sa.text("cleanup_id IS NOT NULL")


def upgrade() -> None:
    op.add_column("chat_members", sa.Column("cleanup_id", BIG_KEY, nullable=True))
    op.create_table(
        "hidden_messages",
        sa.Column("message_id", BIG_KEY, nullable=False),
        sa.Column("cleanup_id", BIG_KEY, nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("html", sa.String(), nullable=False),
        sa.Column("files_count", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["message_id"],
            ["messages.id"],
            name=op.f("fk_hidden_messages_message_id_messages"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("message_id", name=op.f("pk_hidden_messages")),
    )
    op.create_index("ix_hidden_messages_cleanup", "hidden_messages", ["cleanup_id", "message_id"])
    # Creating an index concurrently does not block the writes of a running site.
    with op.get_context().autocommit_block():
        op.create_index(
            "ix_chat_members_cleanup",
            "chat_members",
            ["cleanup_id", "chat_id"],
            sqlite_where=IS_MARKED,
            postgresql_where=IS_MARKED,
            postgresql_concurrently=True,
            if_not_exists=True,
        )


def downgrade() -> None:
    op.drop_index("ix_chat_members_cleanup", "chat_members")
    op.drop_table("hidden_messages")
    op.drop_column("chat_members", "cleanup_id")
