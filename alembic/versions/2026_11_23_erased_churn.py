"""Count the paid subscriptions that are erased with their accounts."""

import sqlalchemy as sa
from alembic import op

revision = "c7e2b9d4f618"
down_revision = "b3f0a7c4d516"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "daily_subscription_statistics",
        sa.Column("erased_churn", sa.Integer(), server_default="0", nullable=False),
    )


def downgrade() -> None:
    op.drop_column("daily_subscription_statistics", "erased_churn")
