"""Store what the current period of a subscription was sold for."""

import sqlalchemy as sa
from alembic import op

revision = "d5a1f3c80b27"
down_revision = "c7e2b9d4f618"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "user_subscriptions",
        sa.Column("period_price", sa.BigInteger(), server_default="0", nullable=False),
    )
    op.execute(
        "UPDATE user_subscriptions SET period_price = "
        "(SELECT price FROM plan_versions WHERE plan_versions.id = plan_version_id) "
        "WHERE period_number > 0"
    )


def downgrade() -> None:
    op.drop_column("user_subscriptions", "period_price")
