"""Index the messages of a chat by author, so that those of ignored authors are not read."""

from alembic import op

revision = "2b6e91d4c7f8"
down_revision = "f7a25d0c9b14"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Creating an index concurrently does not block the writes of a running site.
    with op.get_context().autocommit_block():
        op.create_index(
            "ix_messages_chat_author",
            "messages",
            ["chat_id", "author_id", "id"],
            postgresql_concurrently=True,
            if_not_exists=True,
        )


def downgrade() -> None:
    op.drop_index("ix_messages_chat_author", "messages")
