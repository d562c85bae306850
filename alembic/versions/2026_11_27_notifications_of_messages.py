"""Store the chat and the messages of a notification, and when members are notified of messages."""

import sqlalchemy as sa
from alembic import op

revision = "e2b85d17c4a6"
down_revision = "c7d20e94b1fa"
branch_labels = None
depends_on = None

INDEX = "ix_notifications_chat"
FOREIGN_KEY = "fk_notifications_chat_id"


def upgrade() -> None:
    op.add_column("chats", sa.Column("notify_at", sa.DateTime(timezone=True), nullable=True))
    for column in ("chat_id", "first_message_id", "message_id"):
        op.add_column("notifications", sa.Column(column, _key(), nullable=True))
    with op.get_context().autocommit_block():
        op.create_index(
            INDEX,
            "notifications",
            ["chat_id"],
            postgresql_concurrently=True,
            if_not_exists=True,
            **_where("chat_id IS NOT NULL"),
        )
    _set_foreign_keys(is_on=False)
    with op.batch_alter_table("notifications") as batch:
        batch.create_foreign_key(
            op.f(FOREIGN_KEY), "chats", ["chat_id"], ["id"], ondelete="CASCADE"
        )
    _set_foreign_keys(is_on=True)


def downgrade() -> None:
    op.execute("DELETE FROM notifications WHERE chat_id IS NOT NULL")
    op.drop_index(INDEX, table_name="notifications")
    _set_foreign_keys(is_on=False)
    with op.batch_alter_table("notifications") as batch:
        batch.drop_constraint(op.f(FOREIGN_KEY), type_="foreignkey")
        for column in ("message_id", "first_message_id", "chat_id"):
            batch.drop_column(column)
    _set_foreign_keys(is_on=True)
    op.drop_column("chats", "notify_at")


def _key() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _where(condition: str) -> dict[str, sa.TextClause]:
    return {"postgresql_where": sa.text(condition), "sqlite_where": sa.text(condition)}


def _set_foreign_keys(*, is_on: bool) -> None:
    """Let SQLite create a table again without changing the rows that refer to it."""
    if op.get_bind().dialect.name == "sqlite":
        with op.get_context().autocommit_block():
            op.execute(f"PRAGMA foreign_keys={'ON' if is_on else 'OFF'}")
