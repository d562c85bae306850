"""Add plans, subscriptions, payments and what payment providers report."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "d27e90c4a1b5"
down_revision = "d7f3b61a9e28"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
JSON = sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    _create_money_movements()
    _create_promo_codes()
    _create_provider_events()
    _create_sandbox_payments()
    _create_subscription_features()
    _create_subscription_plans()
    _create_sandbox_setups()
    _create_payment_methods()
    _create_payment_method_setups()
    _create_plan_versions()
    _create_user_subscriptions()
    _create_payments()
    _create_daily_statistics()
    op.add_column("notifications", sa.Column("payment_id", sa.Uuid(), nullable=True))
    _forbid_changes_of_money_movements()
    for name in ("chosen_badge", "chosen_name_style"):
        op.add_column("users", sa.Column(name, sa.String(length=20), nullable=True))


def downgrade() -> None:
    op.drop_column("users", "chosen_name_style")
    op.drop_column("users", "chosen_badge")
    op.drop_column("notifications", "payment_id")
    op.drop_table("daily_subscription_statistics")
    op.drop_table("payments")
    op.drop_table("user_subscriptions")
    op.drop_table("plan_versions")
    op.drop_table("payment_method_setups")
    op.drop_table("payment_methods")
    op.drop_table("subscription_plans")
    op.drop_table("subscription_features")
    op.drop_table("sandbox_setups")
    op.drop_table("sandbox_payments")
    op.drop_table("provider_events")
    op.drop_table("promo_codes")
    op.drop_table("money_movements")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION reject_money_movement_change()")


def _create_money_movements() -> None:
    op.create_table(
        "money_movements",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("reference", sa.String(length=120), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.CheckConstraint(
            "(amount > 0) = (kind IN ('charge', 'dispute_won'))",
            name=op.f("ck_money_movements_sign"),
        ),
        sa.CheckConstraint(
            "kind IN ('charge', 'refund', 'dispute', 'dispute_won')",
            name=op.f("ck_money_movements_kind"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_money_movements")),
        sa.UniqueConstraint(
            "provider", "kind", "reference", name=op.f("uq_money_movements_provider_kind_reference")
        ),
    )
    op.create_index("ix_money_movements_created_at", "money_movements", ["created_at", "id"])
    op.create_index("ix_money_movements_payment_id", "money_movements", ["payment_id"])


def _create_promo_codes() -> None:
    op.create_table(
        "promo_codes",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("code", sa.String(length=30), nullable=False),
        sa.Column("percent", sa.Integer(), nullable=False),
        sa.Column("plan_ids", JSON, nullable=False),
        sa.Column("max_uses", sa.Integer(), nullable=True),
        sa.Column("uses", sa.Integer(), server_default="0", nullable=False),
        sa.Column("expires_at", TIME, nullable=True),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.CheckConstraint("percent BETWEEN 1 AND 99", name=op.f("ck_promo_codes_percent")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_promo_codes")),
        sa.UniqueConstraint("code", name=op.f("uq_promo_codes_code")),
    )


def _create_provider_events() -> None:
    op.create_table(
        "provider_events",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("event_id", sa.String(length=120), nullable=False),
        sa.Column("kind", sa.String(length=80), nullable=False),
        sa.Column("reference", sa.String(length=120), nullable=False),
        sa.Column("content", JSON, nullable=False),
        sa.Column("received_at", TIME, nullable=False),
        sa.Column("applied_at", TIME, nullable=True),
        sa.Column("outcome", sa.String(length=300), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_provider_events")),
        sa.UniqueConstraint(
            "provider", "event_id", name=op.f("uq_provider_events_provider_event_id")
        ),
    )
    op.create_index("ix_provider_events_received_at", "provider_events", ["received_at", "id"])


def _create_sandbox_payments() -> None:
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
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("completes_at", TIME, nullable=True),
        sa.Column("disputed_at", TIME, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sandbox_payments")),
        sa.UniqueConstraint("idempotency_key", name=op.f("uq_sandbox_payments_idempotency_key")),
    )


def _create_sandbox_setups() -> None:
    op.create_table(
        "sandbox_setups",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("setup_id", sa.String(length=40), nullable=False),
        sa.Column("card", sa.String(length=40), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("failure", sa.String(length=40), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sandbox_setups")),
        sa.UniqueConstraint("setup_id", name=op.f("uq_sandbox_setups_setup_id")),
    )


def _create_subscription_features() -> None:
    op.create_table(
        "subscription_features",
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("description", sa.String(length=300), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_subscription_features")),
    )


def _create_subscription_plans() -> None:
    op.create_table(
        "subscription_plans",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("description", sa.String(length=300), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_subscription_plans")),
    )


def _create_payment_methods() -> None:
    op.create_table(
        "payment_methods",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("user_id", BIG_KEY, nullable=True),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("reference", sa.String(length=600), nullable=False),
        sa.Column("customer", sa.String(length=600), nullable=False),
        sa.Column("brand", sa.String(length=30), nullable=False),
        sa.Column("last4", sa.String(length=4), nullable=False),
        sa.Column("expires", sa.String(length=7), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("removed_at", TIME, nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_payment_methods_user_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment_methods")),
    )
    op.create_index("ix_payment_methods_user_id", "payment_methods", ["user_id"])


def _create_payment_method_setups() -> None:
    op.create_table(
        "payment_method_setups",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", BIG_KEY, nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("reference", sa.String(length=120), nullable=False),
        sa.Column("failure", sa.String(length=80), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("ended_at", TIME, nullable=True),
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


def _create_plan_versions() -> None:
    op.create_table(
        "plan_versions",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("plan_id", BIG_KEY, nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("period", sa.String(length=5), nullable=False),
        sa.Column("trial_days", sa.Integer(), nullable=False),
        sa.Column("features", JSON, nullable=False),
        sa.Column("is_current", sa.Boolean(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
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
    op.create_index("ix_plan_versions_plan_id", "plan_versions", ["plan_id"])
    op.create_index(
        "uq_plan_versions_current",
        "plan_versions",
        ["plan_id"],
        unique=True,
        sqlite_where=sa.text("is_current"),
        postgresql_where=sa.text("is_current"),
    )


def _create_user_subscriptions() -> None:
    op.create_table(
        "user_subscriptions",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("user_id", BIG_KEY, nullable=False),
        sa.Column("plan_version_id", BIG_KEY, nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("origin", sa.String(length=10), nullable=False),
        sa.Column("payment_method_id", BIG_KEY, nullable=True),
        sa.Column("anchor_at", TIME, nullable=False),
        sa.Column("anchor_period", sa.Integer(), nullable=False),
        sa.Column("period_number", sa.Integer(), nullable=False),
        sa.Column("period_start", TIME, nullable=False),
        sa.Column("access_until", TIME, nullable=False),
        sa.Column("credit", sa.BigInteger(), nullable=False),
        sa.Column("renewal_attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("next_charge_at", TIME, nullable=True),
        sa.Column("canceled_at", TIME, nullable=True),
        sa.Column("cancel_reason", sa.String(length=500), nullable=False),
        sa.Column("ended_at", TIME, nullable=True),
        sa.Column("reminded_until", TIME, nullable=True),
        sa.Column("changed_by_id", BIG_KEY, nullable=True),
        sa.Column("created_at", TIME, nullable=False),
        sa.CheckConstraint(
            "origin IN ('purchase', 'trial', 'gift', 'grant')",
            name=op.f("ck_user_subscriptions_origin"),
        ),
        sa.CheckConstraint(
            "status IN ('active', 'past_due', 'canceled', 'expired', 'revoked')",
            name=op.f("ck_user_subscriptions_status"),
        ),
        sa.CheckConstraint("credit >= 0", name=op.f("ck_user_subscriptions_credit")),
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
        "ix_user_subscriptions_plan_version_id", "user_subscriptions", ["plan_version_id"]
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


def _create_payments() -> None:
    op.create_table(
        "payments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", BIG_KEY, nullable=True),
        sa.Column("recipient_id", BIG_KEY, nullable=True),
        sa.Column("subscription_id", BIG_KEY, nullable=True),
        sa.Column("plan_version_id", sa.BigInteger(), nullable=False),
        sa.Column("promo_code_id", BIG_KEY, nullable=True),
        sa.Column("payment_method_id", BIG_KEY, nullable=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("reference", sa.String(length=120), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("credit", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("message", sa.String(length=300), nullable=False),
        sa.Column("failure", sa.String(length=80), nullable=False),
        sa.Column("needs_action", sa.Boolean(), nullable=False),
        sa.Column("period_number", sa.Integer(), nullable=True),
        sa.Column("period_start", TIME, nullable=True),
        sa.Column("period_end", TIME, nullable=True),
        sa.Column("refunded", sa.BigInteger(), nullable=False),
        sa.Column("refund_due", sa.BigInteger(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("checked_at", TIME, nullable=True),
        sa.Column("succeeded_at", TIME, nullable=True),
        sa.Column("ended_at", TIME, nullable=True),
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
    op.create_index("ix_payments_plan_version_id", "payments", ["plan_version_id"])
    op.create_index("ix_payments_promo_code_id", "payments", ["promo_code_id"])
    op.create_index("ix_payments_recipient_id", "payments", ["recipient_id"])
    op.create_index(
        "ix_payments_refund_due",
        "payments",
        ["created_at"],
        sqlite_where=sa.text("refund_due > 0"),
        postgresql_where=sa.text("refund_due > 0"),
    )
    op.create_index("ix_payments_subscription_id", "payments", ["subscription_id"])
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


def _create_daily_statistics() -> None:
    op.create_table(
        "daily_subscription_statistics",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("plan_id", BIG_KEY, nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("subscribers", sa.Integer(), nullable=True),
        sa.Column("monthly_revenue", sa.BigInteger(), nullable=True),
        sa.Column("churned", sa.Integer(), nullable=False),
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
            *("day", "plan_id", "provider", "currency"),
            name=op.f("pk_daily_subscription_statistics"),
        ),
    )


def _forbid_changes_of_money_movements() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION reject_money_movement_change() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'money_movements is append-only'; END $$"
        )
        op.execute(
            "CREATE TRIGGER reject_money_movement_change BEFORE UPDATE OR DELETE "
            "ON money_movements FOR EACH ROW EXECUTE FUNCTION reject_money_movement_change()"
        )
        return
    for operation in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER reject_money_movement_{operation.lower()} BEFORE {operation} "
            "ON money_movements BEGIN "
            "SELECT RAISE(ABORT, 'money_movements is append-only'); END"
        )
