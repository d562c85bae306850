"""Store planned price changes, and discounts of promo codes for several periods."""

import sqlalchemy as sa
from alembic import op

revision = "c7d20e94b1a8"
down_revision = "b3e7d20c5a18"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "plan_price_changes",
        sa.Column("id", _key(), nullable=False),
        sa.Column("plan_id", _key(), nullable=False),
        sa.Column("version_id", _key(), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by_id", _key(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
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
        sa.ForeignKeyConstraint(
            ["created_by_id"],
            ["users.id"],
            name=op.f("fk_plan_price_changes_created_by_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_plan_price_changes")),
    )
    for column in ("plan_id", "version_id"):
        name = op.f(f"ix_plan_price_changes_{column}")
        op.create_index(name, "plan_price_changes", [column])
    op.add_column(
        "promo_codes", sa.Column("periods", sa.Integer(), server_default="1", nullable=False)
    )
    _set_foreign_keys(is_on=False)
    with op.batch_alter_table("user_subscriptions") as batch:
        batch.add_column(
            sa.Column("discount_percent", sa.Integer(), server_default="0", nullable=False)
        )
        batch.add_column(sa.Column("discount_periods", sa.Integer(), server_default="0"))
        batch.add_column(sa.Column("price_change_id", _key(), nullable=True))
        batch.create_foreign_key(
            op.f("fk_user_subscriptions_price_change_id"),
            *("plan_price_changes", ["price_change_id"], ["id"]),
            ondelete="SET NULL",
        )
        batch.create_index(op.f("ix_user_subscriptions_price_change_id"), ["price_change_id"])
    _set_foreign_keys(is_on=True)


def downgrade() -> None:
    _set_foreign_keys(is_on=False)
    with op.batch_alter_table("user_subscriptions") as batch:
        batch.drop_index(op.f("ix_user_subscriptions_price_change_id"))
        batch.drop_constraint(op.f("fk_user_subscriptions_price_change_id"), type_="foreignkey")
        for column in ("price_change_id", "discount_periods", "discount_percent"):
            batch.drop_column(column)
    _set_foreign_keys(is_on=True)
    op.drop_column("promo_codes", "periods")
    op.drop_table("plan_price_changes")


def _key() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _set_foreign_keys(*, is_on: bool) -> None:
    """Let SQLite create a table again without changing the rows that refer to it."""
    if op.get_bind().dialect.name == "sqlite":
        with op.get_context().autocommit_block():
            op.execute(f"PRAGMA foreign_keys={'ON' if is_on else 'OFF'}")
