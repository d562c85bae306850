"""Store bans with a term and a reason, merges of accounts, and the user whom a session views."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "d53ef00d51a8"
down_revision = "c82e5d7f10a4"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("users", sa.Column("banned_until", TIME, nullable=True))
    op.add_column(
        "users", sa.Column("ban_reason", sa.String(length=500), server_default="", nullable=False)
    )
    op.add_column("user_sessions", sa.Column("viewed_user_id", BIG_KEY, nullable=True))
    op.add_column("user_sessions", sa.Column("viewing_until", TIME, nullable=True))
    _create_sanctions()
    _create_account_merges()
    op.execute(
        "INSERT INTO sanctions (user_id, kind, reason, created_at, lift_reason) "
        "SELECT id, 'ban', '', banned_at, '' FROM users WHERE banned_at IS NOT NULL"
    )


def downgrade() -> None:
    op.drop_table("account_merges")
    op.drop_table("sanctions")
    op.drop_column("user_sessions", "viewing_until")
    op.drop_column("user_sessions", "viewed_user_id")
    op.drop_column("users", "ban_reason")
    op.drop_column("users", "banned_until")


def _create_sanctions() -> None:
    op.create_table(
        "sanctions",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("user_id", BIG_KEY, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("until", TIME, nullable=True),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("created_by_id", BIG_KEY, nullable=True),
        sa.Column("lifted_at", TIME, nullable=True),
        sa.Column("lifted_by_id", BIG_KEY, nullable=True),
        sa.Column("lift_reason", sa.String(length=500), nullable=False),
        sa.CheckConstraint("kind IN ('ban')", name=op.f("ck_sanctions_kind")),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_sanctions_user_id"), ondelete="CASCADE"
        ),
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


def _create_account_merges() -> None:
    op.create_table(
        "account_merges",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("source_id", BIG_KEY, nullable=False),
        sa.Column("target_id", BIG_KEY, nullable=False),
        sa.Column("moved", JSON, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("created_by_id", BIG_KEY, nullable=True),
        sa.Column("finished_at", TIME, nullable=True),
        sa.CheckConstraint("source_id <> target_id", name=op.f("ck_account_merges_two_accounts")),
        sa.ForeignKeyConstraint(
            ["created_by_id"],
            ["users.id"],
            name=op.f("fk_account_merges_created_by_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_merges")),
    )
    op.create_index("uq_account_merges_source", "account_merges", ["source_id"], unique=True)
    op.create_index("ix_account_merges_target", "account_merges", ["target_id"])
