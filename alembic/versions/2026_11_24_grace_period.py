"""Store the end of the paid time of subscriptions whose access is extended by days of grace."""

import sqlalchemy as sa
from alembic import op

revision = "e1c47a90d3b6"
down_revision = "d5a1f3c80b27"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "user_subscriptions", sa.Column("paid_until", sa.DateTime(timezone=True), nullable=True)
    )


def downgrade() -> None:
    op.drop_column("user_subscriptions", "paid_until")
