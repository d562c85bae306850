"""Index the messages of a chat by time with an expression, which only searches for dates use."""

import sqlalchemy as sa
from alembic import op

revision = "9d04c7be51a3"
down_revision = "2b6e91d4c7f8"
branch_labels = None
depends_on = None

NAME, TABLE = "ix_messages_sent", "messages"


def upgrade() -> None:
    _replace(sa.text("(chat_id + 0)"), "created_at", "id")


def downgrade() -> None:
    _replace("chat_id", "created_at")


def _replace(*columns: str | sa.TextClause) -> None:
    # Creating an index concurrently does not block the writes of a running site.
    with op.get_context().autocommit_block():
        op.drop_index(NAME, TABLE, postgresql_concurrently=True, if_exists=True)
        op.create_index(NAME, TABLE, columns, postgresql_concurrently=True)
