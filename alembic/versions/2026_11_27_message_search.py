"""Add the index of the texts of private messages."""

import sqlalchemy as sa
from alembic import op

revision = "b7e3d19c50a4"
down_revision = "b7d3e90f42c8"
branch_labels = None
depends_on = None

# FTS5 finds parts of words by their groups of three characters. The id of the chat, in base 20,000, is
# one such group of Chinese characters, so that the index also finds the messages of a chat.
SQLITE_TABLE = """
CREATE VIRTUAL TABLE message_search USING fts5(chat, text, content='', tokenize='trigram')
"""
CHAT_KEY = (
    "char(19968 + {row}chat_id / 400000000 % 20000, 19968 + {row}chat_id / 20000 % 20000, "
    "19968 + {row}chat_id % 20000)"
)
IS_INDEXED = "{row}change = '' AND {row}text <> ''"
SQLITE_ADD = f"""
INSERT INTO message_search (rowid, chat, text)
SELECT new.id, {CHAT_KEY.format(row="new.")}, new.text WHERE {IS_INDEXED.format(row="new.")};
"""
SQLITE_REMOVE = f"""
INSERT INTO message_search (message_search, rowid, chat, text)
SELECT 'delete', old.id, {CHAT_KEY.format(row="old.")}, old.text
WHERE {IS_INDEXED.format(row="old.")};
"""
SQLITE_TRIGGERS = {
    "message_search_insert": f"AFTER INSERT ON messages BEGIN {SQLITE_ADD} END",
    "message_search_update": "AFTER UPDATE OF chat_id, text, change ON messages "
    f"BEGIN {SQLITE_REMOVE} {SQLITE_ADD} END",
    "message_search_delete": f"AFTER DELETE ON messages BEGIN {SQLITE_REMOVE} END",
}
SQLITE_FILL = f"""
INSERT INTO message_search (rowid, chat, text)
SELECT id, {CHAT_KEY.format(row="")}, text FROM messages WHERE {IS_INDEXED.format(row="")}
"""  # noqa: S608  # only constants


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    for statement in (SQLITE_TABLE, SQLITE_FILL):
        op.execute(sa.text(statement))
    for name, body in SQLITE_TRIGGERS.items():
        op.execute(sa.text(f"CREATE TRIGGER {name} {body}"))


def downgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    for name in SQLITE_TRIGGERS:
        op.execute(sa.text(f"DROP TRIGGER {name}"))
    op.execute(sa.text("DROP TABLE message_search"))
