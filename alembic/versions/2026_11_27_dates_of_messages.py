"""Find the first message of a chat since a date."""

from alembic import op

revision = "b41f7a90d3ce"
down_revision = "f52c8b01d4e9"
branch_labels = None
depends_on = None

INDEX = "ix_messages_sent"


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.create_index(
            INDEX,
            "messages",
            ["chat_id", "created_at"],
            postgresql_concurrently=True,
            if_not_exists=True,
        )


def downgrade() -> None:
    op.drop_index(INDEX, "messages")
