"""Make the credit a balance of the user, and store what an upgrade has replaced."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "a1f6c0d93e52"
down_revision = "e1c47a90d3b6"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql")
# The user is missing, because it changes when an account is erased.
KEPT_COLUMNS = "currency, kind, amount, payment_id, created_at"


def upgrade() -> None:
    _set_foreign_keys(is_on=False)
    _create_tables()
    _forbid_changes_of_entries()
    op.execute(
        "INSERT INTO credit_balances (user_id, currency, amount) "
        "SELECT s.user_id, v.currency, s.credit FROM user_subscriptions s "
        "JOIN plan_versions v ON v.id = s.plan_version_id "
        "WHERE s.status IN ('active', 'past_due', 'canceled') AND s.credit > 0"
    )
    op.execute(
        "INSERT INTO credit_entries (user_id, currency, kind, amount, created_at) "
        "SELECT user_id, currency, 'plan_change', amount, CURRENT_TIMESTAMP FROM credit_balances"
    )
    op.add_column(
        "payments",
        sa.Column("restarts_period", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    op.add_column("payments", sa.Column("replaced", JSON, server_default="{}", nullable=False))
    # A change of the plan deducts what is left of a gift.
    op.execute(
        "UPDATE user_subscriptions SET period_price = COALESCE((SELECT amount FROM payments "
        "WHERE payments.subscription_id = user_subscriptions.id AND payments.kind = 'gift' "
        "AND payments.status = 'succeeded' LIMIT 1), 0) WHERE origin = 'gift'"
    )
    with op.batch_alter_table("user_subscriptions") as batch:
        batch.drop_constraint(op.f("ck_user_subscriptions_credit"), type_="check")
        batch.drop_column("credit")
        batch.add_column(sa.Column("replaced_id", _key(), nullable=True))
        batch.create_foreign_key(
            op.f("fk_user_subscriptions_replaced_id"),
            *("user_subscriptions", ["replaced_id"], ["id"]),
            ondelete="SET NULL",
        )
    _set_foreign_keys(is_on=True)
    with op.get_context().autocommit_block():
        op.create_index(
            op.f("ix_user_subscriptions_replaced_id"),
            "user_subscriptions",
            ["replaced_id"],
            postgresql_concurrently=True,
            if_not_exists=True,
        )


def downgrade() -> None:
    _set_foreign_keys(is_on=False)
    with op.batch_alter_table("user_subscriptions") as batch:
        batch.drop_index(op.f("ix_user_subscriptions_replaced_id"))
        batch.drop_constraint(op.f("fk_user_subscriptions_replaced_id"), type_="foreignkey")
        batch.drop_column("replaced_id")
        batch.add_column(sa.Column("credit", sa.BigInteger(), server_default="0", nullable=False))
        batch.create_check_constraint(op.f("ck_user_subscriptions_credit"), "credit >= 0")
    op.execute(
        "UPDATE user_subscriptions SET credit = COALESCE((SELECT b.amount FROM credit_balances b "
        "JOIN plan_versions v ON v.currency = b.currency "
        "WHERE b.user_id = user_subscriptions.user_id "
        "AND v.id = user_subscriptions.plan_version_id), 0) "
        "WHERE status IN ('active', 'past_due', 'canceled')"
    )
    op.drop_column("payments", "replaced")
    op.drop_column("payments", "restarts_period")
    op.drop_table("credit_entries")
    op.drop_table("credit_balances")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION reject_credit_entry_change()")
    _set_foreign_keys(is_on=True)


def _key() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _set_foreign_keys(*, is_on: bool) -> None:
    """Let SQLite create a table again without changing the rows that refer to it."""
    if op.get_bind().dialect.name == "sqlite":
        with op.get_context().autocommit_block():
            op.execute(f"PRAGMA foreign_keys={'ON' if is_on else 'OFF'}")


def _create_tables() -> None:
    op.create_table(
        "credit_balances",
        sa.Column("user_id", _key(), nullable=False),
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
        sa.Column("id", _key(), nullable=False),
        sa.Column("user_id", _key(), nullable=True),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("amount <> 0", name=op.f("ck_credit_entries_amount")),
        sa.CheckConstraint(
            "kind IN ('plan_change', 'used', 'restored', 'withdrawn', 'moved')",
            name=op.f("ck_credit_entries_kind"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_credit_entries_user_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_credit_entries")),
    )
    op.create_index("ix_credit_entries_user", "credit_entries", ["user_id", "id"])
    op.create_index(op.f("ix_credit_entries_payment_id"), "credit_entries", ["payment_id"])


def _forbid_changes_of_entries() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION reject_credit_entry_change() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'credit_entries is append-only'; END $$"
        )
        for operation in (f"UPDATE OF {KEPT_COLUMNS}", "DELETE"):
            op.execute(
                f"CREATE TRIGGER reject_credit_entry_{operation[:6].lower()} BEFORE {operation} "
                "ON credit_entries FOR EACH ROW EXECUTE FUNCTION reject_credit_entry_change()"
            )
        return
    for operation in (f"UPDATE OF {KEPT_COLUMNS}", "DELETE"):
        op.execute(
            f"CREATE TRIGGER reject_credit_entry_{operation[:6].lower()} BEFORE {operation} "
            "ON credit_entries BEGIN "
            "SELECT RAISE(ABORT, 'credit_entries is append-only'); END"
        )
