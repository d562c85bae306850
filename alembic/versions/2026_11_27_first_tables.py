"""Create all tables, and insert the first kinds of reactions.

The revision has the number of the last of the migrations that it replaced. A database that has it
can be used.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "c3f58a1e7d20"
down_revision = None
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
JSON = sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql")

REACTION_KINDS = (
    ("like", "👍", "Like", False),
    ("love", "❤️", "Love", False),
    ("insight", "💡", "Insightful", False),
    ("laugh", "😄", "Funny", False),
    ("wow", "😮", "Surprising", False),
    ("sad", "😢", "Sad", False),
    ("fire", "🔥", "Fire", True),
    ("applause", "👏", "Applause", True),
    ("celebrate", "🎉", "Celebrate", True),
)

# The indexes with which PostgreSQL finds parts of words: name, table and expression.
TEXT_INDEXES = (
    ("ix_audit_entries_search", "audit_entries", "search_text"),
    ("ix_users_search", "users", "lower(' ' || name || ' ' || slug || ' ' || email)"),
    ("ix_uploads_search", "uploads", "lower(' ' || name || ' ' || alt)"),
    ("ix_messages_search", "messages", "lower(' ' || text)"),
    ("ix_posts_search", "posts", "lower(' ' || title || ' ' || text)"),
    ("ix_comments_search", "comments", "lower(' ' || text)"),
)

# What must not change in a table whose rows are kept: the table, and the columns (all if empty). The
# first name is that of the trigger.
KEPT_ROWS = (
    ("audit", "audit_entries", ""),
    ("credit_entry", "credit_entries", "currency, kind, amount, payment_id, created_at"),
    ("invoice", "invoices", ""),
    ("money_movement", "money_movements", ""),
)

# FTS5 finds parts of words by their groups of three characters. The id of the chat, in base 20,000, is
# one such group of Chinese characters, so that the index also finds the messages of a chat.
MESSAGE_INDEX = """
CREATE VIRTUAL TABLE message_search USING fts5(chat, text, content='', tokenize='trigram')
"""
CHAT_KEY = (
    "char(19968 + {row}chat_id / 400000000 % 20000, 19968 + {row}chat_id / 20000 % 20000, "
    "19968 + {row}chat_id % 20000)"
)
IS_INDEXED = "{row}change = '' AND {row}text <> ''"
ADD_MESSAGE = f"""
INSERT INTO message_search (rowid, chat, text)
SELECT new.id, {CHAT_KEY.format(row="new.")}, new.text WHERE {IS_INDEXED.format(row="new.")};
"""
REMOVE_MESSAGE = f"""
INSERT INTO message_search (message_search, rowid, chat, text)
SELECT 'delete', old.id, {CHAT_KEY.format(row="old.")}, old.text
WHERE {IS_INDEXED.format(row="old.")};
"""
MESSAGE_TRIGGERS = (
    f"message_search_insert AFTER INSERT ON messages BEGIN {ADD_MESSAGE} END",
    (
        "message_search_update AFTER UPDATE OF chat_id, text, change ON messages "
        f"BEGIN {REMOVE_MESSAGE} {ADD_MESSAGE} END"
    ),
    f"message_search_delete AFTER DELETE ON messages BEGIN {REMOVE_MESSAGE} END",
)

# Tokens contain these characters in addition to letters and digits (domain/search/index/tokens.py).
SQLITE_SEARCH = (
    (
        "CREATE VIRTUAL TABLE search_tokens "
        "USING fts5(tokens, detail=none, columnsize=0, tokenize=\"ascii tokenchars '_^:+#'\")"
    ),
    (
        "CREATE TRIGGER search_documents_delete AFTER DELETE ON search_documents "
        "BEGIN DELETE FROM search_tokens WHERE rowid = old.id; END"
    ),
)
POSTGRESQL_SEARCH = (
    (
        "CREATE TABLE search_tokens (document_id BIGINT PRIMARY KEY "
        "REFERENCES search_documents (id) ON DELETE CASCADE, tokens tsvector NOT NULL)"
    ),
    # Without the list of pending entries, which every search would have to read.
    "CREATE INDEX ix_search_tokens ON search_tokens USING gin (tokens) WITH (fastupdate = off)",
)


def upgrade() -> None:
    create_tables()
    forbid_changes_of_kept_rows()
    if op.get_bind().dialect.name == "sqlite":
        op.execute(sa.text(MESSAGE_INDEX))
        for trigger in MESSAGE_TRIGGERS:
            op.execute(sa.text(f"CREATE TRIGGER {trigger}"))
        execute_without_parameters(SQLITE_SEARCH)
    else:
        op.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        for name, table, expression in TEXT_INDEXES:
            op.execute(f"CREATE INDEX {name} ON {table} USING gin (({expression}) gin_trgm_ops)")
        execute_without_parameters(POSTGRESQL_SEARCH)
    insert_reaction_kinds()


def execute_without_parameters(statements: tuple[str, ...]) -> None:
    """Execute statements that `sa.text` would change, because it reads `:+` as a parameter."""
    for statement in statements:
        op.get_bind().exec_driver_sql(statement)


def forbid_changes_of_kept_rows() -> None:
    for name, table, columns in KEPT_ROWS:
        update = f"UPDATE OF {columns}" if columns else "UPDATE"
        if op.get_bind().dialect.name == "sqlite":
            reject = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        else:
            op.execute(
                f"CREATE FUNCTION reject_{name}_change() RETURNS trigger LANGUAGE plpgsql AS "
                f"$$ BEGIN RAISE EXCEPTION '{table} is append-only'; END $$"
            )
            reject = f"FOR EACH ROW EXECUTE FUNCTION reject_{name}_change()"
        for event in (update, "DELETE"):
            trigger = f"reject_{name}_{event[:6].lower()}"
            op.execute(f"CREATE TRIGGER {trigger} BEFORE {event} ON {table} {reject}")


def insert_reaction_kinds() -> None:
    table = sa.table(
        "reaction_kinds",
        sa.column("code", sa.String),
        sa.column("emoji", sa.String),
        sa.column("name", sa.String),
        sa.column("position", sa.Integer),
        sa.column("is_extended", sa.Boolean),
    )
    columns = ("code", "emoji", "name", "is_extended")
    op.bulk_insert(
        table,
        [
            dict(zip(columns, kind, strict=True)) | {"position": position}
            for position, kind in enumerate(REACTION_KINDS)
        ],
    )


def downgrade() -> None:
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    if is_sqlite:
        op.execute("DROP TABLE message_search")
    op.execute("DROP TABLE search_tokens")
    for table in TABLES_TO_DROP:
        op.drop_table(table)
    if not is_sqlite:
        for name, _table, _columns in KEPT_ROWS:
            op.execute(f"DROP FUNCTION reject_{name}_change()")


def create_tables() -> None:
    op.create_table(
        "advertisement_stored_counts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("stored_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_advertisement_stored_counts")),
    )
    op.create_index(
        op.f("ix_advertisement_stored_counts_stored_at"),
        "advertisement_stored_counts",
        ["stored_at"],
    )
    op.create_table(
        "audit_entries",
        sa.Column("id", KEY, nullable=False),
        sa.Column("actor_id", sa.BigInteger(), nullable=True),
        sa.Column("actor_name", sa.String(length=50), nullable=False),
        sa.Column("actor_slug", sa.String(length=30), nullable=False),
        sa.Column("action", sa.String(length=60), nullable=False),
        sa.Column("target_kind", sa.String(length=30), nullable=False),
        sa.Column("target_id", sa.String(length=60), nullable=False),
        sa.Column("target_name", sa.String(length=200), nullable=False),
        sa.Column("before", JSON, nullable=True),
        sa.Column("after", JSON, nullable=True),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("address", sa.String(length=45), nullable=False),
        sa.Column("search_text", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_entries")),
    )
    op.create_index("ix_audit_entries_action", "audit_entries", ["action", "id"])
    op.create_index("ix_audit_entries_actor", "audit_entries", ["actor_id", "id"])
    op.create_index("ix_audit_entries_created_at", "audit_entries", ["created_at", "id"])
    op.create_index("ix_audit_entries_target", "audit_entries", ["target_kind", "target_id", "id"])
    op.create_table(
        "daily_statistics",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("people", sa.Integer(), nullable=False),
        sa.Column("posts", sa.Integer(), nullable=False),
        sa.Column("comments", sa.Integer(), nullable=False),
        sa.Column("active", sa.Integer(), nullable=True),
        sa.Column("online", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_daily_statistics")),
    )
    op.create_table(
        "former_slugs",
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("slug", sa.String(length=60), nullable=False),
        sa.Column("target_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("kind IN ('user', 'community')", name=op.f("ck_former_slugs_kind")),
        sa.PrimaryKeyConstraint("kind", "slug", name=op.f("pk_former_slugs")),
    )
    op.create_index(
        "ix_former_slugs_skeleton",
        "former_slugs",
        [
            sa.literal_column(
                "replace(replace(replace(replace(replace(replace(lower(slug), '0', 'o'), '1', 'l'), 'i', 'l'), '_', '-'), 'rn', 'm'), 'vv', 'w')"
            )
        ],
    )
    op.create_table(
        "idempotency_records",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("body_hash", sa.String(length=64), nullable=False),
        sa.Column("status_code", sa.Integer(), nullable=True),
        sa.Column("encrypted_response", sa.String(), nullable=False),
        sa.Column("completed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_idempotency_records")),
    )
    op.create_index("ix_idempotency_records_created_at", "idempotency_records", ["created_at"])
    op.create_table(
        "job_runs",
        sa.Column("id", KEY, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("is_scheduled", sa.Boolean(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("error", sa.String(length=500), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job_runs")),
    )
    op.create_index("ix_job_runs_ended_at", "job_runs", ["ended_at"])
    op.create_table(
        "mails",
        sa.Column("id", KEY, nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("recipient", sa.String(length=254), nullable=False),
        sa.Column("subject", sa.String(length=200), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("html", sa.String(), nullable=False),
        sa.Column("unsubscribe_url", sa.String(length=500), server_default="", nullable=False),
        sa.Column("is_private", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("max_attempts", sa.Integer(), nullable=False),
        sa.Column("last_error", sa.String(length=500), nullable=False),
        sa.Column("transport", sa.String(length=10), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("state IN ('queued', 'sent', 'failed')", name=op.f("ck_mails_state")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mails")),
    )
    op.create_index("ix_mails_created_at", "mails", ["created_at"])
    op.create_index(
        "ix_mails_recipient", "mails", [sa.literal_column("lower(recipient)"), "created_at"]
    )
    op.create_index("ix_mails_state", "mails", ["state", "id"])
    op.create_table(
        "money_movements",
        sa.Column("id", KEY, nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("reference", sa.String(length=120), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "(amount > 0) = (kind IN ('charge', 'refund_failed', 'dispute_won'))",
            name=op.f("ck_money_movements_sign"),
        ),
        sa.CheckConstraint(
            "kind IN ('charge', 'refund', 'refund_failed', 'dispute', 'dispute_won')",
            name=op.f("ck_money_movements_kind"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_money_movements")),
        sa.UniqueConstraint(
            "provider", "kind", "reference", name=op.f("uq_money_movements_provider_kind_reference")
        ),
    )
    op.create_index("ix_money_movements_created_at", "money_movements", ["created_at", "id"])
    op.create_index(op.f("ix_money_movements_payment_id"), "money_movements", ["payment_id"])
    op.create_table(
        "outbox_messages",
        sa.Column("id", KEY, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("arguments", JSON, nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_error", sa.String(length=500), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox_messages")),
    )
    op.create_index("ix_outbox_messages_due", "outbox_messages", ["due_at", "id"])
    op.create_table(
        "pending_registrations",
        sa.Column("id", KEY, nullable=False),
        sa.Column("name", sa.String(length=50), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("slug", sa.String(length=30), nullable=False),
        sa.Column("password_hash", sa.String(), nullable=False),
        sa.Column("invitation_hash", sa.String(length=64), server_default="", nullable=False),
        sa.Column("identity_provider", sa.String(length=20), server_default="", nullable=False),
        sa.Column("identity_subject", sa.String(length=255), server_default="", nullable=False),
        sa.Column("identity_email", sa.String(length=254), server_default="", nullable=False),
        sa.Column("identity_name", sa.String(length=50), server_default="", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pending_registrations")),
    )
    op.create_index(
        "ix_pending_registrations_email_lower",
        "pending_registrations",
        [sa.literal_column("lower(email)")],
    )
    op.create_index(
        op.f("ix_pending_registrations_expires_at"), "pending_registrations", ["expires_at"]
    )
    op.create_table(
        "period_ratings",
        sa.Column("period", sa.String(length=5), nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.CheckConstraint(
            "period IN ('day', 'week', 'month', 'year', 'all')",
            name=op.f("ck_period_ratings_period"),
        ),
        sa.PrimaryKeyConstraint("period", "user_id", name=op.f("pk_period_ratings")),
    )
    op.create_table(
        "promo_codes",
        sa.Column("id", KEY, nullable=False),
        sa.Column("code", sa.String(length=30), nullable=False),
        sa.Column("percent", sa.Integer(), nullable=False),
        sa.Column("periods", sa.Integer(), server_default="1", nullable=False),
        sa.Column("plan_ids", JSON, nullable=False),
        sa.Column("max_uses", sa.Integer(), nullable=True),
        sa.Column("uses", sa.Integer(), server_default="0", nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("percent BETWEEN 1 AND 99", name=op.f("ck_promo_codes_percent")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_promo_codes")),
        sa.UniqueConstraint("code", name=op.f("uq_promo_codes_code")),
    )
    op.create_table(
        "provider_events",
        sa.Column("id", KEY, nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("event_id", sa.String(length=120), nullable=False),
        sa.Column("kind", sa.String(length=80), nullable=False),
        sa.Column("reference", sa.String(length=120), nullable=False),
        sa.Column("content", JSON, nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("applied_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("outcome", sa.String(length=300), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_provider_events")),
        sa.UniqueConstraint(
            "provider", "event_id", name=op.f("uq_provider_events_provider_event_id")
        ),
    )
    op.create_index("ix_provider_events_received_at", "provider_events", ["received_at", "id"])
    op.create_index("ix_provider_events_reference", "provider_events", ["provider", "reference"])
    op.create_table(
        "rating_places",
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=True),
        sa.CheckConstraint("place > 0", name=op.f("ck_rating_places_place")),
        sa.PrimaryKeyConstraint("user_id", "date", name=op.f("pk_rating_places")),
    )
    op.create_index("ix_rating_places_date", "rating_places", ["date", "place"])
    op.create_table(
        "reaction_kinds",
        sa.Column("code", sa.String(length=30), nullable=False),
        sa.Column("emoji", sa.String(length=16), nullable=False),
        sa.Column("image", sa.String(length=500), nullable=True),
        sa.Column("image_id", sa.Uuid(), nullable=True),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("is_extended", sa.Boolean(), nullable=False),
        sa.Column("retired_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_reaction_kinds")),
    )
    op.create_table(
        "reconciliation_runs",
        sa.Column("id", KEY, nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("compared", sa.Integer(), nullable=False),
        sa.Column("applied", sa.Integer(), nullable=False),
        sa.Column("unexplained", sa.Integer(), nullable=False),
        sa.Column("failure", sa.String(length=80), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reconciliation_runs")),
    )
    op.create_index("ix_reconciliation_runs_provider", "reconciliation_runs", ["provider", "id"])
    op.create_table(
        "retired_payment_keys",
        sa.Column("id", KEY, nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("account", sa.String(length=64), nullable=False),
        sa.Column("settings", sa.String(), nullable=False),
        sa.Column("retired_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_retired_payment_keys")),
        sa.UniqueConstraint("provider", "account", name="uq_retired_payment_keys"),
    )
    op.create_table(
        "sandbox_payments",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("idempotency_key", sa.String(length=80), nullable=False),
        sa.Column("payment_id", sa.String(length=40), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("card", sa.String(length=40), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("failure", sa.String(length=40), nullable=False),
        sa.Column("refunds", JSON, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("completes_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("disputed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sandbox_payments")),
        sa.UniqueConstraint("idempotency_key", name=op.f("uq_sandbox_payments_idempotency_key")),
    )
    op.create_table(
        "sandbox_setups",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("setup_id", sa.String(length=40), nullable=False),
        sa.Column("card", sa.String(length=40), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("failure", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sandbox_setups")),
        sa.UniqueConstraint("setup_id", name=op.f("uq_sandbox_setups_setup_id")),
    )
    op.create_table(
        "search_names",
        sa.Column("kind", sa.String(length=9), nullable=False),
        sa.Column(
            "word",
            sa.String()
            .with_variant(sa.String(collation="C"), "postgresql")
            .with_variant(sa.String(collation="BINARY"), "sqlite"),
            nullable=False,
        ),
        sa.Column("rank", sa.SmallInteger(), nullable=False),
        sa.Column("target_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "tag",
            sa.String()
            .with_variant(sa.String(collation="C"), "postgresql")
            .with_variant(sa.String(collation="BINARY"), "sqlite"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint(
            "kind", "word", "rank", "target_id", "tag", name=op.f("pk_search_names")
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_search_names_target", "search_names", ["kind", "target_id", "tag"])
    op.create_table(
        "search_words",
        sa.Column("kind", sa.String(length=9), nullable=False),
        sa.Column(
            "word",
            sa.String()
            .with_variant(sa.String(collation="C"), "postgresql")
            .with_variant(sa.String(collation="BINARY"), "sqlite"),
            nullable=False,
        ),
        sa.Column("uses", sa.SmallInteger(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "word", name=op.f("pk_search_words")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_search_words_uses", "search_words", ["kind", "uses", "word"])
    op.create_table(
        "subscription_features",
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("description", sa.String(length=300), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_subscription_features")),
    )
    op.create_table(
        "subscription_plans",
        sa.Column("id", KEY, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("description", sa.String(length=300), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_subscription_plans")),
    )
    op.create_table(
        "used_links",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_used_links")),
    )
    op.create_index(op.f("ix_used_links_expires_at"), "used_links", ["expires_at"])
    op.create_table(
        "users",
        sa.Column("id", KEY, nullable=False),
        sa.Column("slug", sa.String(length=30), nullable=False),
        sa.Column("name", sa.String(length=50), nullable=False),
        sa.Column("name_skeleton", sa.String(length=100), server_default="", nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("password_hash", sa.String(), nullable=True),
        sa.Column("bio", sa.String(length=500), nullable=False),
        sa.Column("avatar", sa.String(), nullable=True),
        sa.Column("header", sa.String(), nullable=True),
        sa.Column("chosen_badge", sa.String(length=20), nullable=True),
        sa.Column("chosen_name_style", sa.String(length=20), nullable=True),
        sa.Column("default_feed", sa.String(length=10), nullable=False),
        sa.Column("shows_online", sa.Boolean(), nullable=False),
        sa.Column("is_bot", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("ignored_keywords", JSON, nullable=False),
        sa.Column("followers_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("following_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("posts_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("admin_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("admin_sections", JSON, nullable=False),
        sa.Column("email_verified_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("email_undeliverable_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("banned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("banned_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ban_reason", sa.String(length=500), server_default="", nullable=False),
        sa.Column("consent_choice", sa.String(length=10), nullable=True),
        sa.Column("consent_version", sa.String(length=20), nullable=True),
        sa.Column("consent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("purge_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("content_choice", sa.String(length=10), nullable=True),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "default_feed IN ('personal', 'popular', 'new')", name=op.f("ck_users_default_feed")
        ),
        sa.CheckConstraint(
            "followers_count >= 0 AND following_count >= 0", name=op.f("ck_users_counts")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
    )
    op.create_index(
        "ix_users_admins",
        "users",
        ["id"],
        sqlite_where=sa.text("admin_since IS NOT NULL"),
        postgresql_where=sa.text("admin_since IS NOT NULL"),
    )
    op.create_index(
        "ix_users_banned",
        "users",
        ["id"],
        sqlite_where=sa.text("banned_at IS NOT NULL"),
        postgresql_where=sa.text("banned_at IS NOT NULL"),
    )
    op.create_index("ix_users_created_at", "users", ["created_at", "id"])
    op.create_index(
        "ix_users_deleted",
        "users",
        ["id"],
        sqlite_where=sa.text("deleted_at IS NOT NULL"),
        postgresql_where=sa.text("deleted_at IS NOT NULL"),
    )
    op.create_index("ix_users_followers_count", "users", ["followers_count", "id"])
    op.create_index("ix_users_last_seen_at", "users", ["last_seen_at", "id"])
    op.create_index("ix_users_name_lower", "users", [sa.literal_column("lower(name)"), "id"])
    op.create_index("ix_users_name_skeleton", "users", ["name_skeleton"])
    op.create_index("ix_users_posts_count", "users", ["posts_count", "id"])
    op.create_index(
        "ix_users_purge",
        "users",
        ["purge_at", "id"],
        sqlite_where=sa.text("purge_at IS NOT NULL"),
        postgresql_where=sa.text("purge_at IS NOT NULL"),
    )
    op.create_index(
        "ix_users_slug_skeleton",
        "users",
        [
            sa.literal_column(
                "replace(replace(replace(replace(replace(replace(lower(slug), '0', 'o'), '1', 'l'), 'i', 'l'), '_', '-'), 'rn', 'm'), 'vv', 'w')"
            )
        ],
    )
    op.create_index(
        "ix_users_unverified",
        "users",
        ["id"],
        sqlite_where=sa.text("email_verified_at IS NULL"),
        postgresql_where=sa.text("email_verified_at IS NULL"),
    )
    op.create_index(
        "uq_users_email_lower", "users", [sa.literal_column("lower(email)")], unique=True
    )
    op.create_index("uq_users_slug_lower", "users", [sa.literal_column("lower(slug)")], unique=True)
    op.create_table(
        "access_tokens",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("scopes", JSON, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_access_tokens_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_access_tokens")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_access_tokens_token_hash")),
    )
    op.create_index(op.f("ix_access_tokens_user_id"), "access_tokens", ["user_id"])
    op.create_table(
        "account_merges",
        sa.Column("id", KEY, nullable=False),
        sa.Column("source_id", KEY, nullable=False),
        sa.Column("target_id", KEY, nullable=False),
        sa.Column("moved", JSON, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by_id", KEY, nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("source_id <> target_id", name=op.f("ck_account_merges_two_accounts")),
        sa.ForeignKeyConstraint(
            ["created_by_id"],
            ["users.id"],
            name=op.f("fk_account_merges_created_by_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_merges")),
    )
    op.create_index("ix_account_merges_target", "account_merges", ["target_id"])
    op.create_index("uq_account_merges_source", "account_merges", ["source_id"], unique=True)
    op.create_table(
        "advertisements",
        sa.Column("id", KEY, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=6), nullable=False),
        sa.Column("place", sa.String(length=11), nullable=False),
        sa.Column("images", JSON, nullable=False),
        sa.Column("alt", sa.String(length=120), nullable=False),
        sa.Column("title", sa.String(length=60), nullable=False),
        sa.Column("text", sa.String(length=140), nullable=False),
        sa.Column("button", sa.String(length=24), nullable=False),
        sa.Column("link", sa.String(length=500), nullable=False),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.Column("every_nth", sa.Integer(), nullable=True),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("budget_impressions", sa.Integer(), nullable=True),
        sa.Column("audience", JSON, nullable=False),
        sa.Column("cap_per_day", sa.Integer(), nullable=True),
        sa.Column("is_house", sa.Boolean(), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_by_id", KEY, nullable=True),
        sa.Column("approved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("approved_by_id", KEY, nullable=True),
        sa.Column("report_token_hash", sa.String(length=64), nullable=True),
        sa.Column("shown", sa.Integer(), server_default="0", nullable=False),
        sa.Column("impressions", sa.Integer(), server_default="0", nullable=False),
        sa.Column("clicks", sa.Integer(), server_default="0", nullable=False),
        sa.CheckConstraint(
            "(kind = 'banner' AND place IN ('header', 'sidebar', 'post_bottom')) OR (kind = 'feed' AND place IN ('feed', 'comments'))",
            name=op.f("ck_advertisements_place"),
        ),
        sa.CheckConstraint("ends_at > starts_at", name=op.f("ck_advertisements_period")),
        sa.CheckConstraint("weight BETWEEN 1 AND 100", name=op.f("ck_advertisements_weight")),
        sa.ForeignKeyConstraint(
            ["approved_by_id"],
            ["users.id"],
            name=op.f("fk_advertisements_approved_by_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["changed_by_id"],
            ["users.id"],
            name=op.f("fk_advertisements_changed_by_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_advertisements")),
        sa.UniqueConstraint("report_token_hash", name=op.f("uq_advertisements_report_token_hash")),
    )
    op.create_table(
        "billing_details",
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("address", sa.String(length=500), nullable=False),
        sa.Column("country", sa.String(length=2), nullable=False),
        sa.Column("vat_id", sa.String(length=20), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_billing_details_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_billing_details")),
    )
    op.create_table(
        "bulk_acts",
        sa.Column("id", KEY, nullable=False),
        sa.Column("section_table", sa.String(length=60), nullable=False),
        sa.Column("act", sa.String(length=60), nullable=False),
        sa.Column("view", JSON, nullable=False),
        sa.Column("options", JSON, nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("created_by_id", KEY, nullable=True),
        sa.Column("session_id", KEY, nullable=True),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("stop_reason", sa.String(length=500), nullable=False),
        sa.Column("position", sa.String(length=36), nullable=False),
        sa.Column("last_id", sa.String(length=36), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("skipped", sa.Integer(), nullable=False),
        sa.Column("undone", sa.Integer(), nullable=False),
        sa.Column("reasons", JSON, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("dismissed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("undone_by_id", KEY, nullable=True),
        sa.CheckConstraint(
            "state IN ('running', 'stopped', 'finished', 'undoing', 'undone')",
            name=op.f("ck_bulk_acts_state"),
        ),
        sa.ForeignKeyConstraint(
            ["created_by_id"],
            ["users.id"],
            name=op.f("fk_bulk_acts_created_by_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["undone_by_id"],
            ["users.id"],
            name=op.f("fk_bulk_acts_undone_by_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bulk_acts")),
    )
    op.create_index("ix_bulk_acts_created_at", "bulk_acts", ["created_at"])
    op.create_index("ix_bulk_acts_section_table", "bulk_acts", ["section_table", "id"])
    op.create_table(
        "chats",
        sa.Column("id", KEY, nullable=False),
        sa.Column("kind", sa.String(length=6), nullable=False),
        sa.Column("pair_key", sa.String(length=40), nullable=True),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("picture_id", sa.Uuid(), nullable=True),
        sa.Column(
            "newcomers_see_history", sa.Boolean(), server_default=sa.text("false"), nullable=False
        ),
        sa.Column("created_by_id", KEY, nullable=False),
        sa.Column("last_message_id", KEY, nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("notify_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "(kind = 'direct') = (pair_key IS NOT NULL)", name=op.f("ck_chats_pair_key")
        ),
        sa.CheckConstraint("kind IN ('direct', 'group')", name=op.f("ck_chats_kind")),
        sa.ForeignKeyConstraint(
            ["created_by_id"], ["users.id"], name=op.f("fk_chats_created_by_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chats")),
    )
    op.create_index(op.f("ix_chats_created_by_id"), "chats", ["created_by_id"])
    op.create_index("uq_chats_pair_key", "chats", ["pair_key"], unique=True)
    op.create_table(
        "cleanups",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("created_by_id", KEY, nullable=True),
        sa.Column("is_deletion", sa.Boolean(), nullable=False),
        sa.Column("kinds", JSON, nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("position", KEY, nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("hidden", sa.Integer(), nullable=False),
        sa.Column("profile", JSON, nullable=False),
        sa.Column("pinned_ids", JSON, nullable=False),
        sa.Column("sanction_id", KEY, nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("undone_by_id", KEY, nullable=True),
        sa.CheckConstraint(
            "state IN ('running', 'finished', 'undoing', 'undone')", name=op.f("ck_cleanups_state")
        ),
        sa.ForeignKeyConstraint(
            ["created_by_id"],
            ["users.id"],
            name=op.f("fk_cleanups_created_by_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["undone_by_id"],
            ["users.id"],
            name=op.f("fk_cleanups_undone_by_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_cleanups_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cleanups")),
    )
    op.create_index("ix_cleanups_user", "cleanups", ["user_id", "id"])
    op.create_table(
        "communities",
        sa.Column("id", KEY, nullable=False),
        sa.Column("slug", sa.String(length=30), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("description", sa.String(length=500), nullable=False),
        sa.Column("rules", sa.String(length=10000), nullable=False),
        sa.Column("rules_html", sa.String(), nullable=False),
        sa.Column("avatar", sa.String(), nullable=True),
        sa.Column("header", sa.String(), nullable=True),
        sa.Column("owner_id", KEY, nullable=False),
        sa.Column("posting", sa.String(length=10), nullable=False),
        sa.Column(
            "premoderates_comments", sa.Boolean(), server_default=sa.text("false"), nullable=False
        ),
        sa.Column("members_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("posts_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed_by_admin", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.CheckConstraint(
            "posting IN ('everyone', 'members', 'moderators')", name=op.f("ck_communities_posting")
        ),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["users.id"], name=op.f("fk_communities_owner_id"), ondelete="RESTRICT"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_communities")),
    )
    op.create_index("ix_communities_members", "communities", ["members_count", "id"])
    op.create_index(op.f("ix_communities_owner_id"), "communities", ["owner_id"])
    op.create_index(
        "ix_communities_slug_skeleton",
        "communities",
        [
            sa.literal_column(
                "replace(replace(replace(replace(replace(replace(lower(slug), '0', 'o'), '1', 'l'), 'i', 'l'), '_', '-'), 'rn', 'm'), 'vv', 'w')"
            )
        ],
    )
    op.create_index(
        "uq_communities_slug_lower", "communities", [sa.literal_column("lower(slug)")], unique=True
    )
    op.create_table(
        "credit_balances",
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("amount >= 0", name=op.f("ck_credit_balances_amount")),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_credit_balances_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "currency", name=op.f("pk_credit_balances")),
    )
    op.create_table(
        "credit_entries",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=True),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "kind IN ('plan_change', 'used', 'restored', 'withdrawn', 'moved')",
            name=op.f("ck_credit_entries_kind"),
        ),
        sa.CheckConstraint("amount <> 0", name=op.f("ck_credit_entries_amount")),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_credit_entries_user_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_credit_entries")),
    )
    op.create_index(op.f("ix_credit_entries_payment_id"), "credit_entries", ["payment_id"])
    op.create_index("ix_credit_entries_user", "credit_entries", ["user_id", "id"])
    op.create_table(
        "daily_subscription_statistics",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("plan_id", KEY, nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("subscribers", sa.Integer(), nullable=True),
        sa.Column("monthly_revenue", sa.BigInteger(), nullable=True),
        sa.Column("churned", sa.Integer(), nullable=False),
        sa.Column("erased_churn", sa.Integer(), server_default="0", nullable=False),
        sa.Column("trials_ended", sa.Integer(), nullable=False),
        sa.Column("trials_converted", sa.Integer(), nullable=False),
        sa.Column("failed_payments", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["plan_id"],
            ["subscription_plans.id"],
            name=op.f("fk_daily_subscription_statistics_plan_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "day", "plan_id", "provider", "currency", name=op.f("pk_daily_subscription_statistics")
        ),
    )
    op.create_table(
        "data_exports",
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("file_id", sa.Uuid(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=True),
        sa.Column("requested_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "state <> 'ready' OR (size IS NOT NULL AND expires_at IS NOT NULL)",
            name=op.f("ck_data_exports_ready"),
        ),
        sa.CheckConstraint(
            "state IN ('preparing', 'ready', 'failed', 'expired')",
            name=op.f("ck_data_exports_state"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_data_exports_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_data_exports")),
        sa.UniqueConstraint("file_id", name=op.f("uq_data_exports_file_id")),
    )
    op.create_index(
        "ix_data_exports_ready",
        "data_exports",
        ["expires_at"],
        sqlite_where=sa.text("state = 'ready'"),
        postgresql_where=sa.text("state = 'ready'"),
    )
    op.create_table(
        "email_changes",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("is_old_required", sa.Boolean(), nullable=False),
        sa.Column("old_confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("new_confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_email_changes_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_email_changes")),
        sa.UniqueConstraint("user_id", name=op.f("uq_email_changes_user_id")),
    )
    op.create_index(op.f("ix_email_changes_expires_at"), "email_changes", ["expires_at"])
    op.create_table(
        "follows",
        sa.Column("follower_id", KEY, nullable=False),
        sa.Column("followed_id", KEY, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("follower_id <> followed_id", name=op.f("ck_follows_not_self")),
        sa.ForeignKeyConstraint(
            ["followed_id"], ["users.id"], name=op.f("fk_follows_followed_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["follower_id"], ["users.id"], name=op.f("fk_follows_follower_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("follower_id", "followed_id", name=op.f("pk_follows")),
    )
    op.create_index("ix_follows_followers", "follows", ["followed_id", "created_at", "follower_id"])
    op.create_index("ix_follows_following", "follows", ["follower_id", "created_at", "followed_id"])
    op.create_table(
        "identities",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("name", sa.String(length=50), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_identities_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_identities")),
        sa.UniqueConstraint("provider", "subject", name=op.f("uq_identities_provider_subject")),
        sa.UniqueConstraint("user_id", "provider", name=op.f("uq_identities_user_id_provider")),
    )
    op.create_table(
        "ignores",
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("ignored_id", KEY, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("user_id <> ignored_id", name=op.f("ck_ignores_not_self")),
        sa.ForeignKeyConstraint(
            ["ignored_id"], ["users.id"], name=op.f("fk_ignores_ignored_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_ignores_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "ignored_id", name=op.f("pk_ignores")),
    )
    op.create_index(op.f("ix_ignores_ignored_id"), "ignores", ["ignored_id"])
    op.create_table(
        "invitations",
        sa.Column("id", KEY, nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("note", sa.String(length=200), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("max_uses", sa.Integer(), nullable=False),
        sa.Column("uses_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_by_id", KEY, nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "uses_count >= 0 AND uses_count <= max_uses", name=op.f("ck_invitations_uses_count")
        ),
        sa.ForeignKeyConstraint(
            ["created_by_id"],
            ["users.id"],
            name=op.f("fk_invitations_created_by_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitations")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_invitations_token_hash")),
    )
    op.create_table(
        "invoices",
        sa.Column("id", KEY, nullable=False),
        sa.Column("kind", sa.String(length=11), nullable=False),
        sa.Column("series", sa.String(length=12), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=False),
        sa.Column("movement_id", KEY, nullable=True),
        sa.Column("corrects_id", KEY, nullable=True),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("net", sa.BigInteger(), nullable=False),
        sa.Column("vat", sa.BigInteger(), nullable=False),
        sa.Column("gross", sa.BigInteger(), nullable=False),
        sa.Column("vat_treatment", sa.String(length=14), nullable=False),
        sa.Column("vat_rate", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(length=5), nullable=False),
        sa.Column("content", JSON, nullable=False),
        sa.Column("issued_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("(gross < 0) = (kind = 'credit_note')", name=op.f("ck_invoices_sign")),
        sa.CheckConstraint("kind IN ('invoice', 'credit_note')", name=op.f("ck_invoices_kind")),
        sa.CheckConstraint("net + vat = gross", name=op.f("ck_invoices_sum")),
        sa.CheckConstraint("number > 0", name=op.f("ck_invoices_number")),
        sa.ForeignKeyConstraint(
            ["corrects_id"],
            ["invoices.id"],
            name=op.f("fk_invoices_corrects_id"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["movement_id"],
            ["money_movements.id"],
            name=op.f("fk_invoices_movement_id"),
            ondelete="RESTRICT",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoices")),
        sa.UniqueConstraint("movement_id", name=op.f("uq_invoices_movement_id")),
        sa.UniqueConstraint(
            "series", "year", "number", name=op.f("uq_invoices_series_year_number")
        ),
    )
    op.create_index("ix_invoices_issued_at", "invoices", ["issued_at", "id"])
    op.create_index(op.f("ix_invoices_payment_id"), "invoices", ["payment_id"])
    op.create_index(
        "uq_invoices_payment",
        "invoices",
        ["payment_id"],
        unique=True,
        sqlite_where=sa.text("movement_id IS NULL"),
        postgresql_where=sa.text("movement_id IS NULL"),
    )
    op.create_table(
        "message_settings",
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("who", sa.String(length=9), nullable=False),
        sa.Column("read_marks", sa.Boolean(), nullable=False),
        sa.CheckConstraint(
            "who IN ('everybody', 'following', 'nobody')", name=op.f("ck_message_settings_who")
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_message_settings_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_message_settings")),
    )
    op.create_table(
        "notification_settings",
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("email", sa.Boolean(), nullable=False),
        sa.Column("muted_kinds", JSON, nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_notification_settings_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_notification_settings")),
    )
    op.create_table(
        "one_time_code_secrets",
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("secret", sa.String(length=400), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_step", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_one_time_code_secrets_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_one_time_code_secrets")),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("credential_id", sa.String(length=1400), nullable=False),
        sa.Column("public_key", sa.String(length=2000), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("transports", JSON, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_passkeys_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkeys")),
        sa.UniqueConstraint("credential_id", name=op.f("uq_passkeys_credential_id")),
    )
    op.create_index(op.f("ix_passkeys_user_id"), "passkeys", ["user_id"])
    op.create_table(
        "payment_method_setups",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("reference", sa.String(length=120), nullable=False),
        sa.Column("failure", sa.String(length=80), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "status IN ('created', 'pending', 'succeeded', 'failed', 'canceled', 'expired')",
            name=op.f("ck_payment_method_setups_status"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_payment_method_setups_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment_method_setups")),
    )
    op.create_index(
        "ix_payment_method_setups_user", "payment_method_setups", ["user_id", "created_at"]
    )
    op.create_index(
        "uq_payment_method_setups_reference",
        "payment_method_setups",
        ["provider", "reference"],
        unique=True,
        sqlite_where=sa.text("reference <> ''"),
        postgresql_where=sa.text("reference <> ''"),
    )
    op.create_index(
        "uq_payment_method_setups_unfinished",
        "payment_method_setups",
        ["user_id"],
        unique=True,
        sqlite_where=sa.text("status IN ('created', 'pending')"),
        postgresql_where=sa.text("status IN ('created', 'pending')"),
    )
    op.create_table(
        "payment_methods",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=True),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("reference", sa.String(length=600), nullable=False),
        sa.Column("customer", sa.String(length=600), nullable=False),
        sa.Column("brand", sa.String(length=30), nullable=False),
        sa.Column("last4", sa.String(length=4), nullable=False),
        sa.Column("expires", sa.String(length=7), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_payment_methods_user_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment_methods")),
    )
    op.create_index(op.f("ix_payment_methods_user_id"), "payment_methods", ["user_id"])
    op.create_table(
        "plan_versions",
        sa.Column("id", KEY, nullable=False),
        sa.Column("plan_id", KEY, nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("period", sa.String(length=5), nullable=False),
        sa.Column("trial_days", sa.Integer(), nullable=False),
        sa.Column("features", JSON, nullable=False),
        sa.Column("is_current", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("period IN ('month', 'year')", name=op.f("ck_plan_versions_period")),
        sa.CheckConstraint("price > 0", name=op.f("ck_plan_versions_price")),
        sa.ForeignKeyConstraint(
            ["plan_id"],
            ["subscription_plans.id"],
            name=op.f("fk_plan_versions_plan_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_plan_versions")),
    )
    op.create_index(op.f("ix_plan_versions_plan_id"), "plan_versions", ["plan_id"])
    op.create_index(
        "uq_plan_versions_current",
        "plan_versions",
        ["plan_id"],
        unique=True,
        sqlite_where=sa.text("is_current"),
        postgresql_where=sa.text("is_current"),
    )
    op.create_table(
        "reconciliation_findings",
        sa.Column("id", KEY, nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("reference", sa.String(length=120), nullable=False),
        sa.Column("payment_reference", sa.String(length=120), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=True),
        sa.Column("journal_amount", sa.BigInteger(), nullable=True),
        sa.Column("provider_amount", sa.BigInteger(), nullable=True),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("first_seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("resolved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("explained_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("explained_by_id", KEY, nullable=True),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.ForeignKeyConstraint(
            ["explained_by_id"],
            ["users.id"],
            name=op.f("fk_reconciliation_findings_explained_by_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reconciliation_findings")),
        sa.UniqueConstraint(
            "provider",
            "kind",
            "reference",
            name=op.f("uq_reconciliation_findings_provider_kind_reference"),
        ),
    )
    op.create_index(
        "ix_reconciliation_findings_open",
        "reconciliation_findings",
        ["last_seen_at"],
        sqlite_where=sa.text("resolved_at IS NULL"),
        postgresql_where=sa.text("resolved_at IS NULL"),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_recovery_codes_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_recovery_codes")),
    )
    op.create_index(op.f("ix_recovery_codes_user_id"), "recovery_codes", ["user_id"])
    op.create_table(
        "reports",
        sa.Column("id", KEY, nullable=False),
        sa.Column("reporter_id", KEY, nullable=True),
        sa.Column("user_id", KEY, nullable=True),
        sa.Column("target_kind", sa.String(length=13), nullable=False),
        sa.Column("target_id", KEY, nullable=False),
        sa.Column("excerpt", sa.String(length=250), nullable=False),
        sa.Column("reason", sa.String(length=20), nullable=False),
        sa.Column("text", sa.String(length=1000), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed_by_id", KEY, nullable=True),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.CheckConstraint(
            "state IN ('open', 'resolved', 'rejected')", name=op.f("ck_reports_state")
        ),
        sa.CheckConstraint(
            "target_kind IN ('user', 'post', 'comment', 'message', 'advertisement')",
            name=op.f("ck_reports_target_kind"),
        ),
        sa.ForeignKeyConstraint(
            ["closed_by_id"],
            ["users.id"],
            name=op.f("fk_reports_closed_by_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["reporter_id"], ["users.id"], name=op.f("fk_reports_reporter_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_reports_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index(
        "ix_reports_open",
        "reports",
        ["target_kind", "target_id"],
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_index(op.f("ix_reports_reporter_id"), "reports", ["reporter_id"])
    op.create_index("ix_reports_user", "reports", ["user_id", "id"])
    op.create_index(
        "uq_reports_open",
        "reports",
        ["reporter_id", "target_kind", "target_id"],
        unique=True,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_table(
        "sanctions",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by_id", KEY, nullable=True),
        sa.Column("lifted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("lifted_by_id", KEY, nullable=True),
        sa.Column("lift_reason", sa.String(length=500), nullable=False),
        sa.CheckConstraint("kind IN ('ban')", name=op.f("ck_sanctions_kind")),
        sa.ForeignKeyConstraint(
            ["created_by_id"],
            ["users.id"],
            name=op.f("fk_sanctions_created_by_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["lifted_by_id"],
            ["users.id"],
            name=op.f("fk_sanctions_lifted_by_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_sanctions_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sanctions")),
    )
    op.create_index("ix_sanctions_user", "sanctions", ["user_id", "id"])
    op.create_index(
        "uq_sanctions_in_force",
        "sanctions",
        ["user_id", "kind"],
        unique=True,
        sqlite_where=sa.text("lifted_at IS NULL"),
        postgresql_where=sa.text("lifted_at IS NULL"),
    )
    op.create_table(
        "site_settings",
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("value", JSON, nullable=False),
        sa.Column("version", sa.Integer(), server_default="0", nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_by_id", KEY, nullable=True),
        sa.ForeignKeyConstraint(
            ["changed_by_id"],
            ["users.id"],
            name=op.f("fk_site_settings_changed_by_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_site_settings")),
    )
    op.create_table(
        "uploads",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("owner_id", KEY, nullable=False),
        sa.Column("name", sa.String(length=255), server_default="", nullable=False),
        sa.Column("alt", sa.String(length=300), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("original_size", sa.Integer(), nullable=False),
        sa.Column("video_size", sa.Integer(), server_default="0", nullable=False),
        sa.Column("variants", JSON, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attached_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("detached_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("purging_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["users.id"], name=op.f("fk_uploads_owner_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_uploads")),
    )
    op.create_index("ix_uploads_created", "uploads", ["created_at", "id"])
    op.create_index(op.f("ix_uploads_owner_id"), "uploads", ["owner_id"])
    op.create_index("ix_uploads_size", "uploads", ["size", "id"])
    op.create_index(
        "ix_uploads_unattached",
        "uploads",
        ["created_at"],
        sqlite_where=sa.text("attached_at IS NULL"),
        postgresql_where=sa.text("attached_at IS NULL"),
    )
    op.create_table(
        "user_sessions",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("user_agent", sa.String(length=400), nullable=False),
        sa.Column("address", sa.String(length=45), nullable=False),
        sa.Column("method", sa.String(length=20), server_default="password", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("viewed_user_id", KEY, nullable=True),
        sa.Column("viewing_until", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_user_sessions_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_user_sessions")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_user_sessions_token_hash")),
    )
    op.create_index(op.f("ix_user_sessions_expires_at"), "user_sessions", ["expires_at"])
    op.create_index(op.f("ix_user_sessions_user_id"), "user_sessions", ["user_id"])
    op.create_table(
        "advertisement_statistics",
        sa.Column("advertisement_id", KEY, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("place", sa.String(length=11), nullable=False),
        sa.Column("community_id", KEY, nullable=False),
        sa.Column("shown", sa.Integer(), server_default="0", nullable=False),
        sa.Column("impressions", sa.Integer(), server_default="0", nullable=False),
        sa.Column("clicks", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["advertisement_id"],
            ["advertisements.id"],
            name=op.f("fk_advertisement_statistics_advertisement_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "advertisement_id",
            "day",
            "place",
            "community_id",
            name=op.f("pk_advertisement_statistics"),
        ),
    )
    op.create_table(
        "bulk_act_records",
        sa.Column("id", KEY, nullable=False),
        sa.Column("bulk_act_id", KEY, nullable=False),
        sa.Column("record_id", sa.String(length=36), nullable=False),
        sa.Column("mark", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(
            ["bulk_act_id"],
            ["bulk_acts.id"],
            name=op.f("fk_bulk_act_records_bulk_act_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bulk_act_records")),
    )
    op.create_index("ix_bulk_act_records_bulk_act", "bulk_act_records", ["bulk_act_id", "id"])
    op.create_table(
        "chat_members",
        sa.Column("chat_id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("role", sa.String(length=6), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("has_accepted", sa.Boolean(), nullable=False),
        sa.Column("last_read_message_id", KEY, nullable=False),
        sa.Column("sees_from_id", KEY, nullable=False),
        sa.Column("muted_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("requested_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("role IN ('owner', 'member')", name=op.f("ck_chat_members_role")),
        sa.CheckConstraint(
            "status IN ('active', 'request', 'declined', 'left')",
            name=op.f("ck_chat_members_status"),
        ),
        sa.ForeignKeyConstraint(
            ["chat_id"], ["chats.id"], name=op.f("fk_chat_members_chat_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_chat_members_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("chat_id", "user_id", name=op.f("pk_chat_members")),
    )
    op.create_index("ix_chat_members_user", "chat_members", ["user_id", "status", "chat_id"])
    op.create_table(
        "confirmation_codes",
        sa.Column("session_id", KEY, nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["user_sessions.id"],
            name=op.f("fk_confirmation_codes_session_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("session_id", name=op.f("pk_confirmation_codes")),
    )
    op.create_index(op.f("ix_confirmation_codes_expires_at"), "confirmation_codes", ["expires_at"])
    op.create_table(
        "invitation_uses",
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("invitation_id", KEY, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["invitation_id"],
            ["invitations.id"],
            name=op.f("fk_invitation_uses_invitation_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_invitation_uses_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_invitation_uses")),
    )
    op.create_index(op.f("ix_invitation_uses_invitation_id"), "invitation_uses", ["invitation_id"])
    op.create_table(
        "member_impressions",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("advertisement_id", KEY, nullable=False),
        sa.Column("impressions", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["advertisement_id"],
            ["advertisements.id"],
            name=op.f("fk_member_impressions_advertisement_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_member_impressions_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_member_impressions")),
        sa.UniqueConstraint("user_id", "day", "advertisement_id", name="uq_member_impressions"),
    )
    op.create_index(
        op.f("ix_member_impressions_advertisement_id"), "member_impressions", ["advertisement_id"]
    )
    op.create_index(op.f("ix_member_impressions_day"), "member_impressions", ["day"])
    op.create_table(
        "memberships",
        sa.Column("community_id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("moderator_since", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["community_id"],
            ["communities.id"],
            name=op.f("fk_memberships_community_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_memberships_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("community_id", "user_id", name=op.f("pk_memberships")),
    )
    op.create_index(op.f("ix_memberships_user_id"), "memberships", ["user_id"])
    op.create_table(
        "messages",
        sa.Column("id", KEY, nullable=False),
        sa.Column("chat_id", KEY, nullable=False),
        sa.Column("author_id", KEY, nullable=False),
        sa.Column("change", sa.String(length=10), nullable=False),
        sa.Column("subject_id", KEY, nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("html", sa.String(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=True),
        sa.Column("reply_to_id", KEY, nullable=True),
        sa.Column("reactions", JSON, nullable=False),
        sa.Column("reactions_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("files_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("edited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "change IN ('', 'created', 'added', 'joined', 'left', 'removed', 'renamed', 'owner')",
            name=op.f("ck_messages_change"),
        ),
        sa.ForeignKeyConstraint(
            ["author_id"], ["users.id"], name=op.f("fk_messages_author_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["chat_id"], ["chats.id"], name=op.f("fk_messages_chat_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["reply_to_id"],
            ["messages.id"],
            name=op.f("fk_messages_reply_to_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["subject_id"], ["users.id"], name=op.f("fk_messages_subject_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
    )
    op.create_index("ix_messages_author", "messages", ["author_id", "id"])
    op.create_index("ix_messages_chat", "messages", ["chat_id", "id"])
    op.create_index(op.f("ix_messages_reply_to_id"), "messages", ["reply_to_id"])
    op.create_index("ix_messages_sent", "messages", ["chat_id", "created_at"])
    op.create_index(
        "ix_messages_subject",
        "messages",
        ["subject_id"],
        sqlite_where=sa.text("subject_id IS NOT NULL"),
        postgresql_where=sa.text("subject_id IS NOT NULL"),
    )
    op.create_index("uq_messages_client", "messages", ["author_id", "client_id"], unique=True)
    op.create_table(
        "notification_subscriptions",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("author_id", KEY, nullable=True),
        sa.Column("community_id", KEY, nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "(author_id IS NULL) <> (community_id IS NULL)",
            name=op.f("ck_notification_subscriptions_one_target"),
        ),
        sa.ForeignKeyConstraint(
            ["author_id"],
            ["users.id"],
            name=op.f("fk_notification_subscriptions_author_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["community_id"],
            ["communities.id"],
            name=op.f("fk_notification_subscriptions_community_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_notification_subscriptions_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notification_subscriptions")),
    )
    op.create_index(
        op.f("ix_notification_subscriptions_user_id"), "notification_subscriptions", ["user_id"]
    )
    op.create_index(
        "uq_notification_subscriptions_author",
        "notification_subscriptions",
        ["author_id", "user_id"],
        unique=True,
    )
    op.create_index(
        "uq_notification_subscriptions_community",
        "notification_subscriptions",
        ["community_id", "user_id"],
        unique=True,
    )
    op.create_table(
        "plan_price_changes",
        sa.Column("id", KEY, nullable=False),
        sa.Column("plan_id", KEY, nullable=False),
        sa.Column("version_id", KEY, nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by_id", KEY, nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["created_by_id"],
            ["users.id"],
            name=op.f("fk_plan_price_changes_created_by_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["plan_id"],
            ["subscription_plans.id"],
            name=op.f("fk_plan_price_changes_plan_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["version_id"],
            ["plan_versions.id"],
            name=op.f("fk_plan_price_changes_version_id"),
            ondelete="RESTRICT",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_plan_price_changes")),
    )
    op.create_index(op.f("ix_plan_price_changes_plan_id"), "plan_price_changes", ["plan_id"])
    op.create_index(op.f("ix_plan_price_changes_version_id"), "plan_price_changes", ["version_id"])
    op.create_table(
        "posts",
        sa.Column("id", KEY, nullable=False),
        sa.Column("slug", sa.String(length=80), nullable=False),
        sa.Column("title", sa.String(length=255), nullable=False),
        sa.Column("intro", sa.String(length=500), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("html", sa.String(), nullable=False),
        sa.Column("excerpt", sa.String(length=240), server_default="", nullable=False),
        sa.Column("cover", sa.String(), nullable=True),
        sa.Column("author_id", KEY, nullable=False),
        sa.Column("community_id", KEY, nullable=True),
        sa.Column("status", sa.String(length=13), nullable=False),
        sa.Column("tags", JSON, nullable=False),
        sa.Column("comments_enabled", sa.Boolean(), nullable=False),
        sa.Column("summary", sa.String(), nullable=True),
        sa.Column("reading_time", sa.Integer(), nullable=False),
        sa.Column("views_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("comments_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("reactions", JSON, nullable=False),
        sa.Column("reactions_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("hotness", sa.Float(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=True),
        sa.Column("pinned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("edited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("removed_by_id", KEY, nullable=True),
        sa.Column(
            "is_unpublished_by_moderator",
            sa.Boolean(),
            server_default=sa.text("false"),
            nullable=False,
        ),
        sa.Column("hold_rule", sa.String(length=20), server_default="", nullable=False),
        sa.Column("approved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("status_before_deletion", sa.String(length=13), nullable=True),
        sa.Column(
            "is_hidden_with_author", sa.Boolean(), server_default=sa.text("false"), nullable=False
        ),
        sa.Column("cleanup_id", KEY, nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "status <> 'published' OR published_at IS NOT NULL", name=op.f("ck_posts_published_at")
        ),
        sa.CheckConstraint(
            "status IN ('draft', 'scheduled', 'on_moderation', 'published', 'unpublished', 'deleted')",
            name=op.f("ck_posts_status"),
        ),
        sa.CheckConstraint(
            "comments_count >= 0 AND reactions_count >= 0", name=op.f("ck_posts_counts")
        ),
        sa.ForeignKeyConstraint(
            ["author_id"], ["users.id"], name=op.f("fk_posts_author_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["community_id"],
            ["communities.id"],
            name=op.f("fk_posts_community_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["removed_by_id"],
            ["users.id"],
            name=op.f("fk_posts_removed_by_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_posts")),
    )
    op.create_index(
        "ix_posts_author",
        "posts",
        ["author_id", "published_at", "id"],
        sqlite_where=sa.text("status = 'published'"),
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index("ix_posts_author_saved", "posts", ["author_id", "status", "saved_at"])
    op.create_index(
        "ix_posts_cleanup",
        "posts",
        ["cleanup_id", "id"],
        sqlite_where=sa.text("cleanup_id IS NOT NULL"),
        postgresql_where=sa.text("cleanup_id IS NOT NULL"),
    )
    op.create_index(
        "ix_posts_community_new",
        "posts",
        ["community_id", "published_at", "id"],
        sqlite_where=sa.text("status = 'published'"),
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index(
        "ix_posts_community_popular",
        "posts",
        ["community_id", "hotness", "id"],
        sqlite_where=sa.text("status = 'published'"),
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index(
        "ix_posts_held",
        "posts",
        ["community_id", "id"],
        sqlite_where=sa.text("status = 'on_moderation'"),
        postgresql_where=sa.text("status = 'on_moderation'"),
    )
    op.create_index(
        "ix_posts_new",
        "posts",
        ["published_at", "id"],
        sqlite_where=sa.text("status = 'published'"),
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index(
        "ix_posts_pinned",
        "posts",
        ["community_id", "author_id"],
        sqlite_where=sa.text("pinned_at IS NOT NULL"),
        postgresql_where=sa.text("pinned_at IS NOT NULL"),
    )
    op.create_index(
        "ix_posts_popular",
        "posts",
        ["hotness", "id"],
        sqlite_where=sa.text("status = 'published'"),
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index("ix_posts_published_at", "posts", ["published_at"])
    op.create_index(
        "ix_posts_table", "posts", [sa.literal_column("coalesce(published_at, created_at)"), "id"]
    )
    op.create_index("uq_posts_client", "posts", ["author_id", "client_id"], unique=True)
    op.create_table(
        "report_messages",
        sa.Column("report_id", KEY, nullable=False),
        sa.Column("message_id", KEY, nullable=False),
        sa.Column("author_id", KEY, nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("files", JSON, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["author_id"],
            ["users.id"],
            name=op.f("fk_report_messages_author_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["report_id"],
            ["reports.id"],
            name=op.f("fk_report_messages_report_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("report_id", "message_id", name=op.f("pk_report_messages")),
    )
    op.create_index(op.f("ix_report_messages_author_id"), "report_messages", ["author_id"])
    op.create_table(
        "upload_references",
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("object_id", KEY, nullable=False),
        sa.Column("upload_id", sa.Uuid(), nullable=False),
        sa.CheckConstraint(
            "kind IN ('post', 'post_draft', 'comment', 'user_avatar', 'user_header', 'community_avatar', 'community_header', 'reaction', 'site_logo', 'site_icon', 'advertisement')",
            name=op.f("ck_upload_references_kind"),
        ),
        sa.ForeignKeyConstraint(
            ["upload_id"],
            ["uploads.id"],
            name=op.f("fk_upload_references_upload_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "kind", "object_id", "upload_id", name=op.f("pk_upload_references")
        ),
    )
    op.create_index(op.f("ix_upload_references_upload_id"), "upload_references", ["upload_id"])
    op.create_table(
        "chat_files",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("chat_id", KEY, nullable=True),
        sa.Column("owner_id", KEY, nullable=False),
        sa.Column("message_id", KEY, nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=255), nullable=False),
        sa.Column("alt", sa.String(length=300), nullable=False),
        sa.Column("content_type", sa.String(length=100), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("original_size", sa.Integer(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("variants", JSON, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("purging_since", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["chat_id"], ["chats.id"], name=op.f("fk_chat_files_chat_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["message_id"],
            ["messages.id"],
            name=op.f("fk_chat_files_message_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["users.id"], name=op.f("fk_chat_files_owner_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat_files")),
    )
    op.create_index(op.f("ix_chat_files_chat_id"), "chat_files", ["chat_id"])
    op.create_index(op.f("ix_chat_files_message_id"), "chat_files", ["message_id"])
    op.create_index(op.f("ix_chat_files_owner_id"), "chat_files", ["owner_id"])
    op.create_index(
        "ix_chat_files_unsent",
        "chat_files",
        ["created_at"],
        sqlite_where=sa.text("message_id IS NULL"),
        postgresql_where=sa.text("message_id IS NULL"),
    )
    op.create_table(
        "comments",
        sa.Column("id", KEY, nullable=False),
        sa.Column("post_id", KEY, nullable=False),
        sa.Column("parent_id", KEY, nullable=True),
        sa.Column("branch_id", KEY, nullable=True),
        sa.Column(
            "path",
            sa.String()
            .with_variant(sa.String(collation="C"), "postgresql")
            .with_variant(sa.String(collation="BINARY"), "sqlite"),
            nullable=False,
        ),
        sa.Column("depth", sa.Integer(), nullable=False),
        sa.Column("author_id", KEY, nullable=False),
        sa.Column("community_id", KEY, nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("html", sa.String(), nullable=False),
        sa.Column("moderation_status", sa.String(length=13), nullable=False),
        sa.Column("replies_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("descendants_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("reactions", JSON, nullable=False),
        sa.Column("reactions_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("controversy", sa.Float(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=True),
        sa.Column("pinned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("edited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_by_id", KEY, nullable=True),
        sa.Column("status_before_deletion", sa.String(length=13), nullable=True),
        sa.Column(
            "is_hidden_with_author", sa.Boolean(), server_default=sa.text("false"), nullable=False
        ),
        sa.Column(
            "awaits_first_publication",
            sa.Boolean(),
            server_default=sa.text("false"),
            nullable=False,
        ),
        sa.Column("cleanup_id", KEY, nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "moderation_status IN ('published', 'on_moderation', 'deleted')",
            name=op.f("ck_comments_moderation_status"),
        ),
        sa.CheckConstraint("(parent_id IS NULL) = (depth = 0)", name=op.f("ck_comments_depth")),
        sa.CheckConstraint(
            "replies_count >= 0 AND descendants_count >= 0", name=op.f("ck_comments_counts")
        ),
        sa.ForeignKeyConstraint(
            ["author_id"], ["users.id"], name=op.f("fk_comments_author_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["branch_id"], ["comments.id"], name=op.f("fk_comments_branch_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["deleted_by_id"],
            ["users.id"],
            name=op.f("fk_comments_deleted_by_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["parent_id"], ["comments.id"], name=op.f("fk_comments_parent_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name=op.f("fk_comments_post_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comments")),
    )
    op.create_index("ix_comments_author", "comments", ["author_id", "id"])
    op.create_index("ix_comments_best", "comments", ["post_id", "depth", "score", "id"])
    op.create_index(op.f("ix_comments_branch_id"), "comments", ["branch_id"])
    op.create_index(
        "ix_comments_cleanup",
        "comments",
        ["cleanup_id", "id"],
        sqlite_where=sa.text("cleanup_id IS NOT NULL"),
        postgresql_where=sa.text("cleanup_id IS NOT NULL"),
    )
    op.create_index("ix_comments_community", "comments", ["community_id", "id"])
    op.create_index(
        "ix_comments_controversial", "comments", ["post_id", "depth", "controversy", "id"]
    )
    op.create_index("ix_comments_created_at", "comments", ["created_at", "id"])
    op.create_index(
        "ix_comments_hidden",
        "comments",
        ["moderation_status", "id"],
        sqlite_where=sa.text("moderation_status <> 'published'"),
        postgresql_where=sa.text("moderation_status <> 'published'"),
    )
    op.create_index("ix_comments_new", "comments", ["post_id", "depth", "id"])
    op.create_index("ix_comments_path", "comments", ["post_id", "path"])
    op.create_index("ix_comments_replies", "comments", ["parent_id", "score", "id"])
    op.create_index("uq_comments_client", "comments", ["author_id", "client_id"], unique=True)
    op.create_index(
        "uq_comments_pinned",
        "comments",
        ["post_id"],
        unique=True,
        sqlite_where=sa.text("pinned_at IS NOT NULL"),
        postgresql_where=sa.text("pinned_at IS NOT NULL"),
    )
    op.create_table(
        "message_reactions",
        sa.Column("message_id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("code", sa.String(length=30), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["code"], ["reaction_kinds.code"], name=op.f("fk_message_reactions_code")
        ),
        sa.ForeignKeyConstraint(
            ["message_id"],
            ["messages.id"],
            name=op.f("fk_message_reactions_message_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_message_reactions_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("message_id", "user_id", name=op.f("pk_message_reactions")),
    )
    op.create_index(op.f("ix_message_reactions_code"), "message_reactions", ["code"])
    op.create_index(op.f("ix_message_reactions_user_id"), "message_reactions", ["user_id"])
    op.create_table(
        "post_drafts",
        sa.Column("post_id", KEY, nullable=False),
        sa.Column("title", sa.String(length=255), nullable=False),
        sa.Column("intro", sa.String(length=500), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("html", sa.String(), server_default="", nullable=False),
        sa.Column("cover", sa.String(), nullable=True),
        sa.Column("tags", JSON, nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name=op.f("fk_post_drafts_post_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("post_id", name=op.f("pk_post_drafts")),
    )
    op.create_table(
        "post_revisions",
        sa.Column("id", KEY, nullable=False),
        sa.Column("post_id", KEY, nullable=False),
        sa.Column("editor_id", KEY, nullable=True),
        sa.Column("title", sa.String(length=255), nullable=False),
        sa.Column("intro", sa.String(length=500), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["editor_id"],
            ["users.id"],
            name=op.f("fk_post_revisions_editor_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name=op.f("fk_post_revisions_post_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_post_revisions")),
    )
    op.create_index(op.f("ix_post_revisions_post_id"), "post_revisions", ["post_id"])
    op.create_table(
        "post_tags",
        sa.Column("tag", sa.String(length=40), nullable=False),
        sa.Column("post_id", KEY, nullable=False),
        sa.Column("hotness", sa.Float(), nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name=op.f("fk_post_tags_post_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("tag", "post_id", name=op.f("pk_post_tags")),
    )
    op.create_index("ix_post_tags_new", "post_tags", ["tag", "published_at", "post_id"])
    op.create_index("ix_post_tags_popular", "post_tags", ["tag", "hotness", "post_id"])
    op.create_index(op.f("ix_post_tags_post_id"), "post_tags", ["post_id"])
    op.create_table(
        "post_watches",
        sa.Column("post_id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name=op.f("fk_post_watches_post_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_post_watches_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("post_id", "user_id", name=op.f("pk_post_watches")),
    )
    op.create_index(op.f("ix_post_watches_user_id"), "post_watches", ["user_id"])
    op.create_table(
        "user_subscriptions",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("plan_version_id", KEY, nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("origin", sa.String(length=10), nullable=False),
        sa.Column("payment_method_id", KEY, nullable=True),
        sa.Column("anchor_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("anchor_period", sa.Integer(), nullable=False),
        sa.Column("period_number", sa.Integer(), nullable=False),
        sa.Column("period_start", sa.DateTime(timezone=True), nullable=False),
        sa.Column("access_until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("paid_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("period_price", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("replaced_id", KEY, nullable=True),
        sa.Column("renewal_attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("extended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("next_charge_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("canceled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("cancel_reason", sa.String(length=500), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reminded_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("changed_by_id", KEY, nullable=True),
        sa.Column("discount_percent", sa.Integer(), server_default="0", nullable=False),
        sa.Column("discount_periods", sa.Integer(), server_default="0", nullable=True),
        sa.Column("price_change_id", KEY, nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "origin IN ('purchase', 'trial', 'gift', 'grant')",
            name=op.f("ck_user_subscriptions_origin"),
        ),
        sa.CheckConstraint(
            "status IN ('active', 'past_due', 'canceled', 'expired', 'revoked')",
            name=op.f("ck_user_subscriptions_status"),
        ),
        sa.ForeignKeyConstraint(
            ["changed_by_id"],
            ["users.id"],
            name=op.f("fk_user_subscriptions_changed_by_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["payment_method_id"],
            ["payment_methods.id"],
            name=op.f("fk_user_subscriptions_payment_method_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["plan_version_id"],
            ["plan_versions.id"],
            name=op.f("fk_user_subscriptions_plan_version_id"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["price_change_id"],
            ["plan_price_changes.id"],
            name=op.f("fk_user_subscriptions_price_change_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["replaced_id"],
            ["user_subscriptions.id"],
            name=op.f("fk_user_subscriptions_replaced_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_user_subscriptions_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_user_subscriptions")),
    )
    op.create_index(
        "ix_user_subscriptions_due",
        "user_subscriptions",
        ["next_charge_at"],
        sqlite_where=sa.text("next_charge_at IS NOT NULL"),
        postgresql_where=sa.text("next_charge_at IS NOT NULL"),
    )
    op.create_index(
        "ix_user_subscriptions_end",
        "user_subscriptions",
        ["access_until"],
        sqlite_where=sa.text("status IN ('active', 'past_due', 'canceled')"),
        postgresql_where=sa.text("status IN ('active', 'past_due', 'canceled')"),
    )
    op.create_index(
        op.f("ix_user_subscriptions_plan_version_id"), "user_subscriptions", ["plan_version_id"]
    )
    op.create_index(
        op.f("ix_user_subscriptions_price_change_id"), "user_subscriptions", ["price_change_id"]
    )
    op.create_index(
        op.f("ix_user_subscriptions_replaced_id"), "user_subscriptions", ["replaced_id"]
    )
    op.create_index("ix_user_subscriptions_user", "user_subscriptions", ["user_id", "id"])
    op.create_index(
        "uq_user_subscriptions_live",
        "user_subscriptions",
        ["user_id"],
        unique=True,
        sqlite_where=sa.text("status IN ('active', 'past_due', 'canceled')"),
        postgresql_where=sa.text("status IN ('active', 'past_due', 'canceled')"),
    )
    op.create_table(
        "ai_requests",
        sa.Column("id", KEY, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("user_id", KEY, nullable=True),
        sa.Column("post_id", KEY, nullable=True),
        sa.Column("comment_id", KEY, nullable=True),
        sa.Column("answer_id", KEY, nullable=True),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("error", sa.String(length=40), nullable=False),
        sa.Column("tokens", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "kind IN ('summary', 'answer', 'test')", name=op.f("ck_ai_requests_kind")
        ),
        sa.CheckConstraint(
            "status IN ('waiting', 'writing', 'done', 'failed')", name=op.f("ck_ai_requests_status")
        ),
        sa.ForeignKeyConstraint(
            ["answer_id"],
            ["comments.id"],
            name=op.f("fk_ai_requests_answer_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["comment_id"],
            ["comments.id"],
            name=op.f("fk_ai_requests_comment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name=op.f("fk_ai_requests_post_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_ai_requests_user_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ai_requests")),
    )
    op.create_index(op.f("ix_ai_requests_answer_id"), "ai_requests", ["answer_id"])
    op.create_index("ix_ai_requests_created_at", "ai_requests", ["created_at"])
    op.create_index(op.f("ix_ai_requests_post_id"), "ai_requests", ["post_id"])
    op.create_index("ix_ai_requests_user", "ai_requests", ["user_id", "created_at"])
    op.create_index("uq_ai_requests_comment", "ai_requests", ["comment_id"], unique=True)
    op.create_table(
        "comment_media",
        sa.Column("comment_id", KEY, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("upload_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["comment_id"],
            ["comments.id"],
            name=op.f("fk_comment_media_comment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["upload_id"],
            ["uploads.id"],
            name=op.f("fk_comment_media_upload_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("comment_id", "position", name=op.f("pk_comment_media")),
    )
    op.create_index(op.f("ix_comment_media_upload_id"), "comment_media", ["upload_id"])
    op.create_table(
        "comment_moderations",
        sa.Column("id", KEY, nullable=False),
        sa.Column("comment_id", KEY, nullable=False),
        sa.Column("actor_id", KEY, nullable=True),
        sa.Column("status_before", sa.String(length=13), nullable=False),
        sa.Column("status", sa.String(length=13), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("rule", sa.String(length=30), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["actor_id"],
            ["users.id"],
            name=op.f("fk_comment_moderations_actor_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["comment_id"],
            ["comments.id"],
            name=op.f("fk_comment_moderations_comment_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comment_moderations")),
    )
    op.create_index(
        op.f("ix_comment_moderations_comment_id"), "comment_moderations", ["comment_id"]
    )
    op.create_table(
        "comment_revisions",
        sa.Column("id", KEY, nullable=False),
        sa.Column("comment_id", KEY, nullable=False),
        sa.Column("editor_id", KEY, nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["comment_id"],
            ["comments.id"],
            name=op.f("fk_comment_revisions_comment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["editor_id"],
            ["users.id"],
            name=op.f("fk_comment_revisions_editor_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comment_revisions")),
    )
    op.create_index(op.f("ix_comment_revisions_comment_id"), "comment_revisions", ["comment_id"])
    op.create_table(
        "mentions",
        sa.Column("comment_id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.ForeignKeyConstraint(
            ["comment_id"], ["comments.id"], name=op.f("fk_mentions_comment_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_mentions_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("comment_id", "user_id", name=op.f("pk_mentions")),
    )
    op.create_index(op.f("ix_mentions_user_id"), "mentions", ["user_id"])
    op.create_table(
        "notifications",
        sa.Column("id", KEY, nullable=False),
        sa.Column("recipient_id", KEY, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("collapse_key", sa.String(length=60), nullable=False),
        sa.Column("post_id", KEY, nullable=True),
        sa.Column("comment_id", KEY, nullable=True),
        sa.Column("community_id", KEY, nullable=True),
        sa.Column("payment_id", sa.Uuid(), nullable=True),
        sa.Column("chat_id", KEY, nullable=True),
        sa.Column("first_message_id", KEY, nullable=True),
        sa.Column("message_id", KEY, nullable=True),
        sa.Column("actors_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("bumped_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("email_due_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["chat_id"], ["chats.id"], name=op.f("fk_notifications_chat_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["comment_id"],
            ["comments.id"],
            name=op.f("fk_notifications_comment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["community_id"],
            ["communities.id"],
            name=op.f("fk_notifications_community_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name=op.f("fk_notifications_post_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["recipient_id"],
            ["users.id"],
            name=op.f("fk_notifications_recipient_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notifications")),
    )
    op.create_index(
        "ix_notifications_chat",
        "notifications",
        ["chat_id"],
        sqlite_where=sa.text("chat_id IS NOT NULL"),
        postgresql_where=sa.text("chat_id IS NOT NULL"),
    )
    op.create_index(op.f("ix_notifications_comment_id"), "notifications", ["comment_id"])
    op.create_index(
        "ix_notifications_email",
        "notifications",
        ["recipient_id"],
        sqlite_where=sa.text("email_due_at IS NOT NULL"),
        postgresql_where=sa.text("email_due_at IS NOT NULL"),
    )
    op.create_index("ix_notifications_inbox", "notifications", ["recipient_id", "bumped_at", "id"])
    op.create_index(op.f("ix_notifications_post_id"), "notifications", ["post_id"])
    op.create_index(
        "ix_notifications_unread",
        "notifications",
        ["recipient_id"],
        sqlite_where=sa.text("read_at IS NULL"),
        postgresql_where=sa.text("read_at IS NULL"),
    )
    op.create_index(
        "ix_notifications_unseen",
        "notifications",
        ["recipient_id"],
        sqlite_where=sa.text("seen_at IS NULL"),
        postgresql_where=sa.text("seen_at IS NULL"),
    )
    op.create_index(
        "uq_notifications_unread_collapse_key",
        "notifications",
        ["recipient_id", "collapse_key"],
        unique=True,
        sqlite_where=sa.text("read_at IS NULL"),
        postgresql_where=sa.text("read_at IS NULL"),
    )
    op.create_table(
        "payments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", KEY, nullable=True),
        sa.Column("recipient_id", KEY, nullable=True),
        sa.Column("subscription_id", KEY, nullable=True),
        sa.Column("plan_version_id", sa.BigInteger(), nullable=False),
        sa.Column("promo_code_id", KEY, nullable=True),
        sa.Column("payment_method_id", KEY, nullable=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("reference", sa.String(length=120), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("credit", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("restarts_period", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("replaced", JSON, nullable=False),
        sa.Column("taken_back", JSON, nullable=False),
        sa.Column("vat_treatment", sa.String(length=14), server_default="none", nullable=False),
        sa.Column("vat_rate", sa.Integer(), server_default="0", nullable=False),
        sa.Column("vat", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("message", sa.String(length=300), nullable=False),
        sa.Column("failure", sa.String(length=80), nullable=False),
        sa.Column("needs_action", sa.Boolean(), nullable=False),
        sa.Column("period_number", sa.Integer(), nullable=True),
        sa.Column("period_start", sa.DateTime(timezone=True), nullable=True),
        sa.Column("period_end", sa.DateTime(timezone=True), nullable=True),
        sa.Column("refunded", sa.BigInteger(), nullable=False),
        sa.Column("refund_due", sa.BigInteger(), nullable=False),
        sa.Column("return_failures", sa.Integer(), server_default="0", nullable=False),
        sa.Column("return_retry_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("checked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("succeeded_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "kind IN ('purchase', 'upgrade', 'gift', 'renewal')", name=op.f("ck_payments_kind")
        ),
        sa.CheckConstraint(
            "status IN ('created', 'pending', 'succeeded', 'canceled', 'failed', 'expired', 'refunded')",
            name=op.f("ck_payments_status"),
        ),
        sa.CheckConstraint("amount > 0", name=op.f("ck_payments_amount")),
        sa.ForeignKeyConstraint(
            ["payment_method_id"],
            ["payment_methods.id"],
            name=op.f("fk_payments_payment_method_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["plan_version_id"],
            ["plan_versions.id"],
            name=op.f("fk_payments_plan_version_id"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["promo_code_id"],
            ["promo_codes.id"],
            name=op.f("fk_payments_promo_code_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["recipient_id"],
            ["users.id"],
            name=op.f("fk_payments_recipient_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["subscription_id"],
            ["user_subscriptions.id"],
            name=op.f("fk_payments_subscription_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_payments_user_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payments")),
    )
    op.create_index("ix_payments_created_at", "payments", ["created_at", "id"])
    op.create_index(op.f("ix_payments_plan_version_id"), "payments", ["plan_version_id"])
    op.create_index(op.f("ix_payments_promo_code_id"), "payments", ["promo_code_id"])
    op.create_index(op.f("ix_payments_recipient_id"), "payments", ["recipient_id"])
    op.create_index(
        "ix_payments_refund_due",
        "payments",
        ["created_at"],
        sqlite_where=sa.text("refund_due > 0"),
        postgresql_where=sa.text("refund_due > 0"),
    )
    op.create_index(op.f("ix_payments_subscription_id"), "payments", ["subscription_id"])
    op.create_index(
        "ix_payments_unfinished",
        "payments",
        ["created_at"],
        sqlite_where=sa.text("status IN ('created', 'pending')"),
        postgresql_where=sa.text("status IN ('created', 'pending')"),
    )
    op.create_index("ix_payments_user", "payments", ["user_id", "created_at"])
    op.create_index(
        "uq_payments_reference",
        "payments",
        ["provider", "reference"],
        unique=True,
        sqlite_where=sa.text("reference <> ''"),
        postgresql_where=sa.text("reference <> ''"),
    )
    op.create_index(
        "uq_payments_renewal",
        "payments",
        ["subscription_id", "period_number"],
        unique=True,
        sqlite_where=sa.text(
            "kind = 'renewal' AND status IN ('created', 'pending', 'succeeded', 'refunded')"
        ),
        postgresql_where=sa.text(
            "kind = 'renewal' AND status IN ('created', 'pending', 'succeeded', 'refunded')"
        ),
    )
    op.create_index(
        "uq_payments_unfinished",
        "payments",
        ["user_id"],
        unique=True,
        sqlite_where=sa.text("status IN ('created', 'pending') AND kind <> 'renewal'"),
        postgresql_where=sa.text("status IN ('created', 'pending') AND kind <> 'renewal'"),
    )
    op.create_table(
        "reactions",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("post_id", KEY, nullable=True),
        sa.Column("comment_id", KEY, nullable=True),
        sa.Column("code", sa.String(length=30), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "(post_id IS NULL) <> (comment_id IS NULL)", name=op.f("ck_reactions_one_target")
        ),
        sa.ForeignKeyConstraint(["code"], ["reaction_kinds.code"], name=op.f("fk_reactions_code")),
        sa.ForeignKeyConstraint(
            ["comment_id"],
            ["comments.id"],
            name=op.f("fk_reactions_comment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name=op.f("fk_reactions_post_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_reactions_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reactions")),
    )
    op.create_index("ix_reactions_code", "reactions", ["code"])
    op.create_index(op.f("ix_reactions_comment_id"), "reactions", ["comment_id"])
    op.create_index(op.f("ix_reactions_post_id"), "reactions", ["post_id"])
    op.create_index("uq_reactions_comment", "reactions", ["user_id", "comment_id"], unique=True)
    op.create_index("uq_reactions_post", "reactions", ["user_id", "post_id"], unique=True)
    op.create_table(
        "search_documents",
        sa.Column("id", KEY, nullable=False),
        sa.Column("post_id", KEY, nullable=False),
        sa.Column("comment_id", KEY, nullable=True),
        sa.Column("community_id", KEY, nullable=True),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("is_late", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("is_moved", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("title_stems", sa.String(), server_default="", nullable=False),
        sa.Column("words_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("reactions_level", sa.Integer(), server_default="0", nullable=False),
        sa.Column("comments_level", sa.Integer(), server_default="0", nullable=False),
        sa.Column("outdated_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["comment_id"],
            ["comments.id"],
            name=op.f("fk_search_documents_comment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name=op.f("fk_search_documents_post_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_search_documents")),
    )
    op.create_index(
        "ix_search_documents_late",
        "search_documents",
        ["published_at", "id"],
        sqlite_where=sa.text("is_late IS TRUE"),
        postgresql_where=sa.text("is_late IS TRUE"),
    )
    op.create_index(
        "ix_search_documents_moved",
        "search_documents",
        ["id"],
        sqlite_where=sa.text("is_moved IS TRUE"),
        postgresql_where=sa.text("is_moved IS TRUE"),
    )
    op.create_index(
        "ix_search_documents_outdated",
        "search_documents",
        ["id"],
        sqlite_where=sa.text("outdated_at IS NOT NULL"),
        postgresql_where=sa.text("outdated_at IS NOT NULL"),
    )
    op.create_index("ix_search_documents_post", "search_documents", ["post_id"])
    op.create_index(
        "ix_search_documents_published",
        "search_documents",
        ["published_at", "id"],
        sqlite_where=sa.text("is_late IS FALSE"),
        postgresql_where=sa.text("is_late IS FALSE"),
    )
    op.create_index("uq_search_documents_comment", "search_documents", ["comment_id"], unique=True)
    op.create_index(
        "uq_search_documents_post",
        "search_documents",
        ["post_id"],
        unique=True,
        sqlite_where=sa.text("comment_id IS NULL"),
        postgresql_where=sa.text("comment_id IS NULL"),
    )
    op.create_table(
        "ai_summaries",
        sa.Column("post_id", KEY, nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("html", sa.String(), nullable=False),
        sa.Column("error", sa.String(length=40), nullable=False),
        sa.Column("request_id", KEY, nullable=True),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "status IN ('waiting', 'writing', 'done', 'failed')",
            name=op.f("ck_ai_summaries_status"),
        ),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name=op.f("fk_ai_summaries_post_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["request_id"],
            ["ai_requests.id"],
            name=op.f("fk_ai_summaries_request_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("post_id", name=op.f("pk_ai_summaries")),
    )
    op.create_index(op.f("ix_ai_summaries_request_id"), "ai_summaries", ["request_id"])
    op.create_table(
        "notification_actors",
        sa.Column("notification_id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("acted_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["notification_id"],
            ["notifications.id"],
            name=op.f("fk_notification_actors_notification_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_notification_actors_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("notification_id", "user_id", name=op.f("pk_notification_actors")),
    )
    op.create_index(
        "ix_notification_actors_newest", "notification_actors", ["notification_id", "acted_at"]
    )
    op.create_index(op.f("ix_notification_actors_user_id"), "notification_actors", ["user_id"])
    op.create_table(
        "payment_disputes",
        sa.Column("id", KEY, nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("reference", sa.String(length=120), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("reason", sa.String(length=40), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("due_by", sa.DateTime(timezone=True), nullable=True),
        sa.Column("is_test", sa.Boolean(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "status IN ('needs_response', 'under_review', 'won', 'lost', 'closed')",
            name=op.f("ck_payment_disputes_status"),
        ),
        sa.ForeignKeyConstraint(
            ["payment_id"],
            ["payments.id"],
            name=op.f("fk_payment_disputes_payment_id"),
            ondelete="RESTRICT",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment_disputes")),
        sa.UniqueConstraint(
            "provider", "reference", name=op.f("uq_payment_disputes_provider_reference")
        ),
    )
    op.create_index(op.f("ix_payment_disputes_payment_id"), "payment_disputes", ["payment_id"])
    op.create_index("ix_payment_disputes_status", "payment_disputes", ["status", "due_by"])
    op.create_table(
        "payment_refunds",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(length=30), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("reference", sa.String(length=120), nullable=False),
        sa.Column("failure", sa.String(length=80), nullable=False),
        sa.Column("requested_by_id", KEY, nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "status IN ('created', 'pending', 'succeeded', 'failed')",
            name=op.f("ck_payment_refunds_status"),
        ),
        sa.CheckConstraint("amount > 0", name=op.f("ck_payment_refunds_amount")),
        sa.ForeignKeyConstraint(
            ["payment_id"],
            ["payments.id"],
            name=op.f("fk_payment_refunds_payment_id"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["requested_by_id"],
            ["users.id"],
            name=op.f("fk_payment_refunds_requested_by_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment_refunds")),
    )
    op.create_index(op.f("ix_payment_refunds_payment_id"), "payment_refunds", ["payment_id"])
    op.create_index(
        "ix_payment_refunds_unfinished",
        "payment_refunds",
        ["created_at"],
        sqlite_where=sa.text("status IN ('created', 'pending')"),
        postgresql_where=sa.text("status IN ('created', 'pending')"),
    )
    op.create_table(
        "purchase_consents",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", KEY, nullable=True),
        sa.Column("payment_id", sa.Uuid(), nullable=True),
        sa.Column("subscription_id", KEY, nullable=True),
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("text", sa.String(length=5000), nullable=False),
        sa.Column("language", sa.String(length=10), nullable=False),
        sa.Column("agreed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["payment_id"],
            ["payments.id"],
            name=op.f("fk_purchase_consents_payment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["subscription_id"],
            ["user_subscriptions.id"],
            name=op.f("fk_purchase_consents_subscription_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_purchase_consents_user_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_purchase_consents")),
        sa.UniqueConstraint("payment_id", name=op.f("uq_purchase_consents_payment_id")),
    )
    op.create_index(
        op.f("ix_purchase_consents_subscription_id"), "purchase_consents", ["subscription_id"]
    )
    op.create_index(op.f("ix_purchase_consents_user_id"), "purchase_consents", ["user_id"])


# Tables that other tables refer to come after these.
TABLES_TO_DROP = (
    "purchase_consents",
    "payment_refunds",
    "payment_disputes",
    "notification_actors",
    "ai_summaries",
    "search_documents",
    "reactions",
    "payments",
    "notifications",
    "mentions",
    "comment_revisions",
    "comment_moderations",
    "comment_media",
    "ai_requests",
    "user_subscriptions",
    "post_watches",
    "post_tags",
    "post_revisions",
    "post_drafts",
    "message_reactions",
    "comments",
    "chat_files",
    "upload_references",
    "report_messages",
    "posts",
    "plan_price_changes",
    "notification_subscriptions",
    "messages",
    "memberships",
    "member_impressions",
    "invitation_uses",
    "confirmation_codes",
    "chat_members",
    "bulk_act_records",
    "advertisement_statistics",
    "user_sessions",
    "uploads",
    "site_settings",
    "sanctions",
    "reports",
    "recovery_codes",
    "reconciliation_findings",
    "plan_versions",
    "payment_methods",
    "payment_method_setups",
    "passkeys",
    "one_time_code_secrets",
    "notification_settings",
    "message_settings",
    "invoices",
    "invitations",
    "ignores",
    "identities",
    "follows",
    "email_changes",
    "data_exports",
    "daily_subscription_statistics",
    "credit_entries",
    "credit_balances",
    "communities",
    "cleanups",
    "chats",
    "bulk_acts",
    "billing_details",
    "advertisements",
    "account_merges",
    "access_tokens",
    "users",
    "used_links",
    "subscription_plans",
    "subscription_features",
    "search_words",
    "search_names",
    "sandbox_setups",
    "sandbox_payments",
    "retired_payment_keys",
    "reconciliation_runs",
    "reaction_kinds",
    "rating_places",
    "provider_events",
    "promo_codes",
    "period_ratings",
    "pending_registrations",
    "outbox_messages",
    "money_movements",
    "mails",
    "job_runs",
    "idempotency_records",
    "former_slugs",
    "daily_statistics",
    "audit_entries",
    "advertisement_stored_counts",
)
