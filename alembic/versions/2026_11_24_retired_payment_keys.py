"""Store the keys of payment providers that were replaced."""

import sqlalchemy as sa
from alembic import op

revision = "b3e7d20c5a18"
down_revision = "a4c81e6f2d93"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "retired_payment_keys",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("account", sa.String(length=64), nullable=False),
        sa.Column("settings", sa.String(), nullable=False),
        sa.Column("retired_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_retired_payment_keys")),
        sa.UniqueConstraint("provider", "account", name="uq_retired_payment_keys"),
    )


def downgrade() -> None:
    op.drop_table("retired_payment_keys")
