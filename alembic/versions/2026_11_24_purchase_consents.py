"""Add what buyers have agreed to."""

import sqlalchemy as sa
from alembic import op

revision = "b8d3f1a60c72"
down_revision = "c7d20e94b1a8"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "purchase_consents",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("user_id", BIG_KEY, nullable=True),
        sa.Column("payment_id", sa.Uuid(), nullable=True),
        sa.Column("subscription_id", BIG_KEY, nullable=True),
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("text", sa.String(length=5_000), nullable=False),
        sa.Column("language", sa.String(length=10), nullable=False),
        sa.Column("agreed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_purchase_consents_user_id"),
            ondelete="SET NULL",
        ),
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
        sa.PrimaryKeyConstraint("id", name=op.f("pk_purchase_consents")),
        sa.UniqueConstraint("payment_id", name=op.f("uq_purchase_consents_payment_id")),
    )
    op.create_index(op.f("ix_purchase_consents_user_id"), "purchase_consents", ["user_id"])
    op.create_index(
        op.f("ix_purchase_consents_subscription_id"), "purchase_consents", ["subscription_id"]
    )


def downgrade() -> None:
    op.drop_table("purchase_consents")
