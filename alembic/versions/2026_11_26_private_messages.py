"""Create the tables of private messages."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "a81c4f7d2e90"
down_revision = "b93e1f6a8d57"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chats",
        sa.Column("id", _key(), nullable=False),
        sa.Column("kind", sa.String(6), nullable=False),
        sa.Column("pair_key", sa.String(40), nullable=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("newcomers_see_history", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("created_by_id", _key(), nullable=False),
        sa.Column("last_message_id", _key(), nullable=False),
        _time("updated_at", nullable=False),
        _time("created_at", nullable=False),
        _user("chats", "created_by_id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chats")),
        sa.CheckConstraint("kind IN ('direct', 'group')", name=op.f("ck_chats_kind")),
        sa.CheckConstraint(
            "(kind = 'direct') = (pair_key IS NOT NULL)", name=op.f("ck_chats_pair_key")
        ),
    )
    op.create_index("uq_chats_pair_key", "chats", ["pair_key"], unique=True)
    op.create_index(op.f("ix_chats_created_by_id"), "chats", ["created_by_id"])
    op.create_table(
        "chat_members",
        sa.Column("chat_id", _key(), nullable=False),
        sa.Column("user_id", _key(), nullable=False),
        sa.Column("role", sa.String(6), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("has_accepted", sa.Boolean(), nullable=False),
        sa.Column("last_read_message_id", _key(), nullable=False),
        sa.Column("sees_from_id", _key(), nullable=False),
        *(_time(name) for name in ("muted_until", "archived_at")),
        _time("joined_at", nullable=False),
        _time("left_at"),
        _reference("chat_members", "chat_id", "chats.id"),
        _user("chat_members", "user_id"),
        sa.PrimaryKeyConstraint("chat_id", "user_id", name=op.f("pk_chat_members")),
        sa.CheckConstraint("role IN ('owner', 'member')", name=op.f("ck_chat_members_role")),
        sa.CheckConstraint(
            "status IN ('active', 'request', 'declined', 'left')",
            name=op.f("ck_chat_members_status"),
        ),
    )
    op.create_index("ix_chat_members_user", "chat_members", ["user_id", "status", "chat_id"])
    _create_messages()
    op.create_table(
        "message_reactions",
        sa.Column("message_id", _key(), nullable=False),
        sa.Column("user_id", _key(), nullable=False),
        sa.Column("code", sa.String(30), nullable=False),
        _time("created_at", nullable=False),
        _reference("message_reactions", "message_id", "messages.id"),
        _user("message_reactions", "user_id"),
        sa.ForeignKeyConstraint(
            ["code"], ["reaction_kinds.code"], name=op.f("fk_message_reactions_code")
        ),
        sa.PrimaryKeyConstraint("message_id", "user_id", name=op.f("pk_message_reactions")),
    )
    for column in ("user_id", "code"):
        op.create_index(op.f(f"ix_message_reactions_{column}"), "message_reactions", [column])
    op.create_table(
        "message_settings",
        sa.Column("user_id", _key(), nullable=False),
        sa.Column("who", sa.String(9), nullable=False),
        sa.Column("read_marks", sa.Boolean(), nullable=False),
        _user("message_settings", "user_id"),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_message_settings")),
        sa.CheckConstraint(
            "who IN ('everybody', 'following', 'nobody')", name=op.f("ck_message_settings_who")
        ),
    )


def downgrade() -> None:
    for table in ("message_settings", "message_reactions", "messages", "chat_members", "chats"):
        op.drop_table(table)


def _create_messages() -> None:
    json_type = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
    op.create_table(
        "messages",
        sa.Column("id", _key(), nullable=False),
        sa.Column("chat_id", _key(), nullable=False),
        sa.Column("author_id", _key(), nullable=False),
        sa.Column("change", sa.String(10), nullable=False),
        sa.Column("subject_id", _key(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("html", sa.String(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=True),
        sa.Column("reply_to_id", _key(), nullable=True),
        sa.Column("reactions", json_type, nullable=False),
        sa.Column("reactions_count", sa.Integer(), server_default="0", nullable=False),
        *(_time(name) for name in ("edited_at", "deleted_at")),
        _time("created_at", nullable=False),
        _reference("messages", "chat_id", "chats.id"),
        _user("messages", "author_id"),
        _user("messages", "subject_id", on_delete="SET NULL"),
        _reference("messages", "reply_to_id", "messages.id", on_delete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
        sa.CheckConstraint(
            "change IN ('', 'created', 'added', 'joined', 'left', 'removed', 'renamed', 'owner')",
            name=op.f("ck_messages_change"),
        ),
    )
    op.create_index("ix_messages_chat", "messages", ["chat_id", "id"])
    op.create_index("ix_messages_author", "messages", ["author_id", "id"])
    op.create_index("uq_messages_client", "messages", ["author_id", "client_id"], unique=True)
    op.create_index(op.f("ix_messages_reply_to_id"), "messages", ["reply_to_id"])
    has_subject = sa.text("subject_id IS NOT NULL")
    op.create_index(
        "ix_messages_subject",
        "messages",
        ["subject_id"],
        sqlite_where=has_subject,
        postgresql_where=has_subject,
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE INDEX ix_messages_search ON messages "
            "USING gin (lower(' ' || text) gin_trgm_ops)"
        )


def _key() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _time(name: str, *, nullable: bool = True) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _user(table: str, column: str, *, on_delete: str = "CASCADE") -> sa.ForeignKeyConstraint:
    return _reference(table, column, "users.id", on_delete=on_delete)


def _reference(
    table: str, column: str, target: str, *, on_delete: str = "CASCADE"
) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [target], name=op.f(f"fk_{table}_{column}"), ondelete=on_delete
    )
